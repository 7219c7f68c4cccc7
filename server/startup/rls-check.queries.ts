import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** Whether the role we are is shown every row, whatever the policies of the tables say. */
export async function passesNets(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ passes: boolean }>`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user
  `.execute(db);
  return rows[0]?.passes ?? false;
}
