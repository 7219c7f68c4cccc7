import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../db/pool/connect.ts';
import { makeDataFolder } from '../db/data-folder.ts';
import { productFolder } from '../db/product-folder.ts';
import { findDemoAccounts } from '../db/demo/find-accounts.ts';
import { demoDeniedUserId } from '../db/demo/accounts.ts';
import { seedPictures } from '../db/demo/pictures.ts';
import { isEmpty, seedDemo } from '../db/demo/seed.ts';
import { messageOf } from '../db/start-error.ts';
import { embeddedBundles } from './adapters/bundles/local.ts';
import { embeddedFlags, openFlagFile } from './adapters/flags/local.ts';
import { ofrepFlags } from './adapters/flags/ofrep.ts';
import { localMail, localSms } from './adapters/messages/file-outbox.ts';
import { smtpMail } from './adapters/messages/smtp.ts';
import { demoPayments } from './adapters/payments/local.ts';
import { venuePayments } from './adapters/payments/venue-payments.ts';
import { venueReaders } from './adapters/readers/venue-readers.ts';
import { shift4AccessTokens } from './adapters/shift4-client.ts';
import { noPush, webPush } from './adapters/messages/web-push.ts';
import { twilioSms } from './adapters/messages/twilio.ts';
import { httpsWebhooks } from './adapters/webhooks/https.ts';
import type { Storage } from './adapters/storage/port.ts';
import { embeddedStorage } from './adapters/storage/local.ts';
import { s3Storage } from './adapters/storage/s3.ts';
import { buildApp } from './app.ts';
import { storeFile } from './files/files.ts';
import { firstStart, setupCode } from './users/first-account.ts';
import { ensureAdmin } from './users/register.ts';
import { hasUsers } from './users/users.queries.ts';
import { readEnvironment, type Environment } from './startup/env.ts';
import { inTurn } from './shared/database.queries.ts';
import { checkSecretsKey, persistSecret } from './startup/secrets-key.ts';
import { openDatabase, openReads } from './startup/open-database.ts';
import type { MessageSettings } from './notices/queue-messages.ts';
import type { MessageSenders } from './notices/send-message.ts';
import { startWorker } from './worker/worker.ts';
import { eventViews } from './webhooks/events.view.ts';
import { startWebhooks } from './webhooks/send-webhooks.ts';
import { liveRenderings } from './renderings/live-renderings.ts';
import { openRenderingHost } from './renderings/rendering-host.ts';
import { explainStartupError, refuseDemo } from './startup/startup-errors.ts';
import { prepareShutdown } from './startup/shutdown.ts';
import { shownAddress } from './shared/network.ts';

const now = () => new Date();
const shutdown = prepareShutdown();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function start(environment: Environment): Promise<void> {
  // The flag file is opened before the app and its log exist.
  let log = { warn: print, error: print };
  const warn = (message: string): void => log.warn(message);
  const logError = (message: string): void => log.error(message);
  const { flagService } = environment;
  const flagFile =
    environment.flagFile === null ? undefined : await openFlagFile(environment.flagFile, warn);
  await makeDataFolder(environment.dataDir);
  const connection = await openDatabase(environment, shutdown, print, logError);
  const isSeeded = await fill(connection.db, environment);
  const readRouter = await openReads(connection, environment, shutdown, warn);
  const { tenantDb: db, pool, queue, pools } = connection;
  const secretsKey = {
    current: environment.secretsKey ?? (await persistSecret(environment.dataDir, 'secrets-key')),
    previous: environment.previousSecretsKey,
  };
  if (!environment.isSecretsKeyLost) await checkSecretsKey(connection.db, secretsKey, print);
  const flags =
    flagService === null
      ? embeddedFlags(db, { file: flagFile, warn })
      : ofrepFlags(flagService, { warn });
  const { stripeApiBase: stripeBase, shift4ApiBase: shift4Base } = environment;
  const jwtSecret = {
    current: environment.jwtSecret ?? (await persistSecret(environment.dataDir, 'jwt-secret')),
    previous: environment.previousJwtSecret,
  };
  const storage =
    environment.s3 === null
      ? embeddedStorage(join(environment.dataDir, 'files'), jwtSecret)
      : await s3Storage(environment.s3);
  if (isSeeded) await addPictures(connection.db, storage);
  const accessTokenOf = shift4AccessTokens(db, secretsKey, shift4Base);
  const cards = { db, secretsKey, stripeBase, shift4Base, accessTokenOf };
  const demo = environment.seed === 'demo' ? demoPayments() : null;
  const payments = venuePayments({ ...cards, demo });
  const live = liveRenderings(connection.db);
  const bundles = embeddedBundles(join(environment.dataDir, 'renderings'));
  const webhooks = environment.webhooks === null ? null : httpsWebhooks(environment.webhooks);
  const renderingHost = await openRenderingHost({ live, bundles, warn }, environment);
  shutdown.add(() => renderingHost.close());
  const app = await buildApp({
    db,
    pool,
    readRouter,
    pools,
    now,
    jwtSecret,
    secretsKey,
    flags,
    readers: venueReaders({ ...cards, flags, warn }),
    payments,
    storage,
    bundles,
    live,
    publicUrl: environment.publicUrl,
    renderingAddress: renderingHost.address,
    publicOrders: environment.publicOrders,
    sendsMail: environment.smtp !== null,
    push: environment.push,
    webhooks,
    registration: environment.registration,
    adminSecondFactor: environment.adminSecondFactor,
    actingReason: environment.actingReason,
    supportContact: environment.supportContact,
    trustProxy: environment.trustProxy,
    isLeaving: () => shutdown.begun,
    awayNodes: connection.awayNodes,
    dataDir: environment.dataDir,
    metricsToken: environment.metricsToken,
    webRoot: builtDashboard(),
    logLevel: environment.logLevel,
    deniedUserId: environment.deniedUserId ?? demoDeniedUserId,
  });
  log = {
    warn: (message) => app.log.warn(message),
    error: (message) => app.log.error(message),
  };
  shutdown.add(() => app.close());
  await app.listen({ host: environment.host, port: environment.port });
  const address = shownAddress(environment.host, app.addresses()[0], environment.port);
  print(`Barback is ready: ${address}`);
  print(`The pages of venues are shown at ${renderingHost.address}`);
  const outbox = await messageSendersOf(environment);
  const settings: MessageSettings = {
    publicUrl: environment.publicUrl ?? address,
    messageLimits: environment.messageLimits,
    warn,
  };
  if (environment.publicUrl === null && (environment.smtp ?? environment.twilio) !== null)
    print(`PUBLIC_URL is not set: links in messages begin with ${address}`);
  const { receiptDays } = environment;
  const worker = startWorker(
    {
      db,
      pool,
      queue,
      now,
      flags,
      storage,
      payments,
      bundles,
      readRouter,
      ...outbox,
      ...settings,
      receiptDays,
      logError,
    },
    warn,
  );
  const sending = webhooks && startWebhooks({ db, now, secretsKey, webhooks, eventViews }, warn);
  // In parallel: no new requests are accepted while jobs finish.
  shutdown.add(() => Promise.all([app.close(), worker.stop(), sending?.stop()]));
  // Runs first, since closing is in reverse order: requests are served as usual until load balancers notice.
  shutdown.add(() => wait(environment.drainMs));
  if (!(await hasUsers(connection.db)))
    print(setupLine(environment.publicUrl ?? address, setupCode(jwtSecret)));
  if (!environment.isProduction) await printDemoAccounts(connection.db);
}

async function messageSendersOf({
  dataDir,
  smtp,
  twilio,
  push,
}: Environment): Promise<MessageSenders> {
  const folder = join(dataDir, 'outbox');
  return {
    mail: smtp === null ? localMail(folder) : smtpMail(smtp.url, smtp.from),
    sms: twilio === null ? localSms(folder) : await twilioSms(twilio),
    push: push === null ? noPush : await webPush(push),
  };
}

/** Returns true when this process has filled the database with the demo. */
async function fill(db: Connection['db'], environment: Environment): Promise<boolean> {
  const { admin, seed } = environment;
  return inTurn(db, firstStart, async () => {
    const empty = await isEmpty(db);
    await refuseDemo(db, environment, { isSeeded: empty && seed === 'demo' });
    const done = admin && (await ensureAdmin(db, { ...admin, now }));
    if (done !== null) print(done);
    if (!empty || seed === 'none') return false;
    print('Filling the empty database with a demo (SEED=none leaves it empty).');
    await seedDemo(db, { now });
    return true;
  });
}

/** The demo is complete without its pictures: outlines are shown instead. */
async function addPictures(db: Connection['db'], storage: Storage): Promise<void> {
  try {
    await seedPictures(db, { now, store: (picture) => storeFile(storage, picture, now()) });
  } catch (error) {
    print(`The pictures of the demo were not stored: ${messageOf(error)}`);
  }
}

/** The code is in the fragment of the link, which browsers do not send. */
const setupLine = (address: string, code: string): string =>
  `There is no account yet. Make the first one at ${address}/first-run#${code} (setup code ${code}).`;

async function printDemoAccounts(db: Connection['db']): Promise<void> {
  const accounts = (await findDemoAccounts(db)).filter(({ what }) => what !== undefined);
  if (accounts.length === 0) return;
  print('It holds the demo; sign in as:');
  for (const { email, password, what } of accounts) print(`  ${email}  ${password}  ${what ?? ''}`);
}

function builtDashboard(): string | null {
  const folder = join(productFolder, 'build', 'web');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

// The reader of our output is gone (EPIPE): not a failure, and there is nowhere to report it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.on('uncaughtException', (error) => {
  process.stderr.write(`Barback stops after an uncaught exception: ${String(error.stack)}\n`);
  void shutdown.end(1);
});

let environment: Environment | null = null;
try {
  environment = readEnvironment(process.env, productFolder);
  await start(environment);
} catch (error) {
  // A signal during the start makes pending work fail; that is expected.
  if (!shutdown.begun) {
    process.stderr.write(`${explainStartupError(error, environment)}\n`);
    if (['debug', 'trace'].includes(environment?.logLevel ?? '')) {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : messageOf(error)}\n`);
    }
    await shutdown.end(1);
  }
}
