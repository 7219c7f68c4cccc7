/** Test helpers: the built server as a process, as npm start runs it; several behind haproxy; and PgBouncer. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionTarget } from '../../../db/pool/connect.ts';
import { productFolder } from '../../../db/product-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../../db/testing/database.ts';
import { makeTestFolder } from '../../../db/testing/folder.ts';
import { freePort } from '../../../db/testing/free-ports.ts';
import { urlOf } from '../../../db/testing/target.ts';
import { untilExit } from '../../../db/testing/until-exit.ts';
import { makeTestClient, type Sent, type TestResponse } from '../caller.ts';

export interface ServerProcess {
  process: ChildProcess;
  /** Resolves to its URL once it is ready; rejects when it exits before. */
  ready: Promise<string>;
  /** Output so far. */
  reported: () => string;
  ended: Promise<{ code: number | null; stderr: string }>;
}

const piped: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];

/**
 * Starts the server that tools/vitest-build.mjs has built.
 * @param of another installation, or another program of it
 */
export function spawnServer(
  environment: Record<string, string>,
  of: { folder?: string; program?: string } = {},
): ServerProcess {
  const { folder = productFolder, program = 'build/server/main.js' } = of;
  const env = { PATH: process.env['PATH'], SEED: 'none', PORT: '0', ...environment };
  const child = untilExit(spawn(process.execPath, [program], { cwd: folder, env, stdio: piped }));
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const address = /Barback is ready: (\S+)/.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => reject(new Error(`The server ended before it was ready: ${stderr}`)));
  });
  ready.catch(() => undefined);
  return { process: child, ready, reported: () => stdout, ended };
}

// Test helper: two server processes on one empty database, in one of three topologies.

export type Way = 'straight' | 'through PgBouncer' | 'behind haproxy';

export const admin = { email: 'admin@example.com', password: 'long enough' };

export interface Processes {
  database: TestDatabase;
  /** Data folders: one each, or a shared one behind haproxy. */
  folders: string[];
  servers: ServerProcess[];
  /** Ports on which they listen. */
  ports: number[];
  /** Null when they are accessed directly. */
  haproxy: Haproxy | null;
  /** URL of each process; behind haproxy, that of haproxy. */
  urls: string[];
  at: (server: number, method: string, path: string, sent?: Sent) => Promise<TestResponse>;
  login: (server: number, body: object) => Promise<TestResponse>;
  /** Counts rows. */
  count: (what: string) => Promise<number>;
  /**
   * Restarts a process that has exited.
   * @param installation folder of another installation
   */
  restart(server: number, installation?: string): Promise<void>;
  /**
   * Stops them and returns their exit status; behind haproxy they are killed, because connection draining would delay
   * them.
   */
  end(): Promise<{ code: number | null; stderr: string }[]>;
}

export async function startProcesses(way: Way): Promise<Processes> {
  const database = await createTestDatabase('none');
  const bouncer = way === 'straight' ? null : await startPgbouncer(database.target);
  const databaseUrl = bouncer?.url ?? urlOf(database.target);
  const isBehind = way === 'behind haproxy';
  // The rendering host uses the port after each.
  const ports = isBehind ? [await freePort(), await freePort()] : [0, 0];
  const haproxy = isBehind ? await startHaproxy(ports) : null;
  const folders = [await makeTestFolder(), ...(isBehind ? [] : [await makeTestFolder()])];
  const start = (port: number, index: number, installation?: string): ServerProcess =>
    spawnServer(
      {
        ...settings(databaseUrl, folders[index] ?? folders[0] ?? ''),
        SEED: 'demo',
        // No load balancer watches them.
        ...(isBehind ? {} : { DRAIN_SECONDS: '0' }),
        PORT: String(port),
      },
      installation === undefined ? {} : { folder: installation },
    );
  const servers = ports.map((port, index) => start(port, index));
  const own = await Promise.all(servers.map(({ ready }) => ready));
  await haproxy?.sees('one', 'UP');
  await haproxy?.sees('two', 'UP');
  const urls = own.map((url) => haproxy?.url ?? url);
  const endpoint = makeTestClient(haproxy?.certificate ?? null);
  const at: Processes['at'] = (server, ...received) => endpoint(urls[server] ?? '', ...received);
  return {
    database,
    folders,
    servers,
    ports,
    haproxy,
    urls,
    at,
    login: (server, body) => at(server, 'POST', '/api/users/login', { body }),
    count: async (what) => {
      const { rows } = await database.connection.pool.query(`select count(*) from ${what}`);
      return rows[0].count;
    },
    restart: async (index, installation) => {
      const again = start(ports[index] ?? 0, index, installation);
      servers[index] = again;
      await again.ready;
    },
    end: async () => {
      for (const { process } of servers) process.kill(isBehind ? 'SIGKILL' : 'SIGTERM');
      const ends = await Promise.all(servers.map(({ ended }) => ended));
      await haproxy?.stop();
      await bouncer?.stop();
      await database.drop();
      for (const folder of folders) await rm(folder, { recursive: true });
      return ends;
    },
  };
}

/** Settings of docs/scaling-out/barback.env, except that the demo is allowed. */
function settings(databaseUrl: string, folder: string): Record<string, string> {
  const text = filledIn('barback.env', [
    ['NODE_ENV=production', 'NODE_ENV=test'],
    ['postgres://barback:PASSWORD@127.0.0.1:6432/barback', databaseUrl],
    ['JWT_SECRET=', 'JWT_SECRET=the secret that all of them have in common'],
    ['SECRETS_KEY=', 'SECRETS_KEY=the key that all of them have in common, too'],
    ['/var/lib/barback', folder],
    ['ADMIN_EMAIL=', `ADMIN_EMAIL=${admin.email}`],
    ['ADMIN_PASSWORD=', `ADMIN_PASSWORD=${admin.password}`],
  ]);
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

// Loads the files of docs/scaling-out, with values of the test filled in.

/** Returns the file with each first text replaced by the second. Throws when one of them is missing from the file. */
export function filledIn(file: string, places: readonly (readonly [string, string])[]): string {
  const url = new URL(`../../../docs/scaling-out/${file}`, import.meta.url);
  return places.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
      return text.replaceAll(from, () => to);
    },
    readFileSync(url, 'utf8'),
  );
}

const programs = { haproxy: '-v', pgbouncer: '--version', openssl: 'version' };

/** Lists those of these Debian packages that are not installed, with a warning. */
export function missingPrograms(requested: readonly (keyof typeof programs)[]): string[] {
  const missing = requested.filter((name) => spawnSync(name, [programs[name]]).status !== 0);
  if (missing.length > 0) {
    process.stderr.write(`Not tried here: ${missing.join(', ')} not installed (Debian has it).\n`);
  }
  return missing;
}

/** Waits until the program listens on the port. */
export async function listening(port: number, program: ChildProcess): Promise<void> {
  while (program.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await wait(20);
  }
  throw new Error(`${program.spawnfile} ended with ${program.exitCode}`);
}

/** Encrypts as releases did that bound a value to no place. */
export function encryptUnbound(key: string, text: string): Buffer {
  const iv = randomBytes(12);
  const hashed = createHash('sha256').update(key).digest();
  const cipher = createCipheriv('aes-256-gcm', hashed, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

// Test helper: haproxy with TLS in front of server processes, configured by docs/scaling-out/haproxy.cfg.

export interface Haproxy {
  url: string;
  plainUrl: string;
  /** Certificate for verifying its TLS. */
  certificate: string;
  /** Log output so far. */
  reported(): string;
  /** Waits until the last change of that process in the log is this one. */
  sees(name: string, state: 'UP' | 'DOWN'): Promise<void>;
  stop(): Promise<void>;
}

const portsInFile = [4000, 4010];

/**
 * @param ports ports of the dashboards; the rendering hosts use the port after each
 * @param more additional replacements in the configuration file
 */
export async function startHaproxy(
  ports: readonly number[],
  more: readonly (readonly [string, string])[] = [],
): Promise<Haproxy> {
  const folder = await makeTestFolder();
  const [secure, plain] = [await freePort(), await freePort()];
  const certificates = join(folder, 'certs/');
  const certificate = makeCertificate(folder, certificates);
  const file = join(folder, 'haproxy.cfg');
  const text = filledIn('haproxy.cfg', [
    ['/etc/haproxy/certs/', certificates],
    ['bind :443', `bind 127.0.0.1:${secure}`],
    // Not every machine allows that many open files per process.
    ['maxconn 4000', 'maxconn 400'],
    ['bind :80', `bind 127.0.0.1:${plain}`],
    ...places(ports),
    ...more,
    // Only root can switch users.
    ...(process.getuid?.() === 0 ? [] : ([['  user haproxy\n  group haproxy\n', '']] as const)),
  ]);
  writeFileSync(file, text);
  const check = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  const verdict = `${check.stdout}${check.stderr}`.trim();
  if (verdict !== 'Configuration file is valid') throw new Error(verdict);

  const child = untilExit(spawn('haproxy', ['-db', '-f', file], { stdio: piped }));
  const ended = once(child, 'exit');
  let reported = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      reported += chunk.toString();
    });
  await listening(secure, child).catch((error: unknown) => {
    throw new Error(reported, { cause: error });
  });
  return {
    url: `https://localhost:${secure}`,
    plainUrl: `http://localhost:${plain}`,
    certificate,
    reported: () => reported,
    sees: async (name, state) => {
      const change = new RegExp(`Server barback/${name} is (UP|DOWN)\\b`, 'g');
      while ([...reported.matchAll(change)].at(-1)?.[1] !== state) {
        if (child.exitCode !== null) throw new Error(reported);
        await wait(20);
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Replaces the server lines of the file, one for each process. */
function places(ports: readonly number[]): [string, string][] {
  const names = ['one', 'two', 'three', 'four'];
  const lines = (all: readonly number[], offset: number): string =>
    all.map((port, at) => `  server ${names[at]} 127.0.0.1:${port + offset}\n`).join('');
  return [0, 1].map((offset) => [lines(portsInFile, offset), lines(ports, offset)]);
}

function makeCertificate(folder: string, certificates: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = 'subjectAltName=DNS:localhost,DNS:pages.example.com';
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const files = ['-keyout', key, '-out', certificate];
  const made = spawnSync('openssl', [...words.split(' '), '-addext', names, ...files]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  mkdirSync(certificates);
  const text = readFileSync(certificate, 'utf8');
  writeFileSync(join(certificates, 'localhost.pem'), text + readFileSync(key, 'utf8'));
  return text;
}

// Test helper: PgBouncer in front of a test's database, configured by docs/scaling-out/pgbouncer.ini.

export interface Pgbouncer {
  /** URL of the same database through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

const password = 'only-for-the-bouncer';

/** Uses few server connections for many clients, so that successive transactions get different ones. */
export async function startPgbouncer(target: ConnectionTarget): Promise<Pgbouncer> {
  const folder = await makeTestFolder();
  const port = await freePort();
  const { place, database, runner } = behind(target);
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"barback" "${password}"\n`);
  writeFileSync(
    file,
    filledIn('pgbouncer.ini', [
      ['barback = host=10.0.0.5 port=5432 dbname=barback', `${database} = ${place}`],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['/etc/pgbouncer/userlist.txt', users],
      ['default_pool_size = 20', 'default_pool_size = 6'],
    ]),
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root, and needs access to the socket.
  if (runner !== null) for (const own of [file, users]) chownSync(own, runner.uid, runner.gid);
  const child = untilExit(spawn('pgbouncer', [file], { stdio: 'ignore', cwd: '/', ...runner }));
  const ended = once(child, 'exit');
  await listening(port, child);
  return {
    url: `postgres://barback:${password}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      // A graceful stop would wait for clients to disconnect.
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function behind(target: ConnectionTarget) {
  if ('url' in target) {
    const { hostname, port, username, password, pathname, searchParams } = new URL(target.url);
    const host = searchParams.get('host') ?? hostname;
    const parts = { host, port, user: username, password: decodeURIComponent(password) };
    return { place: conninfo(parts), database: pathname.slice(1), runner: runnerOf(host) };
  }
  const { socketDir: host, port, user, database } = target;
  return { place: conninfo({ host, port: String(port), user }), database, runner: runnerOf(host) };
}

const conninfo = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ');

function runnerOf(host: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(host.startsWith('/') ? host : '/var/lib/postgresql');
  return { uid, gid };
}
