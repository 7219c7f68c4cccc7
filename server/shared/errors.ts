/** Everything that can go wrong on purpose: one inner form, from which failures.ts makes the shapes on the wire. */
import { problemMessages } from '../../rules/messages.ts';

export type FieldProblems = Record<string, string>;

/** A failure with the status and the sentence that the caller gets. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  /** A sentence per field, in the order of the form. */
  readonly fields: FieldProblems | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { fields?: FieldProblems; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** A refund that did not come to pass, or not yet, or not for every drink. */
export class RefundProblem extends Problem {
  override name = 'RefundProblem';
  /** failed: declined, nothing was paid; requested: not known yet; partial: of several drinks only some. */
  readonly state: 'failed' | 'requested' | 'partial';
  readonly drinks: readonly RefundedDrink[];

  constructor(
    status: number,
    message: string,
    state: RefundProblem['state'],
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
export function fieldProblem(fields: FieldProblems, status = 400): Problem {
  return new Problem(status, Object.values(fields)[0] ?? 'Check what you entered', { fields });
}

/** 404, for what is missing and for what belongs to somebody else alike. */
export const notFound = (what: string): Problem => new Problem(404, `There is no such ${what}`);

export const forbidden = (): Problem => new Problem(403, problemMessages.forbidden);

/** 429: says when to try again. */
export const tooManyTries = (retryAfterSeconds: number): Problem =>
  new Problem(429, `Too many tries. Try again in ${minutes(retryAfterSeconds)}.`, {
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
export function databaseProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '53100' || code === '53200') {
    return new Problem(507, problemMessages.storageFull);
  }
  if (unreachable.has(code) || lostConnection.test(error.message)) {
    return new Problem(503, problemMessages.databaseGone, {
      retryAfterSeconds: 1,
    });
  }
  if (code === '57014' || error.message === 'Query read timeout') {
    return new Problem(503, problemMessages.tookTooLong, { retryAfterSeconds: 5 });
  }
  return null;
}
