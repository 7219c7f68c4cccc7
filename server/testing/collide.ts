/** Test helpers: requests that meet at the same row lock. */
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Reply, TestApp } from './app.ts';

/**
 * Sends requests while the rows of `lock` are locked, waits until all of them wait for a lock, and lets them proceed
 * together.
 */
export async function collide(
  app: TestApp,
  lock: RawBuilder<unknown>,
  requests: readonly (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const sent = await app.db.transaction().execute(async (transaction) => {
    await lock.execute(transaction);
    const replies = requests.map((send) => send());
    await expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(requests.length);
    // In an object, because promises would be awaited before the commit.
    return { replies };
  });
  return Promise.all(sent.replies);
}

/** Like `collide`, but the requests reach the lock one after the other, and proceed in this order. */
export async function collideInOrder(
  app: TestApp,
  lock: RawBuilder<unknown>,
  requests: readonly (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const sent = await app.db.transaction().execute(async (transaction) => {
    await lock.execute(transaction);
    const replies: Promise<Reply>[] = [];
    for (const send of requests) {
      replies.push(send());
      await expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(replies.length);
    }
    return { replies };
  });
  return Promise.all(sent.replies);
}

/** Returns the number of connections to the database of the app that wait for a lock. */
export async function countLockWaits(app: TestApp): Promise<number> {
  const activity = sql.raw((await isDistributed(app)) ? 'citus_stat_activity' : 'pg_stat_activity');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(app.db);
  return rows[0]?.count ?? 0;
}

/** On a distributed database, the locks are those of another server. */
async function isDistributed(app: TestApp): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('pg_catalog.citus_stat_activity') is not null as is
  `.execute(app.db);
  return rows[0]?.is ?? false;
}
