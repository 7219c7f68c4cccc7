/** Tenant scope of database access: row-level security (RLS) limits reads and writes to rows of these venues. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeLiteral } from 'pg';

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
