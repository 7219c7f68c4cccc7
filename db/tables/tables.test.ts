import { expect, test } from 'vitest';
import { database, withTestDatabase } from '../testing/with-database.ts';
import type { Db, Tx } from './tables.ts';

withTestDatabase();

test('lets only transactions run functions that require one', async () => {
  const isInTransaction = (db: Tx): boolean => db.isTransaction;
  const isQueried = (db: Db): boolean => db.isTransaction;
  const { db } = database.connection;
  await db.transaction().execute((transaction) => {
    expect(isInTransaction(transaction)).toBe(true);
    expect(isQueried(transaction)).toBe(true);
    return Promise.resolve();
  });
  // @ts-expect-error A pool runs each statement on its own, so that a lock ends at once.
  expect(isInTransaction(db)).toBe(false);
  expect(isQueried(db)).toBe(false);
});
