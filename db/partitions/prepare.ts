/** Begins a conversion: creates the partitioned tables beside the others, and triggers that write to both. */
import type { ClientBase } from 'pg';
import { createCopyOf } from './copy-of-table.ts';
import { type Month, monthAt, monthOfId, monthsAhead } from './months.ts';
import { createMirror } from './mirror.ts';
import { createPartitions, partitionedTables, progressTable, schemas } from './tables.ts';

/** Sales of earlier months have no partition of their own: imports start in 2000. */
const earliest = monthAt(Date.UTC(2000, 0, 1));

/** Months that have orders, and those from now on; each search is one step in the index. */
export async function listMonths(client: ClientBase): Promise<Month[]> {
  const { rows } = await client.query<{ ms: number }>(
    'select extract(epoch from now())::float8 * 1000 as ms',
  );
  const nowMs = rows[0]?.ms ?? Date.now();
  const ahead = Array.from({ length: monthsAhead + 1 }, (_, after) => monthAt(nowMs, after));
  const last = ahead.at(-1)?.to ?? earliest.from;
  const months = new Map<string, Month>();
  for (let from = earliest.from; ;) {
    const { rows: found } = await client.query<{ id: string }>(
      'select id from orders where id >= $1 and id < $2 order by id limit 1',
      [from, last],
    );
    if (found[0] === undefined) break;
    const month = monthOfId(found[0].id);
    months.set(month.name, month);
    from = month.to;
  }
  for (const month of ahead) months.set(month.name, month);
  return [...months.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** One transaction of the caller: when it is interrupted, nothing has changed. */
export async function prepareCopy(client: ClientBase): Promise<void> {
  const months = await listMonths(client);
  for (const schema of Object.values(schemas)) {
    await client.query(`create schema if not exists ${schema}`);
  }
  await client.query(`create table ${progressTable} (last_id uuid, orders bigint not null)`);
  await client.query(`insert into ${progressTable} values (null, 0)`);
  for (const { name, by } of partitionedTables) await createCopyOf(client, name, by);
  for (const month of [...months, { name: 'default' }]) {
    for (const statement of createPartitions(schemas.copy, month)) await client.query(statement);
  }
  // Last, because they block sales until the transaction ends.
  await client.query(
    `alter table ${schemas.copy}.orders add constraint orders_unit
       foreign key (venue_id, unit_id) references units (venue_id, id) on delete restrict`,
  );
  await createMirror(client);
}

/** Removes everything that a conversion has created before the exchange. */
export async function abandonCopy(client: ClientBase): Promise<void> {
  await client.query('lock table refunds, orders, ordered_drinks, pours in access exclusive mode');
  await client.query(`alter table refunds drop constraint if exists refunds_drink_of_partition`);
  for (const { name } of partitionedTables) {
    await client.query(`drop trigger if exists partitioning_mirror on ${name}`);
  }
  for (const { name } of partitionedTables.toReversed()) {
    await client.query(`drop table ${schemas.copy}.${name}`);
  }
  await client.query(`drop schema ${schemas.copy} cascade`);
  await client.query(`drop schema ${schemas.partitions}, ${schemas.detached}, ${schemas.replaced}`);
}
