import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

/** Returns true if the current role bypasses row-level security (RLS). */
export async function passesNets(db: Db): Promise<boolean> {
  const { rows } = await sql<{ passes: boolean }>`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user
  `.execute(db);
  return rows[0]?.passes ?? false;
}
