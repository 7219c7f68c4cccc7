// The postmaster, the main process of the embedded database.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import { readFile, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { openLog } from './log-file.ts';
import { postgresSettings } from './settings.ts';
import { asUser } from './user.ts';
import { codeOf } from '../start-error.ts';

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
