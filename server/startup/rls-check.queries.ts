import { sql } from 'kysely';
import { tenantRoles } from '../../db/tenant.ts';
import type { Db } from '../../db/tables/tables.ts';

/** Returns the roles of tenants that bypass row-level security (RLS), which none should. */
export async function listBypassingRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select role.rolname::text as name from pg_roles as role
    where role.rolname = any(${Object.values(tenantRoles)}::text[])
      and (
        role.rolsuper or role.rolbypassrls
        or exists (
          select from pg_class
          where relnamespace = current_schema()::regnamespace and relrowsecurity
            and pg_has_role(role.oid, relowner, 'member')
        )
      )
    order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}
