import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listMigrations, migrate, migrateTo } from './migrate.ts';
import { database, withEmptyDatabase } from './testing/with-database.ts';

withEmptyDatabase();

test('the ledger of an earlier release begins with the levels and the numbers of the units', async () => {
  const names = (await listMigrations()).map(({ name }) => name);
  const own = names.findIndex((name) => name.endsWith('-stock-movements.sql'));
  await migrateTo(database.connection, names[own - 1] ?? '');
  const { pool } = database.connection;
  const [owner, venue, unit, rum, order] = [0, 1, 2, 3, 4].map(() => randomUUID());
  await pool.query(`
    insert into users (id, account_type, name, email, password_hash) values ('${owner}', 'owner', 'Maya', 'maya@example.com', '');
    insert into venues (id, owner_id, name) values ('${venue}', '${owner}', 'Rooftop');
    insert into units (id, venue_id) values ('${unit}', '${venue}');
    insert into ingredients (venue_id, id, name) values ('${venue}', '${rum}', 'Rum');
    insert into unit_inventory (venue_id, unit_id, ingredient_id) values ('${venue}', '${unit}', '${rum}');
    insert into unit_positions (venue_id, unit_id, position, ingredient_id, category, source, size_ml, remaining_ml) values
      ('${venue}', '${unit}', 1, '${rum}', 'ROTENDER_CLASSIC', 'carousel', 1000, 412.5),
      ('${venue}', '${unit}', 2, '${rum}', 'ROTENDER_CLASSIC', 'carousel', 1000, 0);
    insert into unit_state (venue_id, unit_id) values ('${venue}', '${unit}') on conflict do nothing;
    update unit_state set last_number = 7 where unit_id = '${unit}';
    insert into orders (venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents)
      values ('${venue}', '${order}', '${unit}', 1, now(), now(), 'unit', 900, 0, 0);
  `);
  await migrate(database.connection);
  const { rows } = await pool.query(`
    select position, ingredient_id, kind, ml, level_before_ml, level_after_ml, number, actor_id
    from stock_movements where venue_id = '${venue}' order by position
  `);
  const start = { ingredient_id: rum, kind: 'adjusted', ml: 0, number: 7, actor_id: null };
  expect(rows).toEqual([
    { ...start, position: 1, level_before_ml: 412.5, level_after_ml: 412.5 },
    { ...start, position: 2, level_before_ml: 0, level_after_ml: 0 },
  ]);
  const orders = await pool.query('select number, deducted from orders');
  expect(orders.rows).toEqual([{ number: null, deducted: null }]);
});
