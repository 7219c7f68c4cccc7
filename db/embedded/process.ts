// The postmaster, the main process of the embedded database.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import { openLog } from './log-file.ts';
import { postgresSettings } from './settings.ts';
import { asUser } from './user.ts';
import { clientConfig, type ConnectionTarget } from '../pool/connect.ts';
import { codeOf, StartupError } from '../start-error.ts';

/** Content of postmaster.pid. */
export interface PidFile {
  pid: number;
  socketDir: string;
}

/** Null without a file, and for one that is not complete. */
export async function readPidFile(folder: string): Promise<PidFile | null> {
  const { pid, socketDir } = await readPidLines(folder);
  return pid !== null && socketDir ? { pid, socketDir } : null;
}

/** True when a postmaster has locked the folder, and has not written into its file yet where it is reached. */
export async function isStarting(folder: string): Promise<boolean> {
  const { pid, socketDir } = await readPidLines(folder);
  return pid !== null && !socketDir && (await isPostmasterOf(folder, pid));
}

async function readPidLines(folder: string) {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return { pid: Number.isInteger(pid) && pid > 0 ? pid : null, socketDir: lines[4]?.trim() };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** True when that process is PostgreSQL running in `folder`, and not another process that reuses its pid. */
export async function isPostmasterOf(folder: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (!existsSync('/proc/self/cwd')) return true;
  try {
    // Every PostgreSQL process has its data folder as its working directory.
    return (await readlink(`/proc/${String(pid)}/cwd`)) === folder;
  } catch (error) {
    return codeOf(error) === 'EACCES' && looksLikePostmasterOf(folder, pid);
  }
}

// Fallback where /proc is not readable (another user's process, root in a container): PostgreSQL runs only as the
// owner of its folder, so the owner and the process name have to do.
async function looksLikePostmasterOf(folder: string, pid: number): Promise<boolean> {
  try {
    const [owner, runner] = await Promise.all([stat(folder), stat(`/proc/${String(pid)}`)]);
    if (owner.uid !== runner.uid) return false;
    return (await readFile(`/proc/${String(pid)}/cmdline`, 'utf8')).includes('postgres');
  } catch {
    return false;
  }
}

/** True when any process runs in `folder`, or when the system cannot determine it. */
export async function isFolderAtWork(folder: string): Promise<boolean> {
  if (!existsSync('/proc/self/cwd')) return true;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => isPostmasterOf(folder, pid)));
  return found.includes(true);
}

/**
 * Starts the postmaster in its own session, so that Ctrl-C in the terminal signals only the server, which then stops
 * the database gracefully.
 */
export function spawnPostmaster(cluster: Cluster, socketDir: string): ChildProcess {
  const log = openLog(cluster.logFile);
  try {
    const child = spawn(
      cluster.binaries.postgres,
      ['-D', cluster.folder, ...postgresSettings(cluster, socketDir)],
      {
        ...asUser(cluster.user),
        cwd: '/',
        detached: true,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log, log],
      },
    );
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Signals PostgreSQL to end all sessions and stop; returns false if it still runs after `patienceMs`. */
export async function stopPostmaster(pid: number, patienceMs: number): Promise<boolean> {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true;
    throw error;
  }
  const deadline = Date.now() + patienceMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await wait(10);
  }
  return true;
}

// Allows one server per data folder. The lock lives on its own connection, so it ends with the server in every
// case, and a database left over from a killed server does not count as used.

const lockSpace = 0x62_61_72_62;
const serverLock = 1;

/** PostgreSQL detects within moments that a killed server's connection is gone. */
const patienceMs = 2_000;

export interface FolderLock {
  /** Resolves when the connection that holds the lock has broken, for any reason. */
  lost: Promise<void>;
  release: () => Promise<void>;
}

/** Locks the folder for this server, or throws an error that names the holder. */
export async function lockFolder(target: ConnectionTarget, dataDir: string): Promise<FolderLock> {
  const client = new Client({
    ...clientConfig(target),
    application_name: `barback server ${String(process.pid)}`,
  });
  client.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  try {
    const deadline = Date.now() + patienceMs;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline) throw await inUse(client, dataDir);
      await wait(50);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return { lost, release: () => client.end().catch(() => undefined) };
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    'select pg_try_advisory_lock($1, $2) as got',
    [lockSpace, serverLock],
  );
  return rows[0]?.got === true;
}

async function inUse(client: Client, dataDir: string): Promise<StartupError> {
  const { rows } = await client.query<{ holder: string }>(
    `select activity.application_name as holder
       from pg_locks as locks
       join pg_stat_activity as activity using (pid)
      where locks.locktype = 'advisory' and locks.granted
        and locks.classid = $1 and locks.objid = $2`,
    [lockSpace, serverLock],
  );
  const pid = /\d+$/.exec(rows[0]?.holder ?? '')?.[0];
  return new StartupError(
    `Another Barback server${pid === undefined ? '' : ` (process ${pid})`} is using the data folder ${dataDir}: stop it first, or give this one a folder of its own with DATA_DIR.`,
  );
}
