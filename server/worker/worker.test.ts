import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { smtpMail } from '../adapters/messages/smtp.ts';
import { confirmWorkers, releaseLostJobs } from '../jobs/jobs.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { newId } from '../shared/ids.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../testing/app.ts';
import {
  noticeRum,
  queuedJobs,
  runJobs,
  testOutbox,
  watchStock,
} from '../testing/services/messages.ts';
import { countingPayments } from '../testing/refunds.ts';
import { spawnServer } from '../testing/services/processes.ts';
import { startWorker, type Worker } from './worker.ts';

let app: TestApp;
let worker: Worker | null = null;
const sockets: Socket[] = [];
const patience = { timeout: 60_000 };

beforeEach(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  const stopped = worker?.stop();
  for (const socket of sockets.splice(0)) socket.destroy();
  await stopped;
  worker = null;
  await app.close();
});

const ignore = (): void => undefined;
const kinds = async (): Promise<string[]> => (await queuedJobs(app.db)).map(({ kind }) => kind);

function signal(): { promise: Promise<void>; give: () => void } {
  let give = ignore;
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

async function queueMails(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId(new Date()));
  const mail = { channel: 'mail' as const, recipient: 'maya@example.com', body: 'Rum is at 18%' };
  await app.db
    .insertInto('messages')
    .values(ids.map((id) => ({ ...mail, id, created_at: new Date() })))
    .execute();
  await queueJobs(
    app.db,
    ids.map((messageId) => ({ kind: 'send message', key: messageId, payload: { messageId } })),
  );
}

async function messageStates(): Promise<string[]> {
  const rows = await app.db.selectFrom('messages').select('state').execute();
  return rows.map(({ state }) => state);
}

test('a mail server that does not respond holds no refund back', async () => {
  const provider = countingPayments();
  const { token, ...owner } = await addOwner(app, 'Rooftop');
  const unit = await createUnit(app, { token, ...owner });
  app.deps.payments = { ...provider, refund: () => Promise.reject(new Error('No response')) };
  const sale = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: {
      date: Date.now(),
      drinks: [{ drinkId: unit.cubaLibre }],
      paymentId: 'pi_1',
      sharesPayment: true,
    },
  });
  const path = `/api/orders/${sale.body.id}/refund?drinkIndexes=0`;
  expect((await app.send('GET', path, { token })).status).toBe(504);

  const silent = createServer((socket) => sockets.push(socket.on('error', ignore)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  await queueMails(30);
  const { deps } = testOutbox(app);
  const mail = smtpMail(`smtp://127.0.0.1:${port}`, 'bar@example.com', 600_000);
  worker = startWorker({ ...deps, mail, payments: provider }, ignore);
  await expect.poll(() => sockets.length, patience).toBe(6);

  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where task_identifier = 'settle refund'
  `.execute(app.db);
  await expect.poll(() => [...provider.paid.values()], patience).toEqual([900]);
  await expect.poll(kinds, patience).not.toContain('settle refund');
  const states = await messageStates();
  expect([states.length, new Set(states)]).toEqual([30, new Set(['sending', 'waiting'])]);
  silent.close();
});

test('the worker runs due jobs by itself, and finishes them before it stops', async () => {
  const owner = await addOwner(app, 'Tiki');
  const unit = await createUnit(app, owner);
  await watchStock(app, unit);
  await noticeRum(app, { owner, unit });
  const finished = signal();
  const outbox = testOutbox(app, { mail: () => finished.promise });
  worker = startWorker(outbox.deps, ignore);
  await expect.poll(() => outbox.mails.length, patience).toBe(1);
  let hasStopped = false;
  const stopped = worker.stop().then(() => (hasStopped = true));
  worker = null;
  await app.send('GET', '/readyz');
  expect(hasStopped).toBe(false);
  finished.give();
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
  const nobody = connect({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const warnings: string[] = [];
  worker = startWorker({ ...deps, db: nobody.tenantDb, queue: nobody.queue }, (message) =>
    warnings.push(message),
  );
  await expect.poll(() => warnings.length, patience).toBe(1);
  await worker.stop();
  worker = null;
  expect(warnings).toEqual([
    expect.stringMatching(/^Jobs are delayed because their queue cannot be read: /),
  ]);
  await nobody.close();
});

test('the worker goes on after an outage in which jobs ended and could not be settled', async () => {
  const finished = signal();
  const { deps, mails } = testOutbox(app, { mail: () => finished.promise });
  await queueMails(6);
  const warnings: string[] = [];
  worker = startWorker(deps, (message) => warnings.push(message));
  await expect.poll(() => mails.length, patience).toBe(6);
  await app.pool.query('alter schema graphile_worker rename to away');
  finished.give();
  await expect.poll(() => warnings.length, patience).toBe(1);
  await expect.poll(messageStates, patience).toEqual(Array.from({ length: 6 }, () => 'sent'));
  await app.pool.query('alter schema away rename to graphile_worker');
  await queueMails(6);
  await expect.poll(() => mails.length, patience).toBe(12);
});

test('a job stays with its worker while that is alive, and is then released with its attempt', async () => {
  await queueMails(1);
  const begun = signal();
  const { deps } = testOutbox(app);
  const lost = new Promise<never>(ignore);
  const held = { send: () => (begun.give(), lost), isRepeatable: false };
  // With more slots, another one of the same worker could take the released job.
  void runJobs(app, { ...deps, mail: held }, { slots: 1 });
  await begun.promise;
  const [{ locked_by: id } = { locked_by: null }] = await queuedJobs(app.db);
  const passMinutes = async (): Promise<void> => {
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'`.execute(
      app.db,
    );
    await sql`update job_workers set seen_at = now() - interval '2 minutes'`.execute(app.db);
  };
  await confirmWorkers(app.db, [id ?? '']);
  await passMinutes();
  await confirmWorkers(app.db, [id ?? '']);
  await releaseLostJobs(app.db);
  expect(await queuedJobs(app.db)).toMatchObject([{ locked_by: id }]);

  await passMinutes();
  await sql`update graphile_worker._private_jobs set attempts = 8`.execute(app.db);
  await confirmWorkers(app.db, ['another']);
  await releaseLostJobs(app.db);
  expect(await queuedJobs(app.db)).toMatchObject([{ locked_by: null, attempts: 7 }]);
  expect(await runJobs(app, deps)).toBe(1);
  expect(await messageStates()).toEqual(['uncertain']);
});

test(
  'the job of a process that was killed is taken up by another',
  { timeout: 90_000 },
  async () => {
    const dataDir = await makeTestFolder();
    const arrived = signal();
    const mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream) => stream.on('end', arrived.give).resume(),
    });
    mailServer.on('error', ignore);
    const listening = mailServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    await queueMails(1);
    const start = () =>
      spawnServer({
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: dataDir,
        RENDERING_PORT: '0',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'bar@example.com',
      });
    const killed = start();
    await killed.ready;
    await arrived.promise;
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(await messageStates()).toEqual(['sending']);
    // Two minutes pass.
    await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '2 minutes'`.execute(
      app.db,
    );
    await sql`update job_workers set seen_at = seen_at - interval '2 minutes'`.execute(app.db);
    const another = start();
    await another.ready;
    await expect.poll(messageStates, { timeout: 60_000 }).toEqual(['uncertain']);
    await expect.poll(kinds, patience).not.toContain('send message');
    another.process.kill('SIGTERM');
    expect(await another.ended).toEqual({ code: 0, stderr: '' });
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
    await rm(dataDir, { recursive: true });
  },
);
