/** Tenant scope of database access: row-level security (RLS) limits reads and writes to rows of these venues. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeLiteral } from 'pg';

/** Rows in scope: those of the owner, and those of these venues. */
export interface Tenant {
  ownerId: string | null;
  venueIds: readonly string[];
}

const received = new AsyncLocalStorage<Tenant | null>();

/** Limits every query and transaction that begins in `work` to these rows; null allows all rows. */
export const withTenant = <T>(rows: Tenant | null, work: () => T): T => received.run(rows, work);

/** Runs `work` without tenant scope, for the few tasks that need more than the requester may see. */
export const withoutTenant = <T>(work: () => T): T => received.run(null, work);

export const currentTenant = (): Tenant | null => received.getStore() ?? null;

/**
 * Sets the tenant scope until the transaction ends. Only ever within a transaction: behind a pooler, session settings
 * would leak to the next client.
 */
export const setTenantQuery = ({ ownerId, venueIds }: Tenant) => ({
  text: `select set_config('barback.owner', $1, true), set_config('barback.venues', $2, true)`,
  values: [ownerId ?? '', `{${venueIds.join()}}`],
});

/** The same as plain text, which can be sent together with the statement that begins a transaction. */
export function setTenantSql(rows: Tenant): string {
  const { text, values } = setTenantQuery(rows);
  return text.replaceAll(/\$(\d)/g, (_, number) => escapeLiteral(values[Number(number) - 1] ?? ''));
}
