/** When the server was up, as the database has seen it. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

/**
 * Stores that a process is up; a minute or more in which none was is an outage. A time that is ahead by a minute or more
 * was that of a clock that is right again.
 */
export async function recordUptime(db: Db, now: Date): Promise<void> {
  await sql`
    insert into server_uptime as last (up_at) values (${now})
    on conflict (is_only) do update set
      up_at = case when last.up_at - excluded.up_at >= interval '1 minute' then excluded.up_at
        else greatest(last.up_at, excluded.up_at) end,
      outage_from = case when excluded.up_at - last.up_at >= interval '1 minute' then last.up_at else last.outage_from end,
      outage_until =
        case when excluded.up_at - last.up_at >= interval '1 minute' then excluded.up_at else last.outage_until end
  `.execute(db);
}

/** Reads the last outage of the server; null without any. One that ends later was no outage, but a clock that was ahead. */
export async function findOutage(db: Db, now: Date): Promise<{ from: Date; until: Date } | null> {
  const row = await db
    .selectFrom('server_uptime')
    .select(['outage_from as from', 'outage_until as until'])
    .where('outage_until', '<=', now)
    .executeTakeFirst();
  return row?.from && row.until ? { from: row.from, until: row.until } : null;
}
