/** Maintains hourly, daily and monthly rollups, in the transaction that changes the sales. */
import { sql } from 'kysely';
import { generatedOnce } from '../../db/generated-once.ts';
import { sumColumns, sumNames } from '../../db/rebuild-rollups.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { groupBy, inBatches } from '../../lib/lists.ts';
import { bucketStart, type Grain, grains } from '../../rules/reports/rollup-cover.ts';
import { type SaleSums, totalsOf } from '../../rules/reports/sales-totals.ts';

/** Delta of the rollups from sales of one unit at one time. */
export interface SalesChange {
  soldAt: Date;
  times: 1 | -1;
  sums: SaleSums;
  /** Quantity and amount by drink name. */
  drinks: { name: string; quantity: number; amountCents: number }[];
}

/**
 * Rows of a statement. As VALUES, because a distributed database would execute INSERT with SELECT on its coordinator and
 * commit in two phases; and few enough for the 65,535 parameters of a statement.
 */
const mostRows = 1_000;

interface Place {
  venueId: string;
  unitId: string;
}

interface Bucket {
  grain: Grain;
  starts: Date;
  sums: Record<keyof SaleSums, number>;
  drinks: Map<string, { quantity: number; amountCents: number }>;
}

/** Adds the changes to every bucket they fall into. The caller holds the unit's lock. */
export async function addToRollups(
  db: Tx,
  place: Place,
  changes: readonly SalesChange[],
): Promise<void> {
  const buckets = bucketsOf(changes);
  await addSales(db, place, buckets);
  await addDrinks(db, place, buckets);
}

function bucketsOf(changes: readonly SalesChange[]): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (const change of changes) {
    for (const grain of grains) {
      const startMs = bucketStart(grain, change.soldAt.getTime());
      const key = `${grain} ${startMs}`;
      const bucket = buckets.get(key) ?? {
        grain,
        starts: new Date(startMs),
        sums: { ...totalsOf([]) },
        drinks: new Map(),
      };
      buckets.set(key, bucket);
      add(bucket, change);
    }
  }
  return [...buckets.values()];
}

function add(bucket: Bucket, { sums, drinks, times }: SalesChange): void {
  for (const name of sumNames) bucket.sums[name] += times * sums[name];
  for (const { name, quantity, amountCents } of drinks) {
    const sold = bucket.drinks.get(name) ?? { quantity: 0, amountCents: 0 };
    bucket.drinks.set(name, {
      quantity: sold.quantity + times * quantity,
      amountCents: sold.amountCents + times * amountCents,
    });
  }
}

/**
 * Adds the changes of sales that are stored to the rollups, which have a row for each of them: with two statements for
 * each grain, however many there are. The caller holds the unit's lock.
 */
export async function updateRollups(
  db: Tx,
  place: Place,
  changes: readonly SalesChange[],
): Promise<void> {
  for (const [, buckets] of groupBy(bucketsOf(changes), ({ grain }) => grain)) {
    await updateSales(db, place, buckets);
    await updateDrinks(db, place, buckets);
  }
}

async function updateSales(db: Tx, place: Place, buckets: readonly Bucket[]): Promise<void> {
  const columns = sumNames.map((name) => sql.id(sumColumns[name]));
  const sums = sumNames.map((name) => sql`${buckets.map((bucket) => bucket.sums[name])}::bigint[]`);
  await sql`
    update sales_rollups as kept
    set ${sql.join(columns.map((column) => sql`${column} = kept.${column} + change.${column}`))}
    from unnest(${startsOf(buckets)}, ${sql.join(sums)}) as change (bucket, ${sql.join(columns)})
    where ${between(place, buckets)} and kept.bucket = change.bucket
  `.execute(db);
}

async function updateDrinks(db: Tx, place: Place, buckets: readonly Bucket[]): Promise<void> {
  const sold = buckets.flatMap(({ starts, drinks }) =>
    [...drinks].map(([name, drink]) => ({ starts, name, ...drink })),
  );
  await sql`
    update drink_rollups as kept set quantity = kept.quantity + change.quantity,
      amount_cents = kept.amount_cents + change.amount_cents
    from unnest(
      ${startsOf(sold)}, ${sold.map(({ name }) => name)}::text[],
      ${sold.map(({ quantity }) => quantity)}::bigint[], ${sold.map(({ amountCents }) => amountCents)}::bigint[]
    ) as change (bucket, name, quantity, amount_cents)
    where ${between(place, buckets)} and kept.bucket = change.bucket and kept.name = change.name
  `.execute(db);
}

const startsOf = (of: readonly Pick<Bucket, 'starts'>[]) =>
  sql`${of.map(({ starts }) => starts)}::timestamptz[]`;

/** Bounded by the first and the last bucket, which are of one grain: any join then reads no more than lies between. */
const between = ({ venueId, unitId }: Place, buckets: readonly Bucket[]) => {
  const times = buckets.map(({ starts }) => starts.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return sql`kept.venue_id = ${venueId} and kept.unit_id = ${unitId} and kept.grain = ${buckets[0]?.grain}
    and kept.bucket between ${new Date(first)} and ${new Date(last)}`;
};

async function addSales(db: Tx, place: Place, buckets: Bucket[]): Promise<void> {
  const rows = buckets.map(({ grain, starts, sums }) => ({ grain, starts, ...sums }));
  for (const batch of inBatches(rows, mostRows)) await insertSales(db, place, batch);
}

const insertSales = generatedOnce(
  (
    _db,
    { venueId, unitId }: Place,
    buckets: (Pick<Bucket, 'grain' | 'starts'> & Bucket['sums'])[],
  ) => {
    const columns = sumNames.map((name) => sql.id(sumColumns[name]));
    const rows = buckets.map(({ grain, starts, ...sums }) => {
      const values = sumNames.map((name) => sums[name]);
      return sql`(${venueId}, ${unitId}, ${grain}, ${starts}, ${sql.join(values)})`;
    });
    return sql`
      insert into sales_rollups as kept (venue_id, unit_id, grain, bucket, ${sql.join(columns)})
      values ${sql.join(rows)}
      on conflict (venue_id, grain, bucket, unit_id) do update set
        ${sql.join(columns.map((column) => sql`${column} = kept.${column} + excluded.${column}`))}
    `;
  },
);

async function addDrinks(db: Tx, place: Place, buckets: Bucket[]): Promise<void> {
  const rows = buckets.flatMap(({ grain, starts, drinks }) =>
    [...drinks].map(([name, sold]) => ({ grain, starts, name, ...sold })),
  );
  for (const batch of inBatches(rows, mostRows)) await insertDrinks(db, place, batch);
}

const insertDrinks = generatedOnce((_db, { venueId, unitId }: Place, sold: SoldDrink[]) => {
  const rows = sold.map(
    ({ grain, starts, name, quantity, amountCents }) =>
      sql`(${venueId}, ${unitId}, ${grain}, ${starts}, ${name}, ${quantity}, ${amountCents})`,
  );
  return sql`
    insert into drink_rollups as kept (venue_id, unit_id, grain, bucket, name, quantity, amount_cents)
    values ${sql.join(rows)}
    on conflict (venue_id, grain, bucket, unit_id, name) do update set
      quantity = kept.quantity + excluded.quantity,
      amount_cents = kept.amount_cents + excluded.amount_cents
  `;
});

interface SoldDrink extends Pick<Bucket, 'grain' | 'starts'> {
  name: string;
  quantity: number;
  amountCents: number;
}
