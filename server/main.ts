import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../db/connect.ts';
import { makeDataFolder } from '../db/data-folder.ts';
import { findDemoAccounts } from '../db/demo/find-accounts.ts';
import { demoDeniedUserId } from '../db/demo/cast.ts';
import { isEmpty, seedDemo } from '../db/demo/seed.ts';
import { messageOf } from '../db/start-problem.ts';
import { embeddedFlags } from './adapters/flags/embedded.ts';
import { openFlagFile } from './adapters/flags/flag-file.ts';
import { ofrepFlags } from './adapters/flags/ofrep.ts';
import { venueReaders } from './adapters/readers/venue-readers.ts';
import { buildApp } from './app.ts';
import { ensureAdmin } from './commands/ensure-admin.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { keepSecret } from './kept-secret.ts';
import { openDatabase } from './open-database.ts';
import { prepareShutdown } from './shutdown.ts';
import { explainStartProblem } from './startup-problems.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const now = () => new Date();
const shutdown = prepareShutdown();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function start(environment: Environment): Promise<void> {
  // The flag file is opened before there is an app with a log.
  let warnInLog = say;
  const warn = (sentence: string): void => warnInLog(sentence);
  const { flagService } = environment;
  const flagFile =
    environment.flagFile === null ? undefined : await openFlagFile(environment.flagFile, warn);
  await makeDataFolder(environment.dataDir);
  const { db, pool } = await openDatabase(environment, shutdown, say);
  await fill(db, environment);
  const secretsKey =
    environment.secretsKey ?? (await keepSecret(environment.dataDir, 'secrets-key'));
  const flags =
    flagService === null
      ? embeddedFlags(db, { file: flagFile, warn })
      : ofrepFlags(flagService, { warn });
  const { stripeApiBase: stripeBase, shift4ApiBase: shift4Base } = environment;
  const app = await buildApp({
    db,
    pool,
    now,
    jwtSecret: environment.jwtSecret ?? (await keepSecret(environment.dataDir, 'jwt-secret')),
    secretsKey,
    flags,
    readers: venueReaders({ db, secretsKey, flags, stripeBase, shift4Base, warn }),
    publicOrders: environment.publicOrders,
    registration: environment.registration,
    trustProxy: environment.trustProxy,
    webRoot: builtDashboard(),
    logLevel: environment.logLevel,
    deniedUserId: environment.deniedUserId ?? demoDeniedUserId,
  });
  warnInLog = (sentence) => app.log.warn(sentence);
  shutdown.add(() => app.close());
  await app.listen({ host: environment.host, port: environment.port });
  say(`Barback is ready: ${addressOf(environment.host, app.addresses()[0], environment.port)}`);
  if (!environment.isProduction) await introduceCast(db);
}

async function fill(db: Connection['db'], { admin, seed }: Environment): Promise<void> {
  const empty = await isEmpty(db);
  if (admin !== null) await ensureAdmin(db, { ...admin, now });
  if (!empty || seed === 'none') return;
  say('Filling the empty database with a demo (SEED=none leaves it empty).');
  await seedDemo(db, { now });
}

async function introduceCast(db: Connection['db']): Promise<void> {
  const accounts = await findDemoAccounts(db);
  if (accounts.length === 0) return;
  say('It holds the demo; sign in as:');
  for (const { email, password, what } of accounts) say(`  ${email}  ${password}  ${what}`);
}

function builtDashboard(): string | null {
  const folder = join(home, 'build', 'web');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

function addressOf(host: string, listening: string | AddressInfo | undefined, port: number) {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host);
  const actualPort = typeof listening === 'object' ? listening.port : port;
  return `http://${isThisMachine ? 'localhost' : host}:${String(actualPort)}`;
}

process.on('uncaughtException', (error) => {
  process.stderr.write(
    `Barback stops after a failure that nobody expected: ${String(error.stack)}\n`,
  );
  void shutdown.end(1);
});

let environment: Environment | null = null;
try {
  environment = readEnvironment(process.env, home);
  await start(environment);
} catch (error) {
  // A signal while starting makes whatever is under way fail; that is no news.
  if (!shutdown.begun) {
    process.stderr.write(`${explainStartProblem(error, environment)}\n`);
    if (['debug', 'trace'].includes(environment?.logLevel ?? '')) {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : messageOf(error)}\n`);
    }
    await shutdown.end(1);
  }
}
