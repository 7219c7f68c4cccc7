import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';

/** Serializes work across processes with an advisory lock; a second process waits, and then finds it done. */
export function inTurn<T>(db: Db, what: string, work: (turn: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (turn) => {
    await liftTimeLimit(turn);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(turn);
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(turn);
    return work(turn);
  });
}

/**
 * Lets every statement of a transaction take as long as it needs. A limit of the connection cannot be lifted otherwise
 * behind PgBouncer, which sets its own.
 */
export const liftTimeLimit = (transaction: Tx): Promise<unknown> =>
  sql`set local statement_timeout = 0`.execute(transaction);

/** A day, and an hour by which the clocks of processes may differ. */
const longestWindowMs = 25 * 60 * 60_000;

/** Also deletes rows of a process whose clock was ahead, which would expire when that time comes. */
export async function deleteExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where((row) =>
      row.or([
        row('expire', '<', now.getTime()),
        row('expire', '>', now.getTime() + longestWindowMs),
      ]),
    )
    .execute();
}

/** Returns false when a change violates a unique constraint; its transaction is then aborted. */
export async function isUnique(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') return false;
    throw error;
  }
}
