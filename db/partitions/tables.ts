/** Names and definitions of the partitioned tables. */
import type { Month } from './months.ts';

/** Each references the one before. */
export const partitionedTables = [
  { name: 'orders', by: 'id', key: ['venue_id', 'id'] },
  { name: 'ordered_drinks', by: 'order_id', key: ['venue_id', 'order_id', 'drink_index'] },
  {
    name: 'pours',
    by: 'order_id',
    key: ['venue_id', 'order_id', 'drink_index', 'pour_index'],
  },
] as const;

export type PartitionedTable = (typeof partitionedTables)[number];

export const schemas = {
  /** Partitions. Requests have no rights in it: they use the partitioned tables. */
  partitions: 'barback_partitions',
  /** Detached partitions. */
  detached: 'barback_detached',
  /** Exists while tables are copied: the new tables, and the progress. */
  copy: 'barback_partitioning',
  /** Tables as they were, from the exchange until they are dropped. */
  replaced: 'barback_unpartitioned',
} as const;

export const progressTable = `${schemas.copy}.progress`;

/** Unique over all time, so that it cannot be kept; order_receipts replaces it. */
export const keyIndex = 'orders_idempotency';

/** References between partitions of the same month: a partition is then detached without a search of all others. */
export const partitionReferences = [
  { table: 'ordered_drinks', name: 'ordered_drinks_order' },
  { table: 'pours', name: 'pours_drink' },
] as const;

/** Minimal interface of a connection, inside a transaction. */
export interface Queries {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as in pg.
  query: <Row extends Record<string, unknown>>(text: string) => Promise<{ rows: Row[] }>;
}

/** Statements that create the partitions of a month, or the default ones, without their references. */
export const createPartitions = (
  schema: string,
  month: Pick<Month, 'name'> & Partial<Month>,
): string[] =>
  partitionedTables.map(
    ({ name }) =>
      `create table ${schemas.partitions}.${name}_${month.name} partition of ${schema}.${name} ${
        month.from === undefined || month.to === undefined
          ? 'default'
          : `for values from ('${month.from}') to ('${month.to}')`
      }`,
  );

/** Statements that add the references of the partitions of a month, as they are between the tables. */
export const addReferences = (month: Pick<Month, 'name'>, isValid: boolean): string[] => {
  const [orders, drinks, pours] = partitionedTables.map(
    ({ name }) => `${schemas.partitions}.${name}_${month.name}`,
  );
  const [ofDrinks, ofPours] = partitionReferences;
  const checked = isValid ? '' : ' not valid';
  return [
    `alter table ${drinks ?? ''} add constraint ${ofDrinks.name} foreign key (venue_id, order_id)
       references ${orders ?? ''} (venue_id, id) on delete cascade${checked}`,
    `alter table ${pours ?? ''} add constraint ${ofPours.name} foreign key (venue_id, order_id, drink_index)
       references ${drinks ?? ''} (venue_id, order_id, drink_index) on delete cascade${checked}`,
  ];
};

/** Endings of the names of all partitions, in order; the default ones last. */
export async function listPartitions(client: Queries): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select substr(relname, length('orders_') + 1) as name from pg_class
     where relispartition and relkind = 'r' and relname like 'orders\\_%'
       and relnamespace = to_regnamespace('${schemas.partitions}')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}
