/** Copies existing rows in batches, each a transaction of its own, while sales are stored. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { progressTable, schemas } from './tables.ts';

export interface CopyOptions {
  batchSize: number;
  /** Keys of earlier sales are of no use any more. */
  receiptDays: number;
  onBatch?: (orders: number) => void | Promise<void>;
  stop?: AbortSignal;
}

/** Copies what is left; returns when every row is in both tables. */
export async function copyRows(client: ClientBase, options: CopyOptions): Promise<void> {
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
