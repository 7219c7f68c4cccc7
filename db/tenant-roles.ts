/** Roles of the cluster that transactions with a tenant run as; the login role must be a member of them. */
import { type ClientBase, escapeIdentifier } from 'pg';
import { codeOf, StartupError } from './start-error.ts';
import { tenantRoles } from './tenant.ts';

const roles = Object.values(tenantRoles);
const attempts = 5;

/** Another database of the same cluster may create the roles at the same moment. */
const byAnother = ['42710', '23505', 'XX000'];
const mayNot = '42501';

/** Creates the roles and grants them to the login role, unless that is done. Throws a StartupError when it may not. */
export async function ensureTenantRoles(client: ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (await canBecome(client)) return;
      for (const sql of await statements(client)) await client.query(sql);
      return;
    } catch (error) {
      if (codeOf(error) === mayNot) throw await missingRoles(client, error);
      if (attempt === attempts || !byAnother.includes(codeOf(error))) throw error;
    }
  }
}

/** SET ROLE needs the SET option of a membership since PostgreSQL 16. */
async function canBecome(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `select count(*) = cardinality($1::text[]) as can from pg_roles
     where rolname = any($1) and pg_has_role(
       current_user, oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end
     )`,
    [roles],
  );
  return rows[0]?.can ?? false;
}

async function statements(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname::text as name from pg_roles where rolname = any($1)',
    [roles],
  );
  const existing = new Set(rows.map(({ name }) => name));
  return [
    ...roles.filter((name) => !existing.has(name)).map((name) => `create role ${name}`),
    `grant ${roles.join(', ')} to current_user`,
  ];
}

async function missingRoles(client: ClientBase, cause: unknown): Promise<StartupError> {
  const { rows } = await client.query<{ name: string }>('select current_user::text as name');
  const needed = await statements(client);
  const sql = needed.map((one) =>
    one.replace('current_user', escapeIdentifier(rows[0]?.name ?? '')),
  );
  return new StartupError(
    `The user of DATABASE_URL may not create the roles that separate owners: let an administrator of the database server run "${sql.join('; ')};" and start again.`,
    { cause },
  );
}
