/** Rate limits with a fixed window. */
import { hash } from 'node:crypto';
import type { Pool, QueryResult } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { refusalMessages } from '../../rules/messages.ts';
import { HttpError, tooManyTries } from './errors.ts';

interface Allowance {
  /** Part of the key; unique among the limits of the database. */
  name: string;
  most: number;
  windowSeconds: number;
  /** Error message; otherwise it speaks of attempts. */
  message?: string;
}

export interface RateLimit {
  /**
   * Counts a request, in one statement and before the request is carried out, so that concurrent ones do not exceed the
   * limit. Throws 429 when more than `most` were made in the window; refused requests do not extend it.
   * @param key whose requests are counted together, such as an email and a network
   * @returns requests left in the window, and seconds until it ends
   */
  count(...key: string[]): Promise<{ remaining: number; resetSeconds: number }>;
  /** Starts a new window for the key. */
  reset(...key: string[]): Promise<void>;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Counts may be lost with the primary, so no request waits for a standby to have them. */
async function queryLocally(pool: Pool, { text, values }: Statement): Promise<QueryResult> {
  const client = await pool.connect();
  try {
    const [, counted] = await Promise.all([
      client.query('begin; set local synchronous_commit = local'),
      client.query(text, values),
      client.query('commit'),
    ]);
    return counted;
  } finally {
    client.release();
  }
}

/** Counts over all processes, whose rows begin with the name. */
const sharedLimiter = (
  pool: Pool,
  { name: keyPrefix, most: points, windowSeconds: duration }: Allowance,
) =>
  new RateLimiterPostgres({
    // The library names its statements, which transaction poolers such as PgBouncer 1.18 do not support.
    storeClient: { query: (statement: Statement) => queryLocally(pool, statement) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });

/** Rate limit over all processes. Fails like any other query when the database cannot be written. */
export function sharedRateLimit(pool: Pool, allowance: Allowance): RateLimit {
  const { most: points, windowSeconds: duration, message } = allowance;
  const limiter = sharedLimiter(pool, allowance);
  return {
    count: async (...key) => {
      const hashed = hashOf(key);
      const used = await consume(limiter, hashed, 1);
      // The row is from a process whose clock was ahead, and would count for as long as it was.
      if (used.msBeforeNext > duration * 1000)
        await limiter.set(hashed, used.consumedPoints, duration);
      const resetSeconds = secondsUntil(used, duration);
      if (used.consumedPoints > points)
        throw message === undefined
          ? tooManyTries(resetSeconds)
          : new HttpError(429, message, { retryAfterSeconds: resetSeconds });
      return { remaining: points - used.consumedPoints, resetSeconds };
    },
    reset: async (...key) => {
      await limiter.delete(hashOf(key));
    },
  };
}

/** A number of events within a window that begins with the first of them, over all processes. */
export interface Counter {
  /** Counts an event, and returns its number within the window. */
  count(...key: string[]): Promise<number>;
}

export function sharedCounter(pool: Pool, counted: Omit<Allowance, 'most'>): Counter {
  const limiter = sharedLimiter(pool, { ...counted, most: Number.MAX_SAFE_INTEGER });
  return { count: async (...key) => (await consume(limiter, hashOf(key), 1)).consumedPoints };
}

export const daySeconds = 24 * 60 * 60;

/** Rate limit per day. Counts a request like `count`, but returns false when the limit is exceeded. */
export function dailyLimit(pool: Pool, name: string, most: number) {
  const limit = sharedRateLimit(pool, { name, most, windowSeconds: daySeconds });
  return async (...key: string[]): Promise<boolean> => {
    try {
      await limit.count(...key);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return false;
      throw error;
    }
  };
}

/** Rate limit of work that takes processor time of this process, and so is counted in its memory. */
export interface WorkLimit {
  /** Counts work before it is done; throws 429 when more than `most` points were counted in the window. */
  count(key: string, points: number): Promise<void>;
  /** Takes back points of work that was not necessary. */
  giveBack(key: string, points: number): Promise<void>;
}

export function localWorkLimit(allowance: Allowance): WorkLimit {
  const { name: keyPrefix, most, windowSeconds: duration } = allowance;
  const limiter = new RateLimiterMemory({ keyPrefix, points: most, duration });
  return {
    count: async (key, points) => {
      const used = await consume(limiter, key, points);
      if (used.consumedPoints <= most) return;
      const retryAfterSeconds = secondsUntil(used, duration);
      throw new HttpError(429, refusalMessages.tooMany, { retryAfterSeconds });
    },
    giveBack: async (key, points) => {
      await limiter.reward(key, points);
    },
  };
}

/** Returns the state of the window, which the library throws when the limit is exceeded. */
async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  points: number,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown;
    throw thrown;
  }
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes, longest: number): number =>
  Math.min(longest, Math.max(1, Math.ceil(msBeforeNext / 1000)));

/** Of fixed length, and readable by no reader of the database: attempts name emails that have no account. */
const hashOf = (key: readonly string[]): string => hash('sha256', JSON.stringify(key), 'base64url');
