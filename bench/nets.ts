import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables/tables.ts';

/** Enables or disables row-level security on every table that has it. */
export async function setNets(db: Kysely<Tables>, to: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relforcerowsecurity
  `.execute(db);
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} ${sql.raw(to)} row level security`.execute(db);
  }
}
