// A primary and its streaming standby, made with the PostgreSQL that comes with the product.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findBinaries } from '../embedded/binaries.ts';
import { asUser, pickUser } from '../embedded/user.ts';
import { migrate } from '../migrate.ts';
import { connect, type ConnectionTarget } from '../pool/connect.ts';
import type { TestDatabase } from './database.ts';
import { makeTestFolder } from './folder.ts';
import { asAdmin } from './target.ts';

const run = promisify(execFile);

export interface TestServerProcess {
  /** Connects as the login role of the product. */
  target: ConnectionTarget;
  /** Runs a statement as a superuser. */
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  start: () => Promise<void>;
  /** Process id of the postmaster. */
  pid: () => number;
  /** Sends kill -9 to the postmaster, whose other processes end by themselves. */
  kill: () => Promise<void>;
}

export interface ReplicatedServers {
  primary: TestServerProcess;
  standby: TestServerProcess;
  /** A migrated database on the primary, which has no rows. */
  database: TestDatabase;
  /** Resolves when the standby has replayed everything that is committed. */
  caughtUp: () => Promise<void>;
  stop: () => Promise<void>;
}

const settings = {
  listen_addresses: '',
  fsync: 'off',
  autovacuum: 'off',
  shared_buffers: '32MB',
  // A query that conflicts with the replay is cancelled soon.
  max_standby_streaming_delay: '100ms',
  wal_retrieve_retry_interval: '100ms',
};

const options = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };

/** Starts both, with a migrated database of the login role `barback`, which is no superuser. */
export async function startReplicated(): Promise<ReplicatedServers> {
  const folders = [await makeTestFolder(), await makeTestFolder()] as const;
  const user = await pickUser(join(folders[0], 'postgres'));
  const binaries = await findBinaries(user, () => undefined);
  for (const folder of folders) {
    await chmod(folder, 0o755);
    if (user !== null) await chown(folder, user.uid, user.gid);
  }
  const [first, second] = [join(folders[0], 'postgres'), join(folders[1], 'postgres')];
  const as = { ...options, ...asUser(user) };
  await run(binaries.initdb, ['-D', first, '-U', 'postgres', '-A', 'trust', '--no-sync'], as);
  // A copy of a server that has never run is a base backup.
  await mkdir(second, { mode: 0o700 });
  await run('cp', ['-a', `${first}/.`, second]);
  await writeFile(join(second, 'standby.signal'), '');
  if (user !== null) await chown(second, user.uid, user.gid);

  const start = (folder: string, more: Record<string, string>): ChildProcess => {
    const all = { ...settings, unix_socket_directories: join(folder, '..'), ...more };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const spawned = { ...as, stdio: 'ignore' as const };
    return spawn(binaries.postgres, ['-D', folder, ...args], spawned);
  };
  const primary = serverProcess(folders[0], () => start(first, {}));
  const standby = serverProcess(folders[1], () =>
    start(second, { primary_conninfo: `host=${folders[0]} user=postgres` }),
  );
  const stop = async (): Promise<void> => {
    await standby.stop();
    await primary.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  try {
    await primary.start();
    await primary.query('create role barback login createrole');
    await primary.query('create database barback owner barback');
    await standby.start();
    const connection = connect(primary.target, { max: 10 });
    await migrate(connection);
    const drop = (): Promise<void> => connection.close();
    const caughtUp = async (): Promise<void> => {
      const [row] = await primary.query('select pg_current_wal_flush_lsn()::text as lsn');
      const isReplayed = `select pg_last_wal_replay_lsn() >= '${String(row?.['lsn'])}' as so`;
      while ((await standby.query(isReplayed))[0]?.['so'] !== true) await wait(10);
    };
    await caughtUp();
    return {
      primary,
      standby,
      database: { target: primary.target, connection, drop },
      caughtUp,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serverProcess(
  socketDir: string,
  spawnServer: () => ChildProcess,
): TestServerProcess & { stop: () => Promise<void> } {
  const at = { socketDir, port: 5432 };
  const admin = { ...at, user: 'postgres', database: 'postgres' };
  let child: ChildProcess | null = null;
  const end = async (signal: 'SIGKILL' | 'SIGINT'): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const query = (sql: string) => asAdmin(admin, sql);
  return {
    target: { ...at, user: 'barback', database: 'barback' },
    query,
    start: async () => {
      for (let tries = 0; ; tries += 1) {
        // A server does not start while processes of a killed one remain.
        if (child === null || child.exitCode !== null || child.signalCode !== null)
          child = spawnServer();
        try {
          await query('select 1');
          return;
        } catch (error) {
          if (tries > 400) throw error;
          await wait(50);
        }
      }
    },
    pid: () => child?.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
}
