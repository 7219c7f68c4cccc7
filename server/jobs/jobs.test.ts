import { testPng } from '../testing/files.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Tenant, withTenant } from '../../db/tenant.ts';

import { newId } from '../shared/ids.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit } from '../testing/app.ts';
import {
  contacts,
  dueAt,
  emptyQueue,
  noticeRum,
  queuedJobs,
  queueSchedules,
  runDueJobs,
  runJobs,
  testOutbox,
  watchStock,
} from '../testing/services/messages.ts';
import { jobKinds, jobSlots } from '../worker/job-kinds.ts';
import { queueJobs } from './queue-jobs.ts';

const noon = new Date('2024-03-10T12:00:00Z');
const hourMs = 60 * 60_000;
const after = (ms: number): void => app.setNow(new Date(noon.getTime() + ms));

withApp();
beforeEach(async () => {
  app.setNow(noon);
  await emptyQueue(app.db);
});

async function shortage() {
  const owner = await addOwner(app, `Tiki ${Math.random()}`);
  const unit = await createUnit(app, owner);
  await watchStock(app, unit);
  await noticeRum(app, { owner, unit });
  return owner;
}

const kinds = async (): Promise<string[]> => (await queuedJobs(app.db)).map(({ kind }) => kind);

describe('queueing', () => {
  const removal = { kind: 'remove file', key: 'remove rum', payload: { key: 'rum' } } as const;

  test('a job is queued with its transaction, or not at all', async () => {
    const failing = app.db.transaction().execute(async (transaction) => {
      await queueJobs(transaction, [removal]);
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('No');
    expect(await kinds()).toEqual([]);
    await app.db.transaction().execute((transaction) => queueJobs(transaction, [removal]));
    expect(await kinds()).toEqual(['remove file']);
  });

  test('a job is queued once per key', async () => {
    await queueJobs(app.db, [removal]);
    const [first] = await queuedJobs(app.db);
    await queueJobs(app.db, [{ ...removal, afterMs: hourMs }]);
    expect(await queuedJobs(app.db)).toMatchObject([{ id: first?.id, run_at: first?.run_at }]);
  });

  test('every kind can be queued and is run by some slot, and no other kind is queued', async () => {
    const all = Object.keys(jobKinds).sort();
    expect(jobSlots.flatMap((one) => one.kinds).sort()).toEqual(all);
    for (const kind of all)
      await sql`select queue_job(${kind}, ${kind}, '{}', now())`.execute(app.db);
    expect(await kinds()).toEqual(all);
    await expect(
      sql`select queue_job('juggle', 'juggle', '{}', now())`.execute(app.db),
    ).rejects.toThrow('Unknown kind of job: juggle');
  });

  test('a tenant can queue and postpone jobs, and has no other access to the queue', async () => {
    const nothing: Tenant = { ownerId: null, venueIds: [] };
    const asTenant = <T>(work: () => Promise<T>): Promise<T> => withTenant(nothing, work);
    const { db } = app.deps;
    await asTenant(() => queueJobs(db, [removal]));
    await asTenant(() =>
      sql`select postpone_job('remove rum', now() + interval '1 hour')`.execute(db),
    );
    const [job] = await queuedJobs(app.db);
    expect(job && dueAt(app, job)).toEqual(new Date(noon.getTime() + hourMs));
    for (const statement of [
      'select count(*) from graphile_worker.jobs',
      `select graphile_worker.add_job('remove file')`,
      `select adopt_job('remove file', 'a', '{}', now(), 1, null)`,
      'select count(*) from job_workers',
    ]) {
      await expect(asTenant(() => sql.raw(statement).execute(db))).rejects.toThrow(
        'permission denied',
      );
    }
  });

  test('what a process of the release before inserts is queued', async () => {
    await app.db
      .insertInto('jobs')
      .values({ id: newId(noon), kind: 'remove file', key: 'k', payload: '{}', run_at: noon })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    expect(await queuedJobs(app.db)).toMatchObject([
      { kind: 'remove file', key: 'k', run_at: noon },
    ]);
    expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});

test('ten parallel workers run each job once', async () => {
  for (let count = 0; count < 6; count++) await shortage();
  const { deps, mails, texts } = testOutbox(app);
  // Each run adds two of its own.
  app.queue.setMaxListeners(20);
  await Promise.all(Array.from({ length: 10 }, () => runDueJobs(app, deps)));
  await runDueJobs(app, deps);
  expect([mails.length, texts.length]).toEqual([6, 6 * contacts.length]);
  expect(new Set([...mails, ...texts].map(({ id }) => id)).size).toBe(18);
});

test('refunds come before notices, then messages, and report mails last', async () => {
  const id = newId(noon);
  await queueJobs(app.db, [
    { kind: 'send report mail', key: '0', payload: { messageId: 'no id' } },
    { kind: 'send message', key: '1', payload: { messageId: 'no id' } },
    { kind: 'announce restock', key: '2', payload: { noticeId: 'no id' } },
    { kind: 'settle refund', key: '3', payload: { venueId: 'no id', refundId: id } },
  ]);
  const failed: string[] = [];
  const warn = (message: string): void => void failed.push(/'(.+?)'/.exec(message)?.[1] ?? '');
  await runDueJobs(app, testOutbox(app).deps, { warn, slots: 1 });
  expect(failed).toEqual(['settle refund', 'announce restock', 'send message', 'send report mail']);
});

test('the clock of a process does not make a job due', async () => {
  await queueJobs(app.db, [
    { kind: 'remove file', key: 'k', payload: { key: 'rum' }, afterMs: hourMs },
  ]);
  const [before] = await queuedJobs(app.db);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 48 * hourMs);
  expect(await runJobs(app, testOutbox(app).deps)).toBe(0);
  vi.useRealTimers();
  expect(await queuedJobs(app.db)).toEqual([before]);
});

test('a job with an invalid payload is attempted eight times with growing pauses, and stored with the reason', async () => {
  await sql`select queue_job('send message', 'k', '{}', now())`.execute(app.db);
  const { deps } = testOutbox(app);
  const warnings: string[] = [];
  const pauses: number[] = [];
  for (let count = 0; count < 10; count++) {
    after(count * 24 * hourMs);
    await runDueJobs(app, deps, { warn: (message) => warnings.push(message) });
    const [job] = await queuedJobs(app.db);
    if (job && job.attempts < 8) pauses.push(dueAt(app, job).getTime() - app.deps.now().getTime());
  }
  expect(pauses).toEqual([10, 40, 160, 640, 2560, 10_240, 40_960].map((seconds) => seconds * 1000));
  expect(warnings).toHaveLength(8);
  expect(warnings[7]).toMatch(/^The job 'send message' failed at attempt 8 of 8: .*messageId/s);
  expect(await queuedJobs(app.db)).toMatchObject([
    { attempts: 8, max_attempts: 8, last_error: expect.stringContaining('messageId') },
  ]);
});

test('removes an upload that was not used for a day, and keeps one that was', async () => {
  const { token, venueId } = await addOwner(app, `Tiki ${Math.random()}`);
  const picture = testPng(40, 30);
  const upload = async (): Promise<string> => {
    const body = {
      venueId,
      fileName: 'rum.png',
      contentType: 'image/png',
      sizeBytes: picture.length,
    };
    const { key, uploadUrl } = (await app.send('POST', '/api/files/brand-images', { token, body }))
      .body;
    await app.app.inject({
      method: 'PUT',
      url: uploadUrl,
      headers: { 'content-type': 'image/png' },
      payload: picture,
    });
    return key;
  };
  const unused = await upload();
  const used = await upload();
  await app.db.updateTable('files').set({ state: 'stored' }).where('key', '=', used).execute();
  await app.db
    .insertInto('ingredients')
    .values({ id: newId(new Date()), venue_id: venueId, name: 'Rum', image_url: used })
    .execute();
  const shown = async () =>
    Promise.all([unused, used].map(async (key) => (await app.send('GET', `/files/${key}`)).status));

  const { runAll } = testOutbox(app);
  await queueSchedules(app.db);
  await runAll();
  expect(await shown()).toEqual([200, 200]);
  after(25 * hourMs);
  await runAll();
  expect(await shown()).toEqual([404, 200]);
  const left = await app.db.selectFrom('files').select('key').execute();
  expect(left).toEqual([{ key: used }]);
});

describe('recurring jobs', () => {
  const recurring = [
    'forget done jobs',
    'make partitions',
    'send close-outs',
    'sum sales',
    'sweep bundles',
    'sweep changes',
    'sweep files',
    'sweep order receipts',
    'sweep sessions',
    'verify venues',
    'watch venues',
  ];
  const daily = new Set([
    'forget done jobs',
    'make partitions',
    'sweep changes',
    'sweep order receipts',
  ]);

  const often: Record<string, number> = {
    'send close-outs': 60_000,
    'sum sales': 10_000,
    'verify venues': 600_000,
    'watch venues': 15_000,
  };

  const intervalOf = (kind: string): number => often[kind] ?? (daily.has(kind) ? 24 : 1) * hourMs;

  test('a recurring job is queued once, and again after each run', async () => {
    const { runAll } = testOutbox(app);
    await Promise.all([queueSchedules(app.db), queueSchedules(app.db)]);
    expect(await kinds()).toEqual(recurring);
    await runAll();
    const jobs = await queuedJobs(app.db);
    expect(jobs.map((job) => [job.kind, job.attempts, dueAt(app, job).getTime()])).toEqual(
      recurring.map((kind) => [kind, 0, noon.getTime() + intervalOf(kind)]),
    );
    await queueSchedules(app.db);
    const times = (await queuedJobs(app.db)).map(({ run_at }) => run_at);
    expect(times).toEqual(jobs.map(({ run_at }) => run_at));
  });

  test('one that fails is retried within its interval, and queued again after the last attempt', async () => {
    const { deps } = testOutbox(app);
    const listUploads = () => Promise.reject(new Error('No'));
    const broken = { ...deps, bundles: { ...deps.bundles, listUploads } };
    const ofSweep = async () =>
      (await queuedJobs(app.db)).filter(({ kind }) => kind === 'sweep bundles');
    await queueSchedules(app.db);
    for (let count = 0; count < 8; count++) {
      after(count * 12 * hourMs);
      await runDueJobs(app, broken);
      for (const job of await ofSweep())
        expect(dueAt(app, job) <= new Date(app.deps.now().getTime() + hourMs)).toBe(true);
    }
    expect(await ofSweep()).toMatchObject([
      { key: null, attempts: 8, last_error: 'No' },
      { key: 'sweep bundles', attempts: 0, last_error: null },
    ]);
  });

  test('one that waits too long after the clock of the database was ahead is brought forward', async () => {
    await queueSchedules(app.db);
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '400 days'`.execute(
      app.db,
    );
    await queueSchedules(app.db);
    for (const { run_at, updated_at } of await queuedJobs(app.db))
      expect(Number(run_at) - updated_at.getTime()).toBeLessThanOrEqual(24 * hourMs);
  });
});

test('a finished job leaves the queue, and one that was given up leaves it after a month', async () => {
  const owner = await shortage();
  const { runAll } = testOutbox(app);
  await runAll();
  expect(await kinds()).toEqual([]);
  await sql`select adopt_job('remove file', key, '{}', now() - age, 8, 'No') from (values
    ('old', interval '31 days'), ('new', interval '29 days')) as given (key, age)`.execute(app.db);
  await queueSchedules(app.db);
  await runAll();
  const failed = (await queuedJobs(app.db)).filter(({ kind }) => kind === 'remove file');
  expect(failed.map(({ key }) => key)).toEqual(['new']);
  const url = `/api/venues/${owner.venueId}/notices`;
  const token = await app.login(owner.email);
  expect((await app.send('GET', url, { token })).body[0].messages).toHaveLength(3);
});
