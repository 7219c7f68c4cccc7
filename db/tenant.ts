/** Tenant scope of database access: row-level security (RLS) limits reads and writes to rows of these venues. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg';
import { codeOf, StartupError } from './start-error.ts';

/** Rows in scope: those of the owner, and those of these venues. */
export interface Tenant {
  ownerId: string | null;
  /** None until the request has found the venue that it concerns. */
  venueIds: readonly string[];
  /** Venues that a member of the owner's staff is limited to; absent for all. */
  limitedTo?: readonly string[];
  /** Owner whose terms can be read in addition: a unit shows those of its venue's owner. */
  termsOf?: string;
}

/** Roles that transactions with a tenant run as. Tables belong to the login role, which has access to every row. */
export const tenantRoles = {
  /** Sees the rows of one venue at most: its policies compare with a single id. */
  oneVenue: 'barback_tenant',
  /** Sees the rows of several venues, for the few statements that need it. */
  severalVenues: 'barback_tenant_venues',
} as const;

const context = new AsyncLocalStorage<{ rows: Tenant | null }>();

const nothing: Tenant = { ownerId: null, venueIds: [] };

/** Limits every query and transaction that begins in `work` to these rows. */
export const withTenant = <T>(rows: Tenant, work: () => T): T => context.run({ rows }, work);

/** Runs `work` with access to every row, for jobs, super admins, and tasks that need more than the requester may see. */
export const withoutTenant = <T>(work: () => T): T => context.run({ rows: null }, work);

/** Null for access to every row. Without any context, no row is in scope. */
export function currentTenant(): Tenant | null {
  const store = context.getStore();
  return store === undefined ? nothing : store.rows;
}

/** Limits the rest of the current `withTenant` to these venues; has no effect where every row is in scope. */
export function limitToVenues(venueIds: readonly string[]): void {
  const store = context.getStore();
  if (store?.rows) store.rows = { ...store.rows, venueIds };
}

/**
 * Sets the tenant scope until the transaction ends. Only ever within a transaction: behind a pooler, session settings
 * would leak to the next client. Plain SET LOCAL, because Citus passes on no other settings to its workers.
 */
export function setTenantSql({ ownerId, venueIds, limitedTo, termsOf }: Tenant): string {
  const [first, ...more] = venueIds;
  const role = more.length === 0 ? tenantRoles.oneVenue : tenantRoles.severalVenues;
  const venues =
    more.length === 0 ? [['venue', first] as const] : groupedByEnding('venues', venueIds);
  // Of a member without any venue, the setting stands for none of them.
  const within = limitedTo
    ? [['within', 'some'] as const, ...groupedByEnding('within', limitedTo)]
    : [];
  const settings = [['owner', ownerId] as const, ['terms', termsOf] as const, ...venues, ...within];
  const set = settings.flatMap(([name, value]) =>
    value ? [`set local barback.${name} = ${escapeLiteral(value)}`] : [],
  );
  return [`set local role ${role}`, ...set].join('; ');
}

/**
 * Venues grouped by the last two digits of their ids, which are random: a policy then searches a few ids for each row,
 * however many venues there are.
 */
function groupedByEnding(
  setting: 'venues' | 'within',
  venueIds: readonly string[],
): (readonly [string, string])[] {
  const groups = new Map<string, string[]>();
  for (const id of venueIds) {
    const name = `${setting}_${id.slice(-2)}`;
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  return [...groups].map(([name, ids]) => [name, ids.join(',')] as const);
}

// Roles of the cluster that transactions with a tenant run as; the login role must be a member of them.

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
