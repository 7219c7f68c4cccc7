/** Test helpers: senders that record, the queue of jobs, a mail server and a push service. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runOnce, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { silentLogger } from '../../../db/job-queue.ts';
import type { Db } from '../../../db/tables/tables.ts';
import { embeddedFlags } from '../../adapters/flags/local.ts';
import type { OutgoingMail, OutgoingSms } from '../../adapters/messages/port.ts';
import { noPush } from '../../adapters/messages/web-push.ts';
import { allJobKinds } from '../../jobs/job-payloads.ts';
import { queueRecurring } from '../../jobs/jobs.queries.ts';
import { queueJobs } from '../../jobs/queue-jobs.ts';
import { newId } from '../../shared/ids.ts';
import { confirmRecipient, type TestApp, type TestOwner, type TestUnit } from '../app.ts';
import { switchFlag } from '../stock.ts';
import { type JobDeps, recurringJobs } from '../../worker/job-kinds.ts';
import { delayRetries, tasksOf, type Warn, type WorkerDeps } from '../../worker/worker.ts';

export interface TestOutbox {
  deps: WorkerDeps;
  mails: OutgoingMail[];
  texts: OutgoingSms[];
  /** Messages that were held back, as logged. */
  warnings: string[];
  /** As logged at the level error. */
  errors: string[];
  /** Runs jobs until none is due. */
  runAll: () => Promise<void>;
}

export function testOutbox(
  app: TestApp,
  trouble: { mail?: () => Promise<void>; sms?: () => Promise<void> } = {},
): TestOutbox {
  const mails: OutgoingMail[] = [];
  const texts: OutgoingSms[] = [];
  const warnings: string[] = [];
  const errors: string[] = [];
  const deps: WorkerDeps = {
    ...app.deps,
    db: app.db,
    queue: app.queue,
    flags: embeddedFlags(app.db),
    receiptDays: 400,
    publicUrl: 'https://bar.example.com',
    messageLimits: { perUnit: 50, perOwner: 200 },
    warn: (message) => warnings.push(message),
    logError: (message) => errors.push(message),
    push: noPush,
    mail: {
      isRepeatable: false,
      send: async (mail) => {
        mails.push(mail);
        await trouble.mail?.();
      },
    },
    sms: {
      isRepeatable: false,
      send: async (sms) => {
        texts.push(sms);
        await trouble.sms?.();
      },
    },
  };
  const runAll = async (): Promise<void> => {
    await runDueJobs(app, deps);
  };
  return { deps, mails, texts, warnings, errors, runAll };
}

export const contacts = ['+14155552671', '+14155552672'];

/** Turns on stock tracking for a unit and gives it two confirmed contacts. */
export async function watchStock(app: TestApp, unit: TestUnit): Promise<void> {
  const { venueId, ownerId } = await app.db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select(['venues.id as venueId', 'venues.owner_id as ownerId'])
    .where('units.id', '=', unit.id)
    .executeTakeFirstOrThrow();
  await switchFlag(app.db, { venueId, unitId: unit.id }, 'general--inventory-management');
  for (const address of contacts) await confirmRecipient(app, { ownerId, channel: 'sms', address });
  await app.db.updateTable('units').set({ contacts }).where('id', '=', unit.id).execute();
}

/** Opens a restock notice for the rum, with its send job. */
export async function noticeRum(
  app: TestApp,
  { owner, unit, percent = 18 }: { owner: TestOwner; unit: TestUnit; percent?: number },
): Promise<string> {
  const at = app.deps.now();
  const id = newId(at);
  await app.db
    .insertInto('restock_notices')
    .values({
      venue_id: owner.venueId,
      id,
      unit_id: unit.id,
      ingredient_id: unit.rum,
      percent,
      noticed_at: at,
    })
    .execute();
  await queueJobs(app.db, [
    {
      kind: 'announce restock',
      key: `announce restock ${id}`,
      payload: { noticeId: id, venueId: owner.venueId },
    },
  ]);
  return id;
}

// Test helpers: reads the job queue, and runs its jobs by the clock of the app.

export interface QueuedJob {
  id: string;
  kind: string;
  key: string | null;
  payload: any;
  /** Infinity for a parked job. */
  run_at: Date | number;
  /** When it was queued, or its time was last changed. */
  updated_at: Date;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  locked_by: string | null;
}

/** Queued jobs, and those that were given up, by kind. */
export async function queuedJobs(db: Db): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select job.id::text, task_identifier as kind, job.key, payload, job.run_at, job.updated_at, job.attempts,
      job.max_attempts, job.last_error, job.locked_by
    from graphile_worker.jobs as job join graphile_worker._private_jobs as stored on stored.id = job.id
    order by task_identifier, job.id
  `.execute(db);
  return rows;
}

export const emptyQueue = async (db: Db): Promise<void> =>
  void (await sql`delete from graphile_worker._private_jobs`.execute(db));

export const queueSchedules = (db: Db): Promise<void> => queueRecurring(db, recurringJobs);

/**
 * Time of the app at which a job is due. What was queued twice at once has the time of one transaction in `updated_at`
 * and of the other in `run_at`, which may be later: it is due from the start.
 */
export function dueAt(app: TestApp, { run_at, updated_at }: QueuedJob): Date {
  const dueMs = Number(run_at);
  if (dueMs <= Date.now()) return app.clockAt(new Date(dueMs));
  return new Date(app.clockAt(updated_at).getTime() + dueMs - updated_at.getTime());
}

type Times = Map<string, { updatedAt: number; dueMs: number }>;
const known = new WeakMap<TestApp, Times>();

/** Makes the jobs due by the clock of the database that are due by the one of the app, and no others. */
async function setClockOfQueue(app: TestApp): Promise<void> {
  const times: Times = known.get(app) ?? new Map();
  known.set(app, times);
  const due: string[] = [];
  const others: string[] = [];
  for (const job of await queuedJobs(app.db)) {
    if (job.run_at === Infinity || job.attempts >= job.max_attempts) continue;
    const updatedAt = job.updated_at.getTime();
    if (times.get(job.id)?.updatedAt !== updatedAt) {
      times.set(job.id, { updatedAt, dueMs: dueAt(app, job).getTime() });
    }
    const isDue = (times.get(job.id)?.dueMs ?? 0) <= app.deps.now().getTime();
    (isDue ? due : others).push(job.id);
  }
  await sql`
    update graphile_worker._private_jobs
    set run_at = case when id = any(${due}::bigint[]) then now() - interval '1 hour' else now() + interval '1 year' end
    where id = any(${[...due, ...others]}::bigint[]) and locked_at is null
  `.execute(app.db);
}

interface RunOptions {
  warn?: Warn;
  /** Jobs at the same time. */
  slots?: number;
}

/** Runs jobs until none is due by the clock of the app, and returns their number. */
export async function runDueJobs(
  app: TestApp,
  deps: JobDeps,
  options: RunOptions = {},
): Promise<number> {
  await setClockOfQueue(app);
  return runJobs(app, deps, options);
}

/** Runs jobs until none is due by the clock of the database, and returns their number. */
export async function runJobs(
  { queue }: TestApp,
  deps: JobDeps,
  { warn = () => undefined, slots = 4 }: RunOptions = {},
): Promise<number> {
  const events: WorkerEvents = new EventEmitter();
  const retriesAreStored = delayRetries(events, deps);
  let count = 0;
  events.on('job:start', () => (count += 1));
  await runOnce({
    pgPool: queue,
    events,
    concurrency: slots,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: silentLogger,
    taskList: tasksOf(deps, allJobKinds, warn),
  });
  await retriesAreStored();
  return count;
}

// Local SMTP server for tests, which records the mail that it accepts.

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
}

export interface TestMailServer {
  /** With a user name and a password, as an SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  close(): void;
}

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode });

const logIn: NonNullable<SMTPServerOptions['onAuth']> = ({ username, password }, _session, done) =>
  username === 'bar' && password === 'secret' ? done(null, { user: 1 }) : done(refusal(535));

/** Starts a mail server that accepts everything unless the options say otherwise. */
export async function startTestMailServer(
  options: SMTPServerOptions = {},
): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: logIn,
    onData: (stream, { envelope }, taken) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, raw: Buffer.concat(chunks) });
        taken();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://bar:secret@127.0.0.1:${port}`,
    received,
    close: () => {
      server.close();
    },
  };
}

// A push service on this machine, and a browser that subscribes to it and decrypts what it gets (RFC 8291).

export interface PushService {
  url: string;
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** Status of all further responses. */
  status: number;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      service.received.push({ path, headers, body: Buffer.concat(parts) });
      response.writeHead(service.status, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const service: PushService = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    status: 201,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** A browser with keys of its own. */
export function makePushBrowser(endpoint: string) {
  const keys = createECDH('prime256v1');
  const publicKey = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const shared = keys.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = hkdf(shared, auth, info, 32);
      const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const cipher = createDecipheriv('aes-128-gcm', key, nonce);
      cipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}
