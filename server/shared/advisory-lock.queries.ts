import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

/** Serializes work across processes with an advisory lock; a second process waits, and then finds it done. */
export async function inTurn(db: Db, what: string, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (turn) => {
    await sql`set local statement_timeout = 0`.execute(turn);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(turn);
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(turn);
    await work();
  });
}
