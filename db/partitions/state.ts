/** State of a database: plain, partitioned, or in between. */
import type { ClientBase } from 'pg';
import { listPlacedTables } from '../distribution/placed-tables.ts';
import { StartupError } from '../start-error.ts';
import { progressTable, type Queries } from './tables.ts';

/** `copying` can be abandoned; `exchanged` only lacks the last checks and the removal of the old tables. */
export type PartitionState = 'plain' | 'copying' | 'exchanged' | 'partitioned';

export async function findState(client: Queries): Promise<PartitionState> {
  const { rows } = await client.query<{ kind: string; underWay: boolean }>(
    `select relkind as kind, to_regclass('${progressTable}') is not null as "underWay"
     from pg_class where oid = to_regclass('orders')`,
  );
  const [found] = rows;
  if (found?.kind === 'p') return found.underWay ? 'exchanged' : 'partitioned';
  return found?.underWay === true ? 'copying' : 'plain';
}

/** Throws a StartupError while tables are copied: a migration would change only one of the copies. */
export async function refuseWhileCopying(client: Queries): Promise<void> {
  const { rows } = await client.query<{ underWay: boolean }>(
    `select to_regclass('${progressTable}') is not null as "underWay"`,
  );
  if (rows[0]?.underWay !== true) return;
  throw new StartupError(
    'The tables of sales are being partitioned, and migrations wait until that is over: run npm run partition -- --yes, which finishes it, or npm run partition -- --abandon.',
  );
}

/** Throws a StartupError when the database cannot be partitioned. */
export async function checkPossible(client: ClientBase): Promise<void> {
  if ((await listPlacedTables(client)).some(({ name }) => name === 'orders')) {
    throw new StartupError(
      'The tables are distributed over several nodes (npm run distribute): they cannot be partitioned by time as well.',
    );
  }
  const { rows } = await client.query<{ owns: boolean; creates: boolean; role: string }>(
    `select pg_has_role(relowner, 'usage') as owns, current_user::text as role,
       has_database_privilege(current_database(), 'create') as creates
     from pg_class where oid = 'orders'::regclass`,
  );
  const [rights] = rows;
  if (rights?.owns === true && rights.creates) return;
  throw new StartupError(
    `The user of DATABASE_URL, ${rights?.role ?? '?'}, ${rights?.owns === true ? 'may not create schemas in the database' : 'does not own the table orders'}: let an administrator run "alter database … owner to ${rights?.role ?? '?'}", or use the role that owns it.`,
  );
}
