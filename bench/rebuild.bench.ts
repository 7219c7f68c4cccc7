/**
 * Rebuilding the sums of a venue from its sales, compared with PostgreSQL reading the same sales in one go and computing
 * the same sums by hour, without storing them. At two sizes, with the same number of sales on each unit.
 */
import { type RawBuilder, sql } from 'kysely';
import {
  drinkSums,
  lineSums,
  orderSums,
  pourSums,
  salesOf,
  selected,
  selectHours,
  soldCents,
  soldQuantity,
} from '../db/rebuild-rollups.ts';
import type { Db } from '../db/tables/tables.ts';
import { msOf, report } from '../resilience/testing/outcome.ts';
import { liftTimeLimit } from '../server/shared/database.queries.ts';
import { rebuildVenue } from '../server/verification/rebuild-venue.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { residentMb } from './process.ts';

const fleets = [
  { sales: 250_000, units: 2 },
  { sales: 1_000_000, units: 8 },
];

export async function benchRebuild(): Promise<void> {
  for (const { sales, units } of fleets) {
    const database = await openBenchDatabase(sales, units);
    const { db } = database.connection;
    const { venueId } = await openSession(database.connection);
    const ofSales = sales.toLocaleString('en-US');
    const rebuild = () =>
      msOf(() =>
        rebuildVenue({ db, now: () => new Date() }, venueId, new AbortController().signal),
      );
    await rebuild();
    const plainMs = await aggregate(db, venueId);
    const before = residentMb(process.pid);
    const rightMs = await rebuild();
    const growth = residentMb(process.pid) - before;
    for (const table of ['sales_rollups', 'drink_rollups', 'drink_sums', 'pour_sums'] as const)
      await db.deleteFrom(table).where('venue_id', '=', venueId).execute();
    const lostMs = await rebuild();
    await sql`vacuum analyze`.execute(db);
    await database.close();
    report(
      `sums of ${ofSales} sales rebuilt / PostgreSQL's own aggregates, nothing stored`,
      rightMs / plainMs,
      { most: 1.5 },
      `${seconds(rightMs)} / ${seconds(plainMs)}; ${growth.toFixed(0)} MB more in the process`,
    );
    report(
      `the same where all sums were lost`,
      lostMs / plainMs,
      { most: 6 },
      `${seconds(lostMs)} / ${seconds(plainMs)}`,
    );
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Time of the aggregates by hour of all sales of a venue, each with the plan that PostgreSQL prefers. */
async function aggregate(db: Db, venueId: string): Promise<number> {
  const lines = sql`
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
    where sale.venue_id = ${venueId}`;
  const hour = sql`sale.unit_id, date_trunc('hour', sale.sold_at, 'UTC')`;
  const statements = [
    sql`select ${hour}, ${selected(orderSums)}, ${selected(lineSums)} ${lines} group by 1, 2`,
    sql`select ${hour}, drink.name, sum(${soldQuantity}), sum(${soldCents}) ${lines} group by 1, 2, 3`,
    selectHours(drinkSums, venueId, salesOf(venueId)),
    selectHours(pourSums, venueId, salesOf(venueId)),
  ];
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    const timed = (statement: RawBuilder<unknown>) =>
      sql`explain (analyze, timing off) ${statement}`.execute(transaction);
    return msOf(async () => {
      for (const statement of statements) await timed(statement);
    });
  });
}
