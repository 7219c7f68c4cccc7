// Test helper: PgBouncer in front of a test's database, configured by docs/scaling-out/pgbouncer.ini.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionTarget } from '../../db/pool/connect.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { filledIn, freePort, listening } from './config.ts';

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
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', cwd: '/', ...runner });
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
