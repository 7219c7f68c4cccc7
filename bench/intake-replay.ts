/** Captures the SQL statements of an order once per unit and replays them at maximum speed. */
import { embeddedFlags } from '../server/adapters/flags/local.ts';
import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Connection } from '../db/pool/connect.ts';
import type { Tables } from '../db/tables/tables.ts';
import { createOrder } from '../server/orders/create-order.ts';
import { hashSecret } from '../server/shared/ids.ts';
import { findUnitByKey } from '../server/units/unit-keys.queries.ts';
import type { Seller } from './intake-sellers.ts';

/** Number of the caught order in the change log, which no other parameter has. */
const caughtNumber = 1_000_000_000;

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Orders per second when only these statements run, with one connection per unit. */
export async function replay(
  bare: Connection,
  sellers: readonly Seller[],
  seconds: number,
): Promise<number> {
  const caught = await Promise.all(sellers.map((seller) => catchStatements(bare, seller)));
  let orders = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    caught.map(async (statements) => {
      const client = await bare.pool.connect();
      const [authenticate, ...order] = statements;
      let number = caughtNumber;
      while (performance.now() < until) {
        number += 1;
        const fresh = freshValues(order, number);
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

async function catchStatements({ pool }: Connection, seller: Seller): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  await findUnitByKey(db, hashSecret(seller.key));
  await db
    .updateTable('unit_state')
    .set({ last_number: caughtNumber - 1 })
    .where('unit_id', '=', seller.unitId)
    .execute();
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
  return statements.filter(({ sql }) => !/^(begin|commit|start)/i.test(sql));
}

/** Every order needs its own ids, key and number: values introduced by the insert are replaced consistently. */
function freshValues(
  order: readonly Statement[],
  number: number,
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
  const looksUp = order.find(({ sql }) => sql.includes('"idempotency_key" ='));
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
