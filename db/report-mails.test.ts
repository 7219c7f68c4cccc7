/** The upgrade to mails of several venues, with the subscriptions of the release before. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listMigrations, migrate, migrateTo } from './migrate.ts';
import { createTestDatabase } from './testing/database.ts';

test('subscriptions of the release before keep their time, and other kinds have rules', async () => {
  const database = await createTestDatabase('none');
  const { pool } = database.connection;
  const names = (await listMigrations()).map(({ name }) => name);
  const own = names.findIndex((name) => name.endsWith('-mails-of-periods.sql'));
  await migrateTo(database.connection, names[own - 1] ?? '');
  const user = randomUUID();
  await pool.query(
    `insert into users (id, account_type, name, email, password_hash)
     values ($1, 'owner', 'Maya', 'maya@example.com', '')`,
    [user],
  );
  const add = (columns: string, values: string) =>
    pool.query(
      `insert into report_subscriptions (
         id, user_id, timezone, created_at, from_at, check_at, token, venue_ids, ${columns}
       ) values ($1, $2, 'UTC', now(), now(), now(), gen_random_uuid()::text, array[gen_random_uuid()], ${values})`,
      [randomUUID(), user],
    );
  await add('kind, delay_minutes, paused', `'closeout', 60, true`);
  await migrate(database.connection);
  const { rows } = await pool.query(
    'select delay_minutes, at_minutes, weekday, paused, corrected_day, refusal from report_subscriptions',
  );
  expect(rows).toEqual([
    {
      delay_minutes: 60,
      at_minutes: null,
      weekday: null,
      paused: true,
      corrected_day: null,
      refusal: null,
    },
  ]);
  await add('kind, at_minutes, weekday', `'weekly', 540, 1`);
  await add('kind, at_minutes', `'monthly', 540`);
  await expect(add('kind, at_minutes', `'weekly', 540`)).rejects.toThrow('_day');
  await expect(add('kind, delay_minutes', `'monthly', 60`)).rejects.toThrow('_reading');
  await expect(add('kind, delay_minutes, weekday', `'csv', 60, 1`)).rejects.toThrow('_day');
  await database.drop();
});
