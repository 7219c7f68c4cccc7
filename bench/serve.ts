/** Runs the product as a separate process on an existing database; prints its port and serves until stopped. */
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../db/pool/connect.ts';
import { ReadRouter } from '../db/pool/reads.ts';
import { givenTarget } from './given-target.ts';
import { embeddedBundles } from '../server/adapters/bundles/local.ts';
import { embeddedFlags } from '../server/adapters/flags/local.ts';
import { demoPayments } from '../server/adapters/payments/local.ts';
import { embeddedReaders } from '../server/adapters/readers/local.ts';
import { embeddedStorage } from '../server/adapters/storage/local.ts';
import { buildApp } from '../server/app.ts';
import { sumSales } from '../server/sums/sum-sales.ts';
import { httpsWebhooks } from '../server/adapters/webhooks/https.ts';
import { eventViews } from '../server/webhooks/events.view.ts';
import { startWebhooks } from '../server/webhooks/send-webhooks.ts';
import { asJob } from '../server/worker/worker.ts';
import { liveRenderings } from '../server/renderings/live-renderings.ts';

const jwtSecret = {
  current: 'a secret that only the benchmarks use, long enough',
  previous: null,
};
const {
  db: loginDb,
  tenantDb,
  pool,
  downloads,
  pools,
} = connect(givenTarget(), {
  toNodes: true,
});
// The login role bypasses row-level security, which measures its cost.
const db = process.argv.includes('--without-tenants') ? loginDb : tenantDb;
/** Sends webhooks to this machine, whose certificate is given. */
const authority = process.argv.find((word) => word.startsWith('-----BEGIN CERTIFICATE'));
const webhooks = authority ? httpsWebhooks({ allowed: ['127.0.0.1', '::1'], authority }) : null;
const secretsKey = { current: 'another secret that only the benchmarks use', previous: null };
const now = () => new Date();
const app = await buildApp({
  db,
  pool,
  readRouter: new ReadRouter({ db, downloads }),
  pools,
  now,
  jwtSecret,
  secretsKey,
  flags: embeddedFlags(db),
  readers: embeddedReaders(db),
  payments: demoPayments(),
  storage: embeddedStorage(join(tmpdir(), 'barback-bench-files'), jwtSecret),
  bundles: embeddedBundles(join(tmpdir(), 'barback-bench-renderings')),
  live: liveRenderings(db),
  publicUrl: null,
  renderingAddress: '',
  publicOrders: true,
  sendsMail: false,
  push: null,
  webhooks,
  registration: 'open',
  adminSecondFactor: false,
  actingReason: false,
  supportContact: null,
  trustProxy: false,
  isLeaving: () => false,
  awayNodes: () => [],
  dataDir: tmpdir(),
  metricsToken: null,
  webRoot: null,
  logLevel: 'silent',
  deniedUserId: '',
});
/** Begins to sample what the process does, and writes the profile to the given file at the next signal. */
const profile = process.argv.find((word) => word.endsWith('.cpuprofile'));
if (profile !== undefined) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  process.once('SIGUSR2', () => {
    void session.post('Profiler.start');
    process.once('SIGUSR2', () => {
      void session
        .post('Profiler.stop')
        .then((taken) => writeFile(profile, JSON.stringify(taken.profile)));
    });
  });
}
/** As the worker does, one run after the other. */
async function keepSumming(): Promise<void> {
  for (;;) {
    await asJob(() => sumSales({ db }));
    await wait(10_000);
  }
}
if (process.argv.includes('--summing')) void keepSumming();
if (webhooks) startWebhooks({ db, now, secretsKey, webhooks, eventViews }, console.error);
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ ready: app.addresses()[0] }));
