/** Pages of an inbox with 10,000 open cases, and its figures, against 50 ms. */
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { withLargeVenue } from './menu.bench.ts';
import { reportP95, timesMs } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const runs = 40;
const limitMs = 50;
const openCases = 10_000;

export async function benchCases(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { token, ownerId } = await openSession(connection);
  await withLargeVenue(connection.db, ownerId, async (venueId) => {
    await insertCases(connection.db, venueId);
    const server = await serve('serve', embedded.target);
    const read = (path: string) => send(`${server.url}/api/venues/${venueId}/${path}`, token);
    const first: { cases: { id: string }[] } = JSON.parse(await read('cases'));
    const last = first.cases.at(-1)?.id;
    if (last === undefined) throw new Error('There is no case');
    const pages = {
      'first page': 'cases',
      'second page': `cases?before=${last}`,
      summary: 'cases/summary',
    };
    for (const [name, path] of Object.entries(pages)) {
      const times = await timesMs(runs, () => read(path));
      reportP95(`${name} of ${openCases.toLocaleString('en-US')} open cases`, times, limitMs);
    }
    await server.stop();
  });
  await database.close();
}

/** A case of each of 10,000 drinks, in groups of ten. */
async function insertCases(db: Db, venueId: string): Promise<void> {
  await sql`
    with failed as (
      select orders.*, row_number() over (order by orders.unit_id, orders.sold_at) as nth
      from orders where venue_id = ${venueId} order by orders.unit_id, orders.sold_at limit ${sql.lit(openCases)}
    )
    insert into pour_cases (
      venue_id, id, group_id, order_id, drink_index, unit_id, sold_at, opened_at, failed_glasses, owed_cents, cause,
      position
    )
    select venue_id, id, first_value(id) over (partition by nth / 10 order by nth), id, 0, unit_id, sold_at, received_at,
      1, price_cents + tax_cents, 'blocked', 3
    from failed
  `.execute(db);
  await sql`vacuum analyze pour_cases`.execute(db);
}
