import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queuedJobs, queueSchedules } from '../testing/messages.ts';
import { app } from '../testing/with-app.ts';
import {
  drinksOf,
  endClaims,
  provider,
  refund,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';

withRefunds();

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const settlements = async () =>
  (await queuedJobs(app.db)).filter(({ kind }) => kind === 'settle refund');

/** Gives up all jobs of refunds, as when the last attempt could not queue another. */
async function loseJobs(): Promise<void> {
  await sql`
    select graphile_worker.permanently_fail_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'settle refund'
    ), 'The database was away')
  `.execute(app.db);
}

/** Runs the recurring jobs and what they queue. */
async function sweepAt(ms: number): Promise<void> {
  await queueSchedules(app.db);
  await workAt(ms);
  await workAt(ms);
}

test('a refund whose job was given up without another is resumed after a day', async () => {
  const { id } = await sell();
  provider.behaviour = 'dies';
  await refund(id, '0');
  await endClaims();
  await loseJobs();
  provider.behaviour = 'pays';
  await sweepAt(23 * hourMs);
  expect(provider.received).toHaveLength(1);
  await sweepAt(25 * hourMs);
  expect([...provider.paid.values()]).toEqual([900]);
  expect((await drinksOf(id))[0].status).toBe('refunded');
  expect(await settlements()).toEqual([]);
});

test('a refund whose job of a later day was given up is resumed', async () => {
  const { id } = await sell();
  provider.behaviour = 'dies';
  await refund(id, '0');
  for (let hour = 0; hour < 24; hour++) await workAt(minuteMs + hour * hourMs);
  expect(await settlements()).toMatchObject([{ attempts: 8 }, { attempts: 0 }]);
  await endClaims();
  await loseJobs();
  provider.behaviour = 'pays';
  await sweepAt(48 * hourMs);
  expect([...provider.paid.values()]).toEqual([900]);
  expect((await drinksOf(id))[0].status).toBe('refunded');
});

test('no second job is queued for an old refund that is tried again later', async () => {
  const { id } = await sell();
  provider.behaviour = 'dies';
  await refund(id, '0');
  for (let hour = 0; hour < 24; hour++) await workAt(minuteMs + hour * hourMs);
  const before = await settlements();
  expect(before).toMatchObject([{ attempts: 8 }, { attempts: 0 }]);
  const { length } = provider.received;
  await sweepAt(24.1 * hourMs);
  expect((await settlements()).map(({ id: job }) => job)).toEqual(before.map(({ id: job }) => job));
  expect(provider.received).toHaveLength(length);
});
