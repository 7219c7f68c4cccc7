/** Expected errors in one internal form, from which failures.ts makes the API's error shapes. */
import { isConnectionError } from '../../db/pool/lost-connections.ts';
import { StandbyAwayError, UnconfirmedError } from '../../db/pool/commit-watch.ts';
import { BusyError } from '../../db/pool/lanes.ts';
import { refusalMessages } from '../../rules/messages.ts';

export type FieldErrors = Record<string, string>;

/** An error with the status and the message of its response. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  /** One message per field, in the order of the form. */
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** For errors that clients distinguish from others of the status. */
  readonly code: string | undefined;

  constructor(
    status: number,
    message: string,
    more: { fields?: FieldErrors; retryAfterSeconds?: number; code?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.code = more.code;
  }
}

/** A refund that failed, is pending, or covers only some of the drinks. */
export class RefundError extends HttpError {
  override name = 'RefundError';
  /** failed: declined, nothing was paid; requested: outcome unknown; partial: only some of several drinks. */
  readonly state: 'failed' | 'requested' | 'partial';
  readonly drinks: readonly RefundedDrink[];

  constructor(
    status: number,
    message: string,
    state: RefundError['state'],
    drinks: readonly RefundedDrink[],
  ) {
    super(status, message);
    this.state = state;
    this.drinks = drinks;
  }
}

/** Outcome for one drink: its 0-based ordinal in the order. */
export interface RefundedDrink {
  drinkIndex: number;
  status: 'refunded' | 'requested' | 'failed';
}

/** 400 (or another status) with one message per field. */
export function fieldError(fields: FieldErrors, status = 400): HttpError {
  return new HttpError(status, Object.values(fields)[0] ?? 'Check what you entered', { fields });
}

/** 404, both for missing resources and for those of another tenant. */
export const notFound = (what: string): HttpError => new HttpError(404, `There is no such ${what}`);

export const forbidden = (): HttpError => new HttpError(403, refusalMessages.forbidden);

/** 429 with Retry-After. */
export const tooManyTries = (retryAfterSeconds: number): HttpError =>
  new HttpError(429, `Too many attempts. Try again in ${minutes(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });

function minutes(seconds: number): string {
  const count = Math.max(1, Math.ceil(seconds / 60));
  return count === 1 ? 'a minute' : `${count} minutes`;
}

const unusableFolder = new Set([
  'EACCES',
  'EBUSY',
  'EEXIST',
  'EIO',
  'EISDIR',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
]);

/** Maps an error of the folders of pictures and pages to the client's error; null for any other error. */
export function storageError(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall === 'connect')
    return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new HttpError(507, refusalMessages.storageFull);
  return unusableFolder.has(code) ? new HttpError(503, refusalMessages.storageGone) : null;
}

/** Maps a database error to the client's error; null for an internal error. */
export function databaseError(error: unknown): HttpError | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof BusyError) {
    return new HttpError(503, refusalMessages.busy, { retryAfterSeconds: 1 });
  }
  if (error instanceof UnconfirmedError) {
    return new HttpError(503, refusalMessages.unconfirmed, { retryAfterSeconds: 10 });
  }
  if (error instanceof StandbyAwayError) {
    return new HttpError(503, refusalMessages.standbyAway, { retryAfterSeconds: 10 });
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '53100' || code === '53200') {
    return new HttpError(507, refusalMessages.storageFull);
  }
  if (isConnectionError(error)) {
    return new HttpError(503, refusalMessages.databaseGone, {
      retryAfterSeconds: 1,
    });
  }
  // The last one is of a distributed database in which the rows are moved to another node at this moment.
  if (code === '40001' || code === '40P01' || error.message.includes('valid entry for shard')) {
    return new HttpError(503, refusalMessages.collided, { retryAfterSeconds: 1 });
  }
  if (code === '57014' || error.message === 'Query read timeout') {
    return new HttpError(503, refusalMessages.tookTooLong, { retryAfterSeconds: 5 });
  }
  return null;
}
