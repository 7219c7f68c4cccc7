import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listMigrations, migrate, migrateTo } from './migrate.ts';
import { database, withEmptyDatabase } from './testing/with-database.ts';

withEmptyDatabase();

test('lines of an earlier release are not known, before and after the upgrade, and no row is rewritten', async () => {
  const names = (await listMigrations()).map(({ name }) => name);
  const own = names.findIndex((name) => name.endsWith('-snapshots.sql'));
  await migrateTo(database.connection, names[own - 1] ?? '');
  const { pool } = database.connection;
  const [owner, venue, unit, order] = [0, 1, 2, 3].map(() => randomUUID());
  await pool.query(`
    insert into users (id, account_type, name, email, password_hash) values ('${owner}', 'owner', 'Maya', 'maya@example.com', '');
    insert into venues (id, owner_id, name) values ('${venue}', '${owner}', 'Rooftop');
    insert into units (id, venue_id) values ('${unit}', '${venue}');
    insert into orders (venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents)
      values ('${venue}', '${order}', '${unit}', 1, now(), now(), 'unit', 900, 0, 0);
  `);
  /** As the release before inserts it. */
  const sellLine = (index: number) =>
    pool.query(
      `insert into ordered_drinks (
         venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
       ) values ($1, $2, $3, $4, 'Rum', 1, 1, 900, 0, 0)`,
      [venue, order, index, randomUUID()],
    );
  const fileOf = async () => {
    const { rows } = await pool.query(`select pg_relation_filenode('ordered_drinks') as file`);
    return rows[0].file;
  };
  await sellLine(0);
  const before = await fileOf();
  await migrateTo(database.connection, names[own] ?? '');
  expect(await fileOf()).toBe(before);
  await sellLine(1);
  const { rows } = await pool.query(
    'select serving_ml, ingredient_price_cents, list_price_cents, snapshot from ordered_drinks',
  );
  const unknown = { serving_ml: [], ingredient_price_cents: [], list_price_cents: null };
  expect(rows).toEqual([0, 1].map(() => ({ ...unknown, snapshot: false })));
  const jobs = await pool.query(
    `select task.identifier as kind, payload from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id`,
  );
  expect(jobs.rows).toEqual([
    { kind: 'fill in snapshots', payload: { venueId: venue, after: null } },
  ]);
  await migrate(database.connection);
});
