import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

/**
 * Makes checks due at once that are due later than this: no time as late is stored but by a process whose clock was ahead.
 * @param laterThanMs in milliseconds from now
 */
export async function bringForward(
  db: Db,
  table: 'alert_watches' | 'report_subscriptions',
  now: Date,
  laterThanMs: number,
): Promise<void> {
  const latest = new Date(now.getTime() + laterThanMs);
  await sql`update ${sql.table(table)} set check_at = ${now} where check_at > ${latest}`.execute(
    db,
  );
}
