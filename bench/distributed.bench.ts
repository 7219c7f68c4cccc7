/**
 * A coordinator and two workers compared with one PostgreSQL of the same version on the same machine, alternately. The
 * machine has no more cores for three servers than for one: this measures what distribution costs, not what it gains.
 */
import autocannon from 'autocannon';
import { Client } from 'pg';
import { distribute } from '../db/distribution/distribute.ts';
import { migrate } from '../db/migrate.ts';
import {
  clientConfig,
  connect,
  type Connection,
  type ConnectionTarget,
} from '../db/pool/connect.ts';
import {
  createCitusDatabase,
  isCitusInstalled,
  nodeSettings,
  ownerRole,
  startCitusCluster,
} from '../db/testing/citus-cluster.ts';
import { startInstalledPostgres } from '../db/testing/installed-postgres.ts';
import { asAdmin, withDatabase } from '../db/testing/target.ts';
import { makeFleet, reportPath } from './fleet.ts';
import { sell } from './intake.bench.ts';
import { makeSellers, type Seller } from './intake-sellers.ts';
import { median, report } from './outcome.ts';
import { type Served, serve } from './process.ts';
import { openSession } from './session.ts';

const rounds = 3;
const seconds = 5;
const venues = 20;
const sales = 100_000;

interface Side {
  server: Served;
  sellers: Seller[];
  reportUrl: string;
  token: string;
  stop: () => Promise<void>;
}

export async function benchDistributed(): Promise<void> {
  if (!isCitusInstalled()) {
    console.log('Distributed database: not measured, because Citus is not installed.');
    return;
  }
  const sides = { plain: await startPlain(), distributed: await startDistributed() };
  const orders = { plain: [] as number[], distributed: [] as number[] };
  const reports = { plain: [] as number[], distributed: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['plain', 'distributed'] as const) {
      const { server, sellers } = sides[name];
      const taken = await sell(server.url, sellers, seconds);
      const read = await readReports(sides[name]);
      // The first round warms up.
      if (round === 0) continue;
      orders[name].push(taken);
      reports[name].push(read);
    }
  }
  for (const side of Object.values(sides)) await side.stop();
  show('orders a second: two workers / one PostgreSQL', orders);
  show('reports of a year a second: two workers / one PostgreSQL', reports);
}

function show(what: string, rates: { plain: number[]; distributed: number[] }): void {
  const [plain, distributed] = [median(rates.plain), median(rates.distributed)];
  report(
    what,
    distributed / plain,
    { least: 0.7 },
    `${distributed.toFixed(0)} / ${plain.toFixed(0)} at 16 connections`,
  );
}

async function readReports({ reportUrl, token }: Side): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: reportUrl,
    headers: { authorization: `Bearer ${token}` },
    connections: 16,
    duration: seconds,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} reports refused, ${errors} failed`);
  return requests.average;
}

async function startPlain(): Promise<Side> {
  const { target, stop } = await startInstalledPostgres(15, 5432, nodeSettings);
  await asAdmin(target, `create role ${ownerRole} login createrole`);
  await asAdmin(target, `create database bench owner ${ownerRole}`);
  return open({ ...target, user: ownerRole, database: 'bench' }, () => Promise.resolve(), stop);
}

async function startDistributed(): Promise<Side> {
  const { stop, ...cluster } = await startCitusCluster();
  await createCitusDatabase(cluster, 'bench');
  const target = withDatabase(cluster.worker, 'bench');
  const place = async (): Promise<void> => {
    const client = new Client(clientConfig(target));
    await client.connect();
    await distribute(client);
    await client.end();
  };
  return open(target, place, stop);
}

async function open(
  target: ConnectionTarget,
  place: () => Promise<void>,
  stopDatabase: () => Promise<void>,
): Promise<Side> {
  const filling = connect(target, { statementTimeoutMs: 0 });
  await migrate(filling);
  await makeFleet(filling.db, { venues, sales });
  await filling.close();
  await place();
  const connection = connect(target);
  await connection.pool.query('vacuum analyze');
  const { token, venueId } = await openSession(connection);
  const sellers = await sellersOf(connection);
  await connection.close();
  const server = await serve('serve.ts', target);
  return {
    server,
    sellers,
    token,
    reportUrl: server.url + reportPath(venueId),
    stop: async () => {
      await server.stop();
      await stopDatabase();
    },
  };
}

/** Four units in each of four venues. */
async function sellersOf(connection: Connection): Promise<Seller[]> {
  const sellers: Seller[] = [];
  for (const number of [2, 3, 4, 5]) {
    sellers.push(...(await makeSellers(connection, 4, `Venue ${number}`)));
  }
  return sellers;
}
