/** The upgrade to refunds of single glasses, beside a process of the release before. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listMigrations, migrate, migrateTo } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let venue: string;
let order: string;

const run = (sql: string, values: unknown[] = []) => database.connection.pool.query(sql, values);

/** A database of the release before, with a sale of three lines. */
beforeEach(async () => {
  database = await createTestDatabase('none');
  const names = (await listMigrations()).map(({ name }) => name);
  const own = names.findIndex((name) => name.endsWith('-refunds-of-glasses.sql'));
  await migrateTo(database.connection, names[own - 1] ?? '');
  const [owner, unit] = [randomUUID(), randomUUID()];
  [venue, order] = [randomUUID(), randomUUID()];
  await run(`
    insert into users (id, account_type, name, email, password_hash) values ('${owner}', 'owner', 'Maya', 'maya@example.com', '');
    insert into venues (id, owner_id, name) values ('${venue}', '${owner}', 'Rooftop');
    insert into units (id, venue_id) values ('${unit}', '${venue}');
    insert into orders (venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents)
      values ('${venue}', '${order}', '${unit}', 1, now(), now(), 'unit', 5400, 0, 0);
  `);
  for (const index of [0, 1, 2]) {
    await run(
      `insert into ordered_drinks (
         venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
       ) values ($1, $2, $3, $4, 'Rum', 2, 1, 900, 0, 0)`,
      [venue, order, index, randomUUID()],
    );
  }
});

afterEach(async () => {
  await database.drop();
});

/** Stores a refund of a line as the release before does. */
const requestWhole = (index: number, state = 'requested') =>
  run(
    `insert into refunds (venue_id, id, order_id, drink_index, state, amount_cents, provider, requested_at)
     values ($1, $2, $3, $4, $5, 1800, 'stripe', now())`,
    [venue, randomUUID(), order, index, state],
  );

/** Settles the refund of a line as the release before does. */
async function settleWhole(index: number, state: 'refunded' | 'failed'): Promise<void> {
  await run(
    `update refunds set state = $1, settled_at = now() where drink_index = $2 and state <> 'failed'`,
    [state, index],
  );
  await run(`update ordered_drinks set refunded_at = $1 where drink_index = $2`, [
    state === 'refunded' ? new Date() : null,
    index,
  ]);
}

const drinks = async () =>
  (
    await run(
      `select refunded_at is not null as is_refunded, refunded_quantity from ordered_drinks order by drink_index`,
    )
  ).rows;

test('refunds of before are those of whole lines, no row is rewritten, and the release before goes on', async () => {
  await requestWhole(0);
  await settleWhole(0, 'refunded');
  await requestWhole(1, 'failed');
  await requestWhole(1);
  const files = async () =>
    (
      await run(
        `select pg_relation_filenode('ordered_drinks') as drinks, pg_relation_filenode('refunds') as refunds`,
      )
    ).rows;
  const before = await files();
  await migrate(database.connection);
  expect(await files()).toEqual(before);
  expect((await run('select distinct glasses, returned_glasses, nth from refunds')).rows).toEqual([
    { glasses: null, returned_glasses: null, nth: 0 },
  ]);

  await settleWhole(1, 'refunded');
  await requestWhole(2);
  await settleWhole(2, 'failed');
  await requestWhole(2);
  await settleWhole(0, 'failed');
  expect(await drinks()).toEqual([
    { is_refunded: false, refunded_quantity: 0 },
    { is_refunded: true, refunded_quantity: 0 },
    { is_refunded: false, refunded_quantity: 0 },
  ]);
  await expect(requestWhole(2)).rejects.toThrow('refunds_once_each');
});

test('a line of which a glass is refunded is left alone by the release before', async () => {
  await migrate(database.connection);
  await run(
    `insert into refunds (
       venue_id, id, order_id, drink_index, state, amount_cents, provider, requested_at, glasses, tax_cents, tip_cents
     ) values ($1, $2, $3, 0, 'requested', 900, 'stripe', now(), 1, 0, 0)`,
    [venue, randomUUID(), order],
  );
  await expect(requestWhole(0)).rejects.toThrow('refunds_once_each');
  await expect(settleWhole(0, 'refunded')).rejects.toThrow('refunds_returned');
  await expect(settleWhole(0, 'failed')).rejects.toThrow('refunds_returned');
  await run(`update refunds set state = 'refunded', returned_glasses = 1`);
  await run('update ordered_drinks set refunded_quantity = 1 where drink_index = 0');
  await expect(
    run('update ordered_drinks set refunded_at = now() where drink_index = 0'),
  ).rejects.toThrow('ordered_drinks_refunded');
  await expect(
    run('update ordered_drinks set refunded_quantity = 2 where drink_index = 0'),
  ).rejects.toThrow('ordered_drinks_refunded');
});
