import { expect, test } from 'vitest';
import { listMigrations, migrate, migrateTo } from './migrate.ts';
import { database, withEmptyDatabase } from './testing/with-database.ts';

withEmptyDatabase();

/** Migrates up to the version before the providers. */
async function migrateWithoutProviders(): Promise<void> {
  const names = (await listMigrations()).map(({ name }) => name);
  const own = names.findIndex((name) => name.endsWith('-payment-provider.sql'));
  await migrateTo(database.connection, names[own - 1] ?? '');
}

const venue = '00000000-0000-7000-8000-000000000001';
const unit = '00000000-0000-7000-8000-000000000002';
const orderId = (place: number) =>
  `00000000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`;

async function insertSales(payments: readonly (string | null)[]): Promise<void> {
  const { pool } = database.connection;
  await pool.query(`
    insert into users (id, account_type, name, email, password_hash)
      values ('${venue}', 'owner', 'Maya', 'maya@example.com', '');
    insert into venues (id, owner_id, name) values ('${venue}', '${venue}', 'Bar');
    insert into units (id, venue_id) values ('${unit}', '${venue}');
  `);
  for (const [place, paymentId] of payments.entries()) {
    await pool.query(
      `insert into orders (venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by,
         price_cents, tax_cents, tip_cents, payment_id)
       values ($1, $2, $3, 1, now(), now(), 'unit', 900, 0, 0, $4)`,
      [venue, orderId(place), unit, paymentId],
    );
    await pool.query(
      `insert into ordered_drinks (venue_id, order_id, drink_index, id, name, quantity,
         success_quantity, price_cents, tax_cents, tip_cents)
       values ($1, $2, 0, $2, 'Rum', 1, 1, 900, 0, 0)`,
      [venue, orderId(place)],
    );
    await pool.query(
      `insert into refunds (venue_id, id, order_id, drink_index, state, amount_cents, provider,
         payment_id, requested_at)
       values ($1, $2, $2, 0, 'refunded', 900, $3, $4, now())`,
      [venue, orderId(place), paymentId === 'pi_1' ? 'stripe' : 'embedded', paymentId],
    );
  }
}

test('sales and refunds of version 0.1 keep their rows, and get the provider that their payment names', async () => {
  await migrateWithoutProviders();
  const demo = `pay_${orderId(4).slice(-12)}`;
  const payments = ['pi_1', 'ch_2', '12345', '0000012345:8048023u8m2ka9tj', demo];
  await insertSales([...payments, 'sim_1', 'receipt 7', null]);
  await migrate(database.connection);
  const { rows } = await database.connection.pool.query(`
    select orders.payment_id, orders.payment_provider, refunds.provider, refunds.attempts
    from orders join refunds on refunds.order_id = orders.id order by orders.id
  `);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['pi_1', 'stripe', 'stripe', 1],
    ['ch_2', 'stripe', 'unsent', 1],
    ['12345', 'shift4', 'unsent', 1],
    ['0000012345:8048023u8m2ka9tj', 'shift4', 'unsent', 1],
    [demo, 'demo', 'demo', 1],
    ['sim_1', 'demo', 'demo', 1],
    ['receipt 7', null, 'unsent', 1],
    [null, null, 'cash', 1],
  ]);
});
