import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testPng } from '../testing/png.ts';
import { newId } from '../shared/ids.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../testing/app.ts';
import { queueSchedules, runDueJobs } from '../worker/run-due-jobs.ts';
import { contacts, noticeRum, testOutbox, watchStock } from '../testing/outbox.ts';
import { startWorker } from '../worker/worker.ts';

let app: TestApp;
const noon = new Date('2024-03-10T12:00:00Z');
const hourMs = 60 * 60_000;
const after = (ms: number): void => app.setNow(new Date(noon.getTime() + ms));

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  app.setNow(noon);
  await app.db.deleteFrom('jobs').execute();
});
afterAll(() => app.close());

const jobs = () => app.db.selectFrom('jobs').selectAll().orderBy('kind').execute();

async function shortage() {
  const owner = await addOwner(app, `Tiki ${Math.random()}`);
  const unit = await createUnit(app, owner);
  await watchStock(app, unit);
  await noticeRum(app, { owner, unit });
  return owner;
}

test('ten parallel workers run each job once', async () => {
  for (let count = 0; count < 6; count++) await shortage();
  const { deps, mails, texts } = testOutbox(app);
  const work = async (): Promise<void> => {
    while ((await runDueJobs(deps)) > 0);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  await work();
  expect([mails.length, texts.length]).toEqual([6, 6 * contacts.length]);
  expect(new Set([...mails, ...texts].map(({ id }) => id)).size).toBe(18);
});

test('a job whose worker died waits until its lease expires, and counts as attempted', async () => {
  await shortage();
  const { deps, mails } = testOutbox(app);
  const lost = new Promise<never>(() => undefined);
  void runDueJobs({ ...deps, flags: { ...deps.flags, flagsOn: () => lost } });
  await expect.poll(async () => (await jobs())[0]?.attempts).toBe(1);
  after(59_999);
  expect(await runDueJobs(deps)).toBe(0);
  after(60_000);
  expect(await runDueJobs(deps)).toBe(1);
  expect((await jobs())[0]).toMatchObject({
    attempts: 2,
    done_at: new Date(noon.getTime() + 60_000),
  });
  await runDueJobs(deps);
  expect(mails).toHaveLength(1);
});

test('a job of an unknown kind or with an invalid payload is attempted eight times and stored with the reason', async () => {
  const row = (kind: string) => ({ id: newId(noon), kind, key: kind, payload: '{}', run_at: noon });
  await app.db
    .insertInto('jobs')
    .values([row('juggle'), row('send message')])
    .execute();
  const { deps } = testOutbox(app);
  const warnings: string[] = [];
  for (let count = 0; count < 10; count++) {
    after(count * 24 * hourMs);
    await runDueJobs(deps, (message) => warnings.push(message));
  }
  expect(warnings).toHaveLength(16);
  expect(warnings).toContain(
    "The job 'juggle' failed at attempt 8 of 8: Unknown kind of job: juggle",
  );
  expect(await jobs()).toMatchObject([
    { attempts: 8, done_at: expect.any(Date), last_error: 'Unknown kind of job: juggle' },
    { attempts: 8, done_at: expect.any(Date), last_error: expect.stringContaining('messageId') },
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

  const { deps, runAll } = testOutbox(app);
  await queueSchedules(deps);
  await runAll();
  expect(await shown()).toEqual([200, 200]);
  after(25 * hourMs);
  await runAll();
  expect(await shown()).toEqual([404, 200]);
  const left = await app.db.selectFrom('files').select('key').execute();
  expect(left).toEqual([{ key: used }]);
});

test('a recurring job is queued once, and again after each run', async () => {
  const { deps, runAll } = testOutbox(app);
  await Promise.all([queueSchedules(deps), queueSchedules(deps)]);
  await runAll();
  await queueSchedules(deps);
  expect(await jobs()).toMatchObject([
    { kind: 'forget done jobs', attempts: 0, run_at: new Date(noon.getTime() + 24 * hourMs) },
    { kind: 'sweep bundles', attempts: 0, run_at: new Date(noon.getTime() + hourMs) },
    { kind: 'sweep files', attempts: 0, run_at: new Date(noon.getTime() + hourMs) },
    { kind: 'sweep sessions', attempts: 0, run_at: new Date(noon.getTime() + hourMs) },
  ]);
});

test('deletes finished jobs after a month', async () => {
  const owner = await shortage();
  const { deps, runAll } = testOutbox(app);
  await runAll();
  // One of them asks the owner to confirm the email address.
  expect((await jobs()).length).toBe(5);
  after(31 * 24 * hourMs);
  await queueSchedules(deps);
  await runAll();
  expect((await jobs()).map(({ kind }) => kind)).toEqual([
    'forget done jobs',
    'sweep bundles',
    'sweep files',
    'sweep sessions',
  ]);
  app.setNow(noon);
  const url = `/api/venues/${owner.venueId}/notices`;
  const token = await app.login(owner.email);
  expect((await app.send('GET', url, { token })).body[0].messages).toHaveLength(3);
});

test('the worker runs due jobs by itself, and finishes them before it stops', async () => {
  await shortage();
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const outbox = testOutbox(app, { mail: () => finished });
  const worker = startWorker(outbox.deps, () => undefined);
  await expect.poll(() => outbox.mails.length).toBe(1);
  let hasStopped = false;
  const stop = async (): Promise<void> => {
    await worker.stop();
    hasStopped = true;
  };
  const stopped = stop();
  await app.send('GET', '/readyz');
  expect(hasStopped).toBe(false);
  finish();
  await stopped;
  const sent = await app.db
    .selectFrom('messages')
    .select('state')
    .where('id', '=', outbox.mails[0]?.id ?? '')
    .executeTakeFirst();
  expect(sent?.state).toBe('sent');
});

test('the worker survives a database outage, with one warning', async () => {
  const { deps } = testOutbox(app);
  const warnings: string[] = [];
  const gone = app.db.withSchema('nowhere');
  const worker = startWorker({ ...deps, db: gone }, (message) => warnings.push(message));
  await expect.poll(() => warnings.length).toBe(1);
  await worker.stop();
  expect(warnings[0]).toMatch(/^Jobs are delayed because their queue cannot be read: /);
});
