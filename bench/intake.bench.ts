/** Order intake from 16 concurrent units, compared with a bare script that runs the same statements. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { makeSellers, type Seller } from '../resilience/testing/fleet.ts';
import { serve } from './process.ts';
import { connect, type Connection } from '../db/pool/connect.ts';
import type { Tables } from '../db/tables/tables.ts';
import { report } from '../resilience/testing/outcome.ts';
import { embeddedFlags } from '../server/adapters/flags/local.ts';
import { createOrder } from '../server/orders/create-order.ts';
import { hashSecret } from '../server/shared/ids.ts';
import { findUnitByKey } from '../server/units/unit-keys.queries.ts';

const seconds = 10;

export async function benchIntake({ connection, embedded }: BenchDatabase): Promise<void> {
  const sellers = await makeSellers(connection, 16);
  const bare = connect(embedded.target, { max: sellers.length });
  const bareRate = await replay(bare, sellers, seconds);
  await bare.close();

  const server = await serve('serve', embedded.target, '--summing');
  await sell(server.url, sellers, 3);
  const ours = await sell(server.url, sellers, seconds);
  await server.stop();
  report(
    'BASE-06 orders taken in at 16 connections / same statements bare',
    ours / bareRate,
    { least: 0.5 },
    `${ours.toFixed(0)} / ${bareRate.toFixed(0)} a second at ${sellers.length} connections`,
  );
}

/** The same on a database of a few sales, for a check within a minute or two. */
export async function benchQuickIntake(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  try {
    await benchIntake(database);
  } finally {
    await database.close();
  }
}

/** Each connection is one unit that sends its next order as soon as it receives the response. */
export async function sell(
  url: string,
  sellers: readonly Seller[],
  duration: number,
): Promise<number> {
  let next = 0;
  const result = await autocannon({
    url: `${url}/api/orders`,
    method: 'POST',
    connections: sellers.length,
    duration,
    setupClient: (client) => {
      const seller = sellers[next++ % sellers.length];
      if (!seller) return;
      const order = () => ({
        method: 'POST' as const,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${seller.key}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({
          date: Date.now(),
          drinks: [{ drinkId: seller.drinkId }],
          tips: 1,
          duration: 30_000,
        }),
      });
      client.setRequests([{ ...order(), setupRequest: (request) => ({ ...request, ...order() }) }]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} orders refused, ${result.errors} failed`);
  return result.requests.average;
}

// Captures the SQL statements of an order once per unit and replays them at maximum speed.

/** Least number of a caught order in the change log: no other parameter is as large. */
const leastNumber = 1_000_000_000;

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

interface CaughtOrder {
  statements: Statement[];
  /** Its number in the change log. */
  number: number;
}

/** Orders per second when only these statements run, with one connection per unit. */
async function replay(
  bare: Connection,
  sellers: readonly Seller[],
  seconds: number,
): Promise<number> {
  const caught = await Promise.all(sellers.map((seller) => catchStatements(bare, seller)));
  let orders = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    caught.map(async ({ statements, number: caughtNumber }) => {
      const client = await bare.pool.connect();
      const [authenticate, ...order] = statements;
      let number = caughtNumber;
      while (performance.now() < until) {
        number += 1;
        const fresh = freshValues(order, { caughtNumber, number });
        if (authenticate) await client.query(authenticate.sql, [...authenticate.parameters]);
        await client.query('begin');
        for (const statement of order)
          await client.query(statement.sql, fresh(statement.parameters));
        await client.query('commit');
        orders += 1;
      }
      client.release();
    }),
  );
  return orders / seconds;
}

async function catchStatements({ pool }: Connection, seller: Seller): Promise<CaughtOrder> {
  const statements: Statement[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  await findUnitByKey(db, hashSecret(seller.key));
  const { last_number: last } = await db
    .updateTable('unit_state')
    .set({ last_number: sql<number>`greatest(last_number, ${leastNumber}::bigint)` })
    .where('unit_id', '=', seller.unitId)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  statements.length = 1;
  const order = {
    date: new Date(),
    drinks: [{ drinkId: seller.drinkId, quantity: 1, isDouble: false }],
    tips: 1,
    duration: 30_000,
  };
  await createOrder(
    { db, now: () => new Date(), flags: embeddedFlags(db) },
    {
      unit: { id: seller.unitId, venue_id: seller.venueId, unit_number: 0, owner_id: null },
      order,
      key: randomUUID(),
      body: order,
      by: { actor: { kind: 'anonymous' }, address: '' },
    },
  );
  return {
    statements: statements.filter((each) => !/^(begin|commit|start)/i.test(each.sql)),
    number: last + 1,
  };
}

/** Every order needs its own ids, key and number: values introduced by the insert are replaced consistently. */
function freshValues(
  order: readonly Statement[],
  { caughtNumber, number }: { caughtNumber: number; number: number },
): (parameters: readonly unknown[]) => unknown[] {
  const inserts = order.filter(({ sql }) => sql.includes('insert into "orders"'));
  const made = new Map(newValues(inserts, order).map((old) => [old, randomUUID()]));
  return (parameters) =>
    parameters.map((value) => {
      if (value === caughtNumber) return number;
      return typeof value === 'string' ? (made.get(value) ?? value) : value;
    });
}

/** Ids that first appear in the insert, and the key that was looked up. */
function newValues(inserts: readonly Statement[], order: readonly Statement[]): string[] {
  const looksUp = order.find(({ sql }) => sql.includes('"idempotency_key" in'));
  const key = looksUp?.parameters.at(-1);
  const before = new Set(
    order
      .slice(
        0,
        order.findIndex((statement) => statement === inserts[0]),
      )
      .flatMap(({ parameters }) => parameters.flat()),
  );
  const ids = inserts
    .flatMap(({ parameters }) => parameters)
    .filter(
      (value): value is string =>
        typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) && !before.has(value),
    );
  return typeof key === 'string' ? [...ids, key] : ids;
}
