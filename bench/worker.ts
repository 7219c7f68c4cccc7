/** Runs the worker of the product as a separate process, which sends mail to the SMTP server at the given address. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../db/pool/connect.ts';
import { ReadRouter } from '../db/pool/reads.ts';
import { embeddedBundles } from '../server/adapters/bundles/local.ts';
import { embeddedFlags } from '../server/adapters/flags/local.ts';
import { smtpMail } from '../server/adapters/messages/smtp.ts';
import { demoPayments } from '../server/adapters/payments/local.ts';
import { embeddedStorage } from '../server/adapters/storage/local.ts';
import { noPush } from '../server/adapters/messages/web-push.ts';
import { startWorker } from '../server/worker/worker.ts';
import { givenTarget } from './given-target.ts';

const smtpUrl = process.argv.find((word) => word.startsWith('smtp://')) ?? '';
const { tenantDb: db, pool, downloads, queue } = connect(givenTarget());
startWorker(
  {
    db,
    pool,
    queue,
    readRouter: new ReadRouter({ db, downloads }),
    now: () => new Date(),
    flags: embeddedFlags(db),
    storage: embeddedStorage(join(tmpdir(), 'barback-bench-files'), {
      current: 'not used',
      previous: null,
    }),
    payments: demoPayments(),
    bundles: embeddedBundles(join(tmpdir(), 'barback-bench-renderings')),
    mail: smtpMail(smtpUrl, 'bar@bench.example'),
    push: noPush,
    sms: { isRepeatable: false, send: () => Promise.reject(new Error('No text messages')) },
    publicUrl: 'https://bar.bench.example',
    messageLimits: { perUnit: 50, perOwner: 200 },
    receiptDays: 400,
    warn: (message) => console.error(message),
    logError: (message) => console.error(message),
  },
  (message) => console.error(message),
);
console.log(JSON.stringify({ ready: { port: 0 } }));
