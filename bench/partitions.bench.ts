/** Sales of four years, first as they are and then partitioned by month; the figures are in docs/scaling-out.md. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool } from 'pg';
import {
  clientConfig,
  connect,
  type Connection,
  type ConnectionTarget,
} from '../db/pool/connect.ts';
import type { Tables } from '../db/tables/tables.ts';
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { detachMonth, listDetachable } from '../db/partitions/detach.ts';
import { inOne, partition, patience } from '../db/partitions/partition.ts';
import { runBackup } from '../tools/backup/commands.ts';
import { makeSellers, type Seller } from '../resilience/testing/fleet.ts';
import { sell } from './intake.bench.ts';
import { median, timesMs } from '../resilience/testing/outcome.ts';
import { addPastSales, openSession, years } from './bench-database.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const sales = Number(process.env['BENCH_SALES'] ?? 5_000_000);
const folder = fileURLToPath(new URL('../build/bench/partitions', import.meta.url));
const retries = { patience, print: () => undefined };

export async function benchPartitions(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const quick = await startEmbedded(folder, { durable: false });
  const filling = connect(quick.target);
  await migrate(filling);
  await filling.close();
  const patient = withoutTimeouts(quick.target);
  const generated = await secondsOf(() => addPastSales(patient, sales));
  console.log(`${sales.toLocaleString('en-US')} sales made in ${generated}`);
  await patient.destroy();
  await quick.stop();

  const embedded = await startEmbedded(folder);
  const connection = connect(embedded.target);
  const sellers = await makeSellers(connection, 8);
  await measure('plain', embedded, connection, sellers);
  const client = new Client(clientConfig(embedded.target));
  await client.connect();
  const converted = await secondsOf(() =>
    partition(client, { batchSize: 2_000, receiptDays: 400, retries }),
  );
  console.log(`converted in ${converted}`);
  await client.query('vacuum analyze');
  await measure('partitioned', embedded, connection, sellers);
  const [month] = await listDetachable(client, Date.UTC(years.from + 1, 0, 1), 400);
  if (month) {
    const detached = await secondsOf(() =>
      inOne(client, retries, () => detachMonth(client, month)),
    );
    console.log(`a month detached in ${detached}`);
  }
  await client.end();
  await connection.close();
  await embedded.stop();
}

async function measure(
  name: string,
  embedded: EmbeddedDatabase,
  connection: Connection,
  sellers: readonly Seller[],
): Promise<void> {
  const show = (what: string, value: string) => console.log(`${name}: ${what}: ${value}`);
  const session = await openSession(connection);
  const server = await serve('serve', embedded.target);
  const startDate = Date.UTC(years.to - 1, 2, 10, 5);
  const endDate = Date.UTC(years.to, 2, 10, 5) - 1;
  const look = (from: number, page: number) => () => {
    const url = `${server.url}/api/orders/sales/report?venueId=${session.venueId}&startDate=${from}&endDate=${endDate}&pagination[current]=${page}`;
    return send(url, session.token);
  };
  show('report of a year, page 1', await ms(look(startDate, 1)));
  show('page 100,000 of all years', await ms(look(Date.UTC(years.from, 0, 2), 100_000)));
  await sell(server.url, sellers, 3);
  show('orders a second, 8 units', (await sell(server.url, sellers, 10)).toFixed(0));
  await server.stop();
  const file = join(folder, `${name}.tar.gz`);
  const backup = await secondsOf(async () => {
    const code = await runBackup([file], {
      out: () => undefined,
      err: (line) => console.log(line),
      environment: { DATA_DIR: folder },
      folder: '/',
      stop: new AbortController().signal,
    });
    if (code !== 0) throw new Error('The backup failed.');
  });
  show('backup', `${backup}, ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
  await rm(file);
  const client = new Client(clientConfig(embedded.target));
  await client.connect();
  const last = Date.UTC(years.to, 10, 1);
  await client.query(
    `update ordered_drinks as drink set fee_cents = 1 from orders as sale
     where drink.venue_id = sale.venue_id and drink.order_id = sale.id and sale.sold_at >= $1`,
    [new Date(last)],
  );
  show(
    'vacuum after changes in the last month',
    await secondsOf(() => client.query('vacuum ordered_drinks')),
  );
  show(
    'vacuum freeze of all',
    await secondsOf(() => client.query('vacuum freeze orders, ordered_drinks, pours')),
  );
  const { rows } = await sql<{ mb: string }>`
    select round(sum(pg_total_relation_size(oid)) / 1e6) as mb from pg_class
    where relkind = 'r' and relname ~ '^(orders|ordered_drinks|pours)(_|$)'`.execute(connection.db);
  show('size', `${rows[0]?.mb ?? '?'} MB`);
  await client.end();
}

const withoutTimeouts = (target: ConnectionTarget) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new Pool(clientConfig(target)) }) });

const ms = async (work: () => Promise<unknown>) =>
  `${median(await timesMs(40, work)).toFixed(1)} ms`;

async function secondsOf(work: () => Promise<unknown>): Promise<string> {
  const started = performance.now();
  await work();
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
