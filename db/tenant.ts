/** For whom the database is asked: while that is known, it shows and takes rows of their venues only. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeLiteral } from 'pg';

/** The rows that one who asks may see: an owner's own, and what belongs to these venues. */
export interface Tenant {
  ownerId: string | null;
  venueIds: readonly string[];
}

const asked = new AsyncLocalStorage<Tenant | null>();

/** Every query and transaction that begins in `work` reaches these rows only; null: all rows. */
export const withTenant = <T>(rows: Tenant | null, work: () => T): T => asked.run(rows, work);

/** For the few things that must look further than who asks for them may. */
export const withoutTenant = <T>(work: () => T): T => asked.run(null, work);

export const currentTenant = (): Tenant | null => asked.getStore() ?? null;

/**
 * Tells the database, until the transaction ends. Only ever within one: behind a pooler, what is set for a session is
 * found there by whoever comes next.
 */
export const setTenantQuery = ({ ownerId, venueIds }: Tenant) => ({
  text: `select set_config('barback.owner', $1, true), set_config('barback.venues', $2, true)`,
  values: [ownerId ?? '', `{${venueIds.join()}}`],
});

/** The same as text alone, which can be sent together with the statement that begins a transaction. */
export function setTenantSql(rows: Tenant): string {
  const { text, values } = setTenantQuery(rows);
  return text.replaceAll(/\$(\d)/g, (_, number) => escapeLiteral(values[Number(number) - 1] ?? ''));
}
