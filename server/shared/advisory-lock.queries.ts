import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { liftTimeLimit } from './time-limit.queries.ts';

/** Serializes work across processes with an advisory lock; a second process waits, and then finds it done. */
export function inTurn<T>(db: Db, what: string, work: (turn: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (turn) => {
    await liftTimeLimit(turn);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(turn);
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(turn);
    return work(turn);
  });
}
