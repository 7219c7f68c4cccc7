// For tests: PgBouncer in front of a test's database, where the machine has it, as docs/operations.md sets it up.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect as connectTo, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ConnectionTarget } from '../db/connect.ts';
import { makeTestFolder } from '../db/test-folder.ts';

export const hasPgbouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pgbouncer {
  /** The same database, by way of it. */
  url: string;
  stop(): Promise<void>;
}

/** Few connections for many, each transaction on any of them. */
export async function startPgbouncer(target: ConnectionTarget): Promise<Pgbouncer> {
  const folder = await makeTestFolder();
  const port = await freePort();
  const { place, database, runner } = behind(target);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `
[databases]
${database} = ${place}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to be root, and must get to the socket.
  if (runner !== null) chownSync(file, runner.uid, runner.gid);
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', cwd: '/', ...runner });
  const ended = once(child, 'exit');
  await listening(port);
  return {
    url: `postgres://barback@127.0.0.1:${port}/${database}`,
    stop: async () => {
      // In order it would wait for clients to leave.
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
    return { place: spelled(parts), database: pathname.slice(1), runner: runnerOf(host) };
  }
  const { socketDir: host, port, user, database } = target;
  return { place: spelled({ host, port: String(port), user }), database, runner: runnerOf(host) };
}

const spelled = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ');

function runnerOf(host: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(host.startsWith('/') ? host : '/var/lib/postgresql');
  return { uid, gid };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connectTo(port, '127.0.0.1');
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere === true) return;
  }
}
