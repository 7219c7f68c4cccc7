/** State of a database: plain, partitioned, or in between. */
import type { ClientBase } from 'pg';
import { listPlacedTables } from '../distribution/placement.ts';
import { monthAt, monthsAhead } from './months.ts';
import {
  addReferences,
  createPartitions,
  listPartitions,
  type PartitionedTable,
  partitionedTables,
  progressTable,
  type Queries,
  schemas,
} from './tables.ts';
import { StartupError } from '../start-error.ts';

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

// Triggers that repeat every change of the tables in their partitioned copies, in the same transaction.

/** Requests have no rights on the copies, so the functions run as the owner of the tables. */
export async function createMirror(client: ClientBase): Promise<void> {
  for (const table of partitionedTables) {
    await client.query(await mirrorOf(client, table));
    await client.query(
      `create trigger partitioning_mirror after insert or update or delete on ${table.name}
         for each row execute function ${schemas.copy}.mirror_${table.name}()`,
    );
  }
}

/** Updates insert rows that are not copied yet: the copying leaves them as they are then. */
async function mirrorOf(client: ClientBase, { name, key }: PartitionedTable): Promise<string> {
  const copy = `${schemas.copy}.${name}`;
  const { rows } = await client.query<{ columns: string; changes: string; schema: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns,
       string_agg(format('%1$I = excluded.%1$I', attname), ', ' order by attnum) filter (where attname <> all($2)) as changes,
       current_schema() as schema
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [name, key],
  );
  const { columns = '', changes = '', schema = '' } = rows[0] ?? {};
  const values = columns.replaceAll(/(^|, )/g, '$1new.');
  const receipt = `
    if tg_op = 'INSERT' and new.idempotency_key is not null then
      insert into ${schema}.order_receipts (venue_id, unit_id, idempotency_key, order_id, body_hash, received_at)
      values (new.venue_id, new.unit_id, new.idempotency_key, new.id, new.body_hash,
        case when new.entered_by <> 'import' then new.received_at end)
      on conflict do nothing;
    end if;`;
  return `
    create function ${schemas.copy}.mirror_${name}() returns trigger
      language plpgsql security definer
      set search_path = pg_catalog, pg_temp
      as $$ begin
        if tg_op = 'DELETE' then
          delete from ${copy} where ${key.map((column) => `${column} = old.${column}`).join(' and ')};
          return null;
        end if;
        insert into ${copy} (${columns}) values (${values})
        on conflict (${key.join(', ')}) do update set ${changes};
        ${name === 'orders' ? receipt : ''}
        return null;
      end $$`;
}

// Creates the partitions of the coming months.

/**
 * Does nothing unless the tables are partitioned. A month that has rows in the default partition already keeps them
 * there.
 * @param client in a transaction
 */
export async function makePartitions(client: Queries, nowMs: number): Promise<string[]> {
  if ((await findState(client)) !== 'partitioned') return [];
  const existing = new Set(await listPartitions(client));
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const made: string[] = [];
  for (let after = 0; after <= monthsAhead; after += 1) {
    const month = monthAt(nowMs, after);
    if (existing.has(month.name)) continue;
    // Sales wait for the locks, and behind them.
    await client.query(`set local lock_timeout = '700ms'`);
    await client.query(
      'lock table refunds, orders, ordered_drinks, pours in access exclusive mode',
    );
    const { rows: strays } = await client.query<{ found: boolean }>(
      `select ${partitionedTables
        .map(
          ({ name, by }) =>
            `exists (select from ${schemas.partitions}.${name}_default where ${by} >= '${month.from}' and ${by} < '${month.to}')`,
        )
        .join(' or ')} as found`,
    );
    if (strays[0]?.found === true) continue;
    for (const statement of [
      ...createPartitions(rows[0]?.schema ?? 'public', month),
      ...addReferences(month, true),
    ]) {
      await client.query(statement);
    }
    made.push(month.name);
  }
  return made;
}
