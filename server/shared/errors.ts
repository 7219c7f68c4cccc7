/** Everything that can go wrong on purpose: one inner form, from which failures.ts makes the shapes on the wire. */
import { errorMessages } from '../../rules/messages.ts';

export type FieldErrors = Record<string, string>;

/** A failure with the status and the sentence that the caller gets. */
export class HttpError extends Error {
  override name = 'Problem';
  readonly status: number;
  /** A sentence per field, in the order of the form. */
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { fields?: FieldErrors; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** A refund that did not come to pass, or not yet, or not for every drink. */
export class RefundError extends HttpError {
  override name = 'RefundProblem';
  /** failed: declined, nothing was paid; requested: not known yet; partial: of several drinks only some. */
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

/** What became of one drink: its place in the order, counted from 0. */
export interface RefundedDrink {
  drinkIndex: number;
  status: 'refunded' | 'requested' | 'failed';
}

/** 400 (or another status): each field with what is wrong about it. */
export function fieldError(fields: FieldErrors, status = 400): HttpError {
  return new HttpError(status, Object.values(fields)[0] ?? 'Check what you entered', { fields });
}

/** 404, for what is missing and for what belongs to somebody else alike. */
export const notFound = (what: string): HttpError => new HttpError(404, `There is no such ${what}`);

export const forbidden = (): HttpError => new HttpError(403, errorMessages.forbidden);

/** 429: says when to try again. */
export const tooManyTries = (retryAfterSeconds: number): HttpError =>
  new HttpError(429, `Too many tries. Try again in ${minutes(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });

function minutes(seconds: number): string {
  const count = Math.max(1, Math.ceil(seconds / 60));
  return count === 1 ? 'a minute' : `${count} minutes`;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
  '25006',
]);

const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|terminating connection|Client has encountered a connection error/;

/** What a failure of the database means to the caller, or null when it is a fault of ours. */
export function databaseError(error: unknown): HttpError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '53100' || code === '53200') {
    return new HttpError(507, errorMessages.storageFull);
  }
  if (unreachable.has(code) || lostConnection.test(error.message)) {
    return new HttpError(503, errorMessages.databaseGone, {
      retryAfterSeconds: 1,
    });
  }
  if (code === '57014' || error.message === 'Query read timeout') {
    return new HttpError(503, errorMessages.tookTooLong, { retryAfterSeconds: 5 });
  }
  return null;
}
