import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import {
  noticeRum,
  queueSchedules,
  testOutbox,
  watchStock,
} from '../../server/testing/services/messages.ts';
import {
  countingPayments,
  endClaims,
  fail,
  noon,
  provider,
  refund,
  sell,
  withRefunds,
} from '../../server/testing/refunds.ts';
import { app as original, owner, unit } from '../../server/testing/with-app.ts';
import { countParkedJobs } from '../../server/jobs/jobs.queries.ts';
import { backUp, release, restore } from '../testing/backups.ts';

withRefunds();

const hourMs = 60 * 60_000;
const folder = withTestFolder();
let database: TestDatabase;
let copy: TestApp;

beforeEach(async () => {
  database = await createTestDatabase('none');
});
afterEach(() => copy.close());

test('a restored copy sends no mail and no refund of the original until its jobs are released', async () => {
  await watchStock(original, unit);
  await noticeRum(original, { owner, unit });
  await queueSchedules(original.db);
  const sale = await sell();
  provider.behaviour = 'dies';
  expect((await refund(sale.id, '0')).body).toMatchObject({ status: 'requested' });
  await endClaims();

  const file = join(folder, 'backup.tar.gz');
  const target = { url: original.databaseUrl };
  expect(await backUp({ dataDir: join(folder, 'original'), target }, file)).toMatchObject({
    code: 0,
  });
  const place = { dataDir: join(folder, 'copy'), target: database.target };
  const restored = await restore(place, file);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain(
    'Parked 13 jobs (1 announce restock, 1 forget done jobs, 1 make partitions, 1 send close-outs, 1 settle refund, 1 sum sales, 1 sweep bundles, 1 sweep changes, 1 sweep files, 1 sweep order receipts, 1 sweep sessions, 1 verify venues, 1 watch venues): nothing of it is sent or refunded.',
  );

  const payments = countingPayments();
  copy = await startTestApp({ payments }, database);
  const { mails, texts, runAll } = testOutbox(copy);
  copy.setNow(new Date(noon.getTime() + 24 * hourMs));
  await queueSchedules(copy.db);
  await runAll();
  expect([mails, texts, payments.received]).toEqual([[], [], []]);
  expect(await countParkedJobs(copy.db)).toBe(13);

  expect(await release(place)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Released 13 jobs \(1 announce restock, .*\n$/),
  });
  await runAll();
  expect(mails).toHaveLength(1);
  expect(texts).toHaveLength(2);
  expect([...payments.paid.values()]).toEqual([900]);
  expect(await release(place)).toMatchObject({ code: 0, out: 'No jobs are parked.\n' });
});

test('what the original may have refunded since the backup is not paid again when jobs are released', async () => {
  const policy = { policy: 'nothing_poured', delayMinutes: 10, cap: 20 };
  const path = `/api/venues/${owner.venueId}/refund-policy`;
  const set = await original.send('PUT', path, { token: owner.token, body: policy });
  expect(set.status).toBe(200);
  await fail();
  const sale = await sell();
  provider.behaviour = 'dies';
  await refund(sale.id, '0');
  // As if the process had stopped before it sent the refund.
  await original.db
    .updateTable('refunds')
    .set({ attempts: 0, claimed_until: null })
    .where('order_id', '=', sale.id)
    .execute();

  const file = join(folder, 'unsent.tar.gz');
  const target = { url: original.databaseUrl };
  expect(await backUp({ dataDir: join(folder, 'original'), target }, file)).toMatchObject({
    code: 0,
  });
  const place = { dataDir: join(folder, 'unsent'), target: database.target };
  expect(await restore(place, file)).toMatchObject({ code: 0, err: '' });

  const payments = countingPayments();
  copy = await startTestApp({ payments }, database);
  copy.setNow(new Date(noon.getTime() + 24 * hourMs));
  expect(await release(place)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Released .*1 settle refund.*\nDropped 1 automatic refund, .* the cases are left to people.*\n$/,
    ),
  });
  await testOutbox(copy).runAll();
  expect(payments.received).toMatchObject([{ amountCents: 900, isResumed: true }]);
  expect(await copy.db.selectFrom('pour_cases').select('state').execute()).toEqual([
    { state: 'open' },
  ]);
});
