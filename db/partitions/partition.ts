/** Partitions the tables of sales by month, in steps that can be interrupted and repeated. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import {
  beginMigration,
  beginWithSchemaLock,
  type LockRetries,
  retryLocks,
} from '../migration-files.ts';
import { abandonCopy, prepareCopy } from './prepare.ts';
import { findState } from './state.ts';
import {
  addReferences,
  listPartitions,
  partitionedTables,
  partitionReferences,
  progressTable,
  schemas,
} from './tables.ts';

interface PartitionOptions extends Omit<CopyOptions, 'onBatch'> {
  retries: LockRetries;
  onStep?: (step: string) => void | Promise<void>;
  onCopied?: (orders: number) => void | Promise<void>;
}

/**
 * Waits for locks end before the server looks for deadlocks (after a second), so that of two that wait for each other
 * this command gives way, not the request of a client.
 */
export const patience = { lockTimeoutMs: 700, pauseMs: 500, attempts: 400 };

/** Continues from the state in which the database is. */
export async function partition(client: ClientBase, options: PartitionOptions): Promise<void> {
  const { onStep, onCopied, retries } = options;
  if ((await findState(client)) === 'plain') {
    await onStep?.('creating the partitioned tables');
    await inOne(client, retries, async () => {
      if ((await findState(client)) === 'plain') await prepareCopy(client);
    });
  }
  if ((await findState(client)) === 'copying') {
    await onStep?.('copying');
    await copyRows(client, { ...options, ...(onCopied ? { onBatch: onCopied } : {}) });
    await onStep?.('checking');
    for (const statement of beforeExchange) {
      await inOne(client, retries, () => client.query(statement));
      await onStep?.(nameOf(statement));
    }
    await inOne(client, retries, async () => {
      if ((await findState(client)) === 'copying') await exchangeTables(client);
    });
    await onStep?.('exchanged the tables');
  }
  if ((await findState(client)) === 'exchanged') {
    for (const statement of await afterExchange(client)) {
      await inOne(client, retries, () => client.query(statement));
      await onStep?.(nameOf(statement));
    }
  }
}

/** Leaves the database as it was before; nothing to do after the exchange. */
export async function abandon(client: ClientBase, retries: LockRetries): Promise<void> {
  await inOne(client, retries, async () => {
    if ((await findState(client)) === 'copying') await abandonCopy(client);
  });
}

const nameOf = (statement: string): string => statement.replaceAll(/\s+/g, ' ').slice(0, 100);

/** Runs `work` in a transaction, as no migration runs, until it gets its locks. */
export async function inOne(
  client: ClientBase,
  retries: LockRetries,
  work: () => Promise<unknown>,
): Promise<void> {
  await retryLocks(
    client,
    () => 'The migration to partitions',
    retries,
    async () => {
      await beginWithSchemaLock(client, () => beginMigration(client, patience), retries.stop);
      try {
        await work();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    },
  );
}

// Ends a conversion: exchanges the tables for their copies, and removes the old ones.

/** Statements before the exchange that need no long locks, each a transaction of its own. */
const beforeExchange: readonly string[] = [
  ...partitionedTables.map(({ name }) => `analyze ${schemas.copy}.${name}`),
  `alter table refunds drop constraint if exists refunds_drink_of_partition`,
  `alter table refunds add constraint refunds_drink_of_partition
     foreign key (venue_id, order_id, drink_index)
     references ${schemas.copy}.ordered_drinks (venue_id, order_id, drink_index) on delete restrict not valid`,
  'alter table refunds validate constraint refunds_drink_of_partition',
];

/** One transaction of the caller, which changes the catalog only. Sales wait for it. */
async function exchangeTables(client: ClientBase): Promise<void> {
  await client.query('lock table refunds, orders, ordered_drinks, pours in access exclusive mode');
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const schema = rows[0]?.schema ?? 'public';
  for (const { name } of partitionedTables) {
    await client.query(`drop trigger partitioning_mirror on ${schema}.${name}`);
  }
  await client.query(`alter table ${schema}.refunds drop constraint refunds_drink`);
  await client.query(
    `alter table ${schema}.refunds rename constraint refunds_drink_of_partition to refunds_drink`,
  );
  for (const { name } of partitionedTables) {
    await client.query(`alter table ${schema}.${name} set schema ${schemas.replaced}`);
    await client.query(`alter table ${schemas.copy}.${name} set schema ${schema}`);
  }
  for (const name of await listPartitions(client)) {
    for (const statement of addReferences({ name }, false)) await client.query(statement);
  }
  // Earlier releases find a repeated order by its key only, in an index that is missing now.
  await client.query(
    `update ${schema}.schema_migrations set compatible_since = '0028' where name like '0028-%'`,
  );
  // Keys are in order_receipts. A key here would outlast its receipt, and two sales of one key could not be restored
  // into tables that are not partitioned.
  await client.query(
    `create or replace function ${schema}.leave_key_to_receipt() returns trigger
       language plpgsql
       as $$ begin
         new.idempotency_key := null;
         new.body_hash := null;
         return new;
       end $$`,
  );
  await client.query(
    `create trigger orders_key before insert on ${schema}.orders
       for each row when (new.idempotency_key is not null) execute function ${schema}.leave_key_to_receipt()`,
  );
}

/** Statements that follow, each a transaction of its own and repeatable. */
async function afterExchange(client: ClientBase): Promise<string[]> {
  const months = await listPartitions(client);
  return [
    ...months.flatMap((month) =>
      partitionReferences.map(
        ({ table, name }) =>
          `alter table ${schemas.partitions}.${table}_${month} validate constraint ${name}`,
      ),
    ),
    ...partitionedTables
      .toReversed()
      .map(({ name }) => `drop table if exists ${schemas.replaced}.${name}`),
    // The progress is in it: from here on the database is partitioned.
    `drop schema if exists ${schemas.replaced}; drop schema ${schemas.copy} cascade`,
  ];
}

// Copies existing rows in batches, each a transaction of its own, while sales are stored.

interface CopyOptions {
  batchSize: number;
  /** Keys of earlier sales are of no use any more. */
  receiptDays: number;
  onBatch?: (orders: number) => void | Promise<void>;
  stop?: AbortSignal;
}

/** Copies what is left; returns when every row is in both tables. */
async function copyRows(client: ClientBase, options: CopyOptions): Promise<void> {
  for (;;) {
    options.stop?.throwIfAborted();
    const orders = await copyBatch(client, options);
    if (orders === null) return;
    if (orders === 'busy') await wait(50, undefined, { signal: options.stop });
    else await options.onBatch?.(orders);
  }
}

/** Number of orders copied so far; null when there are no more; 'busy' when others were changing rows of the batch. */
async function copyBatch(
  client: ClientBase,
  { batchSize, receiptDays }: CopyOptions,
): Promise<number | 'busy' | null> {
  await client.query('begin isolation level read committed');
  try {
    // Otherwise a batch might read whole tables, while the statistics of new tables are missing.
    await client.query(`
      set local statement_timeout = 0;
      set local enable_seqscan = off;
      set local enable_hashjoin = off;
      set local enable_mergejoin = off;
    `);
    const range = await nextRange(client, batchSize);
    if (range === null) {
      await client.query('commit');
      return null;
    }
    const isWhole =
      (await copyTable(client, 'orders', 'orders', range)) &&
      (await copyTable(client, 'ordered_drinks', ofOrder('ordered_drinks'), range)) &&
      (await copyTable(client, 'pours', ofOrder('pours'), range));
    if (!isWhole) {
      await client.query('rollback');
      return 'busy';
    }
    await client.query(
      `insert into order_receipts (venue_id, unit_id, idempotency_key, order_id, body_hash, received_at)
       select venue_id, unit_id, idempotency_key, id, body_hash, case when entered_by <> 'import' then received_at end
       from orders as sale
       where ${inRange} and idempotency_key is not null
         and (entered_by = 'import' or received_at > now() - $3 * interval '1 day')
       on conflict do nothing`,
      [...range, receiptDays],
    );
    const { rows } = await client.query<{ orders: string }>(
      `update ${progressTable}
       set last_id = $2, orders = orders + (select count(*) from orders as sale where ${inRange})
       returning orders`,
      range,
    );
    await client.query('commit');
    return Number(rows[0]?.orders ?? 0);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

type Range = [after: string | null, last: string];

const inRange = `($1::uuid is null or sale.id > $1) and sale.id <= $2::uuid`;

/** The row of the progress is locked: of two runs, each copies its own batches. */
async function nextRange(client: ClientBase, size: number): Promise<Range | null> {
  const { rows: progress } = await client.query<{ after: string | null }>(
    `select last_id as after from ${progressTable} for update`,
  );
  const after = progress[0]?.after ?? null;
  const { rows } = await client.query<{ last: string | null }>(
    `select id as last from (
       select id from orders ${after === null ? '' : 'where id > $2'} order by id limit $1
     ) as batch order by id desc limit 1`,
    after === null ? [size] : [size, after],
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : [after, last];
}

const ofOrder = (table: string): string =>
  `orders as sale join ${table} as source on source.venue_id = sale.venue_id and source.order_id = sale.id`;

/**
 * Copies the rows of a range that no other transaction is changing. Locked rows cannot change until the copies are visible to the
 * triggers; rows that others have locked are skipped, because waiting for them could end in a deadlock.
 * @returns whether all rows of the range were copied
 */
async function copyTable(
  client: ClientBase,
  table: string,
  from: string,
  range: Range,
): Promise<boolean> {
  const [source, rowsFrom] = table === 'orders' ? ['sale', 'orders as sale'] : ['source', from];
  const { rows } = await client.query<{ locked: string; present: string }>(
    `with locked as materialized (
       select ${source}.* from ${rowsFrom} where ${inRange} for share of ${source} skip locked
     ), copied as (
       insert into ${schemas.copy}.${table} select * from locked on conflict do nothing
     )
     select (select count(*) from locked) as locked, (select count(*) from ${rowsFrom} where ${inRange}) as present`,
    range,
  );
  return rows[0]?.locked === rows[0]?.present;
}
