/** Cost of row-level security: the same endpoints with and without it. */
import { sql } from 'kysely';
import { type BenchDatabase, openSession } from './bench-database.ts';
import { sell } from './intake.bench.ts';
import { withManyVenues } from './many-venues.bench.ts';
import { serve } from './process.ts';
import { load, send } from './requests.ts';
import type { Connection } from '../db/pool/connect.ts';
import { withTenant } from '../db/tenant.ts';
import { makeSellers, reportPath } from '../resilience/testing/fleet.ts';
import { median, report, timesMs } from '../resilience/testing/outcome.ts';
import type { Actor } from '../rules/permissions.ts';
import { requireVenue } from '../server/venues/venue-access.ts';

const rounds = 3;
const seconds = 5;

interface Rates {
  orders: number;
  gets: number;
  reportMs: number;
}

export async function benchNets(database: BenchDatabase): Promise<void> {
  await compareOwners(database.connection);
  await compareRoles(database);
}

/** The same rows of one venue, read by an owner of that venue alone and by one of 3,000 venues. */
async function compareOwners({ db, tenantDb }: Connection): Promise<void> {
  const { id: venueId, owner_id: ownerId } = await db
    .selectFrom('venues')
    .select(['id', 'owner_id'])
    .where('name', '=', 'Venue 1')
    .executeTakeFirstOrThrow();
  const actor: Actor = {
    kind: 'account',
    userId: ownerId,
    accountType: 'owner',
    name: '',
    person: '',
    email: '',
    sessionId: '',
    isBrowser: false,
    isRecent: true,
    lacksSecondFactor: false,
  };
  const read = () =>
    withTenant({ ownerId, venueIds: [] }, async () => {
      await requireVenue({ db: tenantDb }, actor, venueId);
      await sql`
        select count(*), sum(price_cents) from (
          select price_cents from ordered_drinks where venue_id = ${venueId} limit 50000
        ) as drink
      `.execute(tenantDb);
    });
  const one = median(await timesMs(20, read));
  const many = await withManyVenues(db, ownerId, async () => median(await timesMs(20, read)));
  report(
    '50,000 rows for an owner of 3,000 venues / of one',
    many / one,
    { most: 1.25 },
    `${many.toFixed(1)} / ${one.toFixed(1)} ms`,
  );
}

async function compareRoles({ connection, embedded }: BenchDatabase): Promise<void> {
  const sellers = await makeSellers(connection, 16);
  const session = await openSession(connection);
  const address = reportPath(session.venueId);

  const rates = async (...words: string[]): Promise<Rates> => {
    const server = await serve('serve', embedded.target, ...words);
    const url = `${server.url}/api/users/${session.ownerId}/venues`;
    await load(url, session.token, { connections: 16, duration: 2 });
    const gets = await load(url, session.token, { connections: 16, duration: seconds });
    const orders = await sell(server.url, sellers, seconds);
    const look = () => send(server.url + address, session.token);
    const reportMs = median(await timesMs(60, look));
    await server.stop();
    return { orders, gets: gets.requests.average, reportMs };
  };

  const withNets: Rates[] = [];
  const without: Rates[] = [];
  for (let round = 0; round < rounds; round += 1) {
    withNets.push(await rates());
    without.push(await rates('--without-tenants'));
  }

  const compare = (name: string, what: keyof Rates, limit: number, unit: string): void => {
    const [on, off] = [withNets, without].map((runs) => median(runs.map((run) => run[what])));
    if (on === undefined || off === undefined) return;
    const ratio = what === 'reportMs' ? off / on : on / off;
    const digits = what === 'reportMs' ? 1 : 0;
    report(name, ratio, { least: limit }, `${on.toFixed(digits)} / ${off.toFixed(digits)} ${unit}`);
  };
  compare('orders taken in with row-level security / without', 'orders', 0.7, 'a second');
  compare('signed-in GETs with row-level security / without', 'gets', 0.6, 'a second');
  compare('speed of a report with row-level security / without', 'reportMs', 0.8, 'ms');
}
