/**
 * A coordinator and two workers compared with one PostgreSQL of the same version on the same machine, alternately. The
 * machine has no more cores for three servers than for one: this measures what distribution costs, not what it gains.
 */
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
import { makeFleet, makeSellers, reportPath, type Seller } from '../resilience/testing/fleet.ts';
import { sell } from './intake.bench.ts';
import { median, report } from '../resilience/testing/outcome.ts';
import { postgresMs, type Served, serve } from './process.ts';
import { load } from './requests.ts';
import { openSession } from './bench-database.ts';

const rounds = 3;
const seconds = 5;
const venues = 20;
const sales = 100_000;

interface Side {
  server: Served;
  sellers: Seller[];
  reportUrl: string;
  token: string;
  /** Processor time of each part so far, in milliseconds. */
  spent: () => Record<string, number>;
  stop: () => Promise<void>;
}

type PerSide = Record<'plain' | 'distributed', number[]>;

/** Processor time of each part, in milliseconds, and what was done in it. */
interface Cost {
  times: number;
  ms: Record<string, number>;
}

export async function benchDistributed(): Promise<void> {
  if (!isCitusInstalled()) {
    console.log('Distributed database: not measured, because Citus is not installed.');
    return;
  }
  const sides = { plain: await startPlain(), distributed: await startDistributed() };
  const orders = noRates();
  const reports = noRates();
  const costs = { order: noCosts(), report: noCosts() };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['plain', 'distributed'] as const) {
      const side = sides[name];
      const taken = await costing(side, () => sell(side.server.url, side.sellers, seconds));
      const read = await costing(side, () => readReports(side));
      // The first round warms up.
      if (round === 0) continue;
      orders[name].push(taken.rate);
      reports[name].push(read.rate);
      add(costs.order[name], taken.cost);
      add(costs.report[name], read.cost);
    }
  }
  for (const side of Object.values(sides)) await side.stop();
  show('orders a second: two workers / one PostgreSQL', orders);
  show('reports of a year a second: two workers / one PostgreSQL', reports);
  for (const [what, sidesOf] of Object.entries(costs)) {
    for (const cost of Object.values(sidesOf)) console.log(costLine(what, cost));
  }
}

const noRates = (): PerSide => ({ plain: [], distributed: [] });
const noCosts = (): Record<keyof PerSide, Cost> => ({
  plain: { times: 0, ms: {} },
  distributed: { times: 0, ms: {} },
});

/** Runs `work`, which returns how often a second it did something, and adds up the processor time. */
async function costing(
  { spent }: Side,
  work: () => Promise<number>,
): Promise<{ rate: number; cost: Cost }> {
  const before = spent();
  const rate = await work();
  const ms = Object.entries(spent()).map(([part, after]) => [part, after - (before[part] ?? 0)]);
  return { rate, cost: { times: rate * seconds, ms: Object.fromEntries(ms) } };
}

function add(sum: Cost, { times, ms }: Cost): void {
  sum.times += times;
  for (const [part, spent] of Object.entries(ms)) sum.ms[part] = (sum.ms[part] ?? 0) + spent;
}

function costLine(what: string, { times, ms }: Cost): string {
  const parts = Object.entries(ms).map(([part, spent]) => `${part} ${(spent / times).toFixed(2)}`);
  return `        processor time in milliseconds: ${what}: ${parts.join(', ')}`;
}

function show(what: string, rates: PerSide): void {
  const [plain, distributed] = [median(rates.plain), median(rates.distributed)];
  report(
    what,
    distributed / plain,
    { least: 0.7 },
    `${distributed.toFixed(0)} / ${plain.toFixed(0)} at 16 connections`,
  );
}

async function readReports({ reportUrl, token }: Side): Promise<number> {
  const { requests } = await load(reportUrl, token, { connections: 16, duration: seconds });
  return requests.average;
}

const placeNothing = () => Promise.resolve();

async function startPlain(): Promise<Side> {
  const { target, pid, stop } = await startInstalledPostgres(15, 5432, nodeSettings);
  const nodes = { PostgreSQL: pid() };
  await asAdmin(target, `create role ${ownerRole} login createrole`);
  await asAdmin(target, `create database bench owner ${ownerRole}`);
  return open({ ...target, user: ownerRole, database: 'bench' }, nodes, placeNothing, stop);
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
  const [first, second] = cluster.workers.map(({ pid }) => pid());
  const nodes = {
    coordinator: cluster.coordinator.pid(),
    'first worker': first ?? 0,
    'second worker': second ?? 0,
  };
  return open(target, nodes, place, stop);
}

async function open(
  target: ConnectionTarget,
  /** Process ids of their postmasters. */
  nodes: Record<string, number>,
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
  const server = await serve('serve', target);
  return {
    server,
    sellers,
    token,
    reportUrl: server.url + reportPath(venueId),
    spent: () => ({
      process: server.cpuMs(),
      ...Object.fromEntries(
        Object.entries(nodes).map(([name, postmaster]) => [name, postgresMs(postmaster)]),
      ),
    }),
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
