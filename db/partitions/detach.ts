/** Detaches the partitions of old months, with their refunds, for an archive or to be dropped. */
import type { ClientBase } from 'pg';
import { StartupError } from '../start-error.ts';
import { firstIdAt, type Month, monthAt } from './months.ts';
import { listPartitions, partitionedTables, schemas } from './tables.ts';

/**
 * Months whose partitions end at this time or earlier. Throws a StartupError where a unit may still send one of their
 * sales again, and where a refund has not been settled.
 */
export async function listDetachable(
  client: ClientBase,
  beforeMs: number,
  receiptDays: number,
): Promise<Month[]> {
  const { rows } = await client.query<{ last: Date }>(
    `select now() - $1 * interval '1 day' as last`,
    [receiptDays],
  );
  const last = rows[0]?.last ?? new Date(0);
  if (beforeMs > last.getTime()) {
    throw new StartupError(
      `Units may send sales again for ${receiptDays} days (ORDER_RECEIPT_DAYS), until when they have to be found: name a date up to ${last.toISOString().slice(0, 10)}.`,
    );
  }
  const { rows: pending } = await client.query<{ count: string }>(
    `select count(*) as count from refunds where order_id < $1 and state = 'requested'`,
    [firstIdAt(beforeMs)],
  );
  if (Number(pending[0]?.count) > 0) {
    throw new StartupError(
      'Refunds of sales before that date are not settled yet: detach them when no refund is pending.',
    );
  }
  const end = firstIdAt(beforeMs);
  return (await listPartitions(client))
    .filter((name) => /^\d{4}_\d{2}$/.test(name))
    .map((name) => monthAt(Date.UTC(Number(name.slice(0, 4)), Number(name.slice(5)) - 1)))
    .filter(({ to }) => to <= end);
}

/**
 * One transaction of the caller. Sums of the month, its receipts and its audit entries stay; its open cases are settled
 * as not asked for, because they can neither be shown nor refunded without their sales.
 */
export async function detachMonth(
  client: ClientBase,
  { name, from, to }: Month,
): Promise<string[]> {
  const refunds = `${schemas.detached}.refunds_${name}`;
  await client.query(
    `create table ${refunds} (like refunds including defaults including constraints including indexes)`,
  );
  await client.query(
    `update pour_cases set state = 'resolved', resolution = 'kept', settled_at = now()
     where order_id >= $1 and order_id < $2 and state <> 'resolved'`,
    [from, to],
  );
  await client.query('lock table refunds, orders, ordered_drinks, pours in access exclusive mode');
  await client.query(
    `with moved as (delete from refunds where order_id >= $1 and order_id < $2 returning *)
     insert into ${refunds} select * from moved`,
    [from, to],
  );
  for (const table of partitionedTables.toReversed()) {
    const partition = `${schemas.partitions}.${table.name}_${name}`;
    await client.query(`alter table ${table.name} detach partition ${partition}`);
    await client.query(`alter table ${partition} set schema ${schemas.detached}`);
  }
  // It would keep a unit from being deleted.
  await client.query(`alter table ${schemas.detached}.orders_${name} drop constraint orders_unit`);
  return [
    ...partitionedTables.map((table) => `${schemas.detached}.${table.name}_${name}`),
    refunds,
  ];
}
