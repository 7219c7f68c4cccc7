/** Ends a conversion: exchanges the tables for their copies, and removes the old ones. */
import type { ClientBase } from 'pg';
import {
  addReferences,
  listPartitions,
  partitionedTables,
  partitionReferences,
  schemas,
} from './tables.ts';

/** Statements before the exchange that need no long locks, each a transaction of its own. */
export const beforeExchange: readonly string[] = [
  ...partitionedTables.map(({ name }) => `analyze ${schemas.copy}.${name}`),
  `alter table refunds drop constraint if exists refunds_drink_of_partition`,
  `alter table refunds add constraint refunds_drink_of_partition
     foreign key (venue_id, order_id, drink_index)
     references ${schemas.copy}.ordered_drinks (venue_id, order_id, drink_index) on delete restrict not valid`,
  'alter table refunds validate constraint refunds_drink_of_partition',
];

/** One transaction of the caller, which changes the catalog only. Sales wait for it. */
export async function exchangeTables(client: ClientBase): Promise<void> {
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
export async function afterExchange(client: ClientBase): Promise<string[]> {
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
