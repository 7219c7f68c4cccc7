// Finds the running embedded database or starts it: never two postmasters on one folder.
import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig } from '../pool/connect.ts';
import type { Cluster } from './cluster.ts';
import { closedError, explainEnd } from './failure.ts';
import {
  isFolderAtWork,
  isPostmasterOf,
  isStarting,
  readPidFile,
  spawnPostmaster,
  stopPostmaster,
  type PidFile,
} from './process.ts';
import { writeSettings } from './settings.ts';
import { makeSocketFolder, socketPort } from './socket.ts';
import { codeOf, messageOf, StartupError } from '../start-error.ts';

export interface Running extends PidFile {
  /** True when it was already running, left over from a server that was killed. */
  adopted: boolean;
}

const pollMs = 15;
/** Each refused connection is a line in the log of PostgreSQL. */
const laterPollMs = 250;
const noticeMs = 3_000;

/** Time after which a start is given up. */
export interface Patience {
  /** While PostgreSQL accepts no connection and does not say that it is recovering. */
  silentMs: number;
  /** While it recovers; a recovery of days of changes takes minutes. */
  busyMs: number;
}

export const usualPatience: Patience = { silentMs: 60_000, busyMs: 30 * 60_000 };

const leavingPatienceMs = 10_000;

/** Returns a postmaster of this cluster that accepts connections. */
export async function ensureRunning(
  cluster: Cluster,
  print: (line: string) => void,
  patience: Patience,
): Promise<Running> {
  const orphan = await findRunning(cluster, print, patience);
  if (orphan !== null) return { ...orphan, adopted: true };

  await removeStaleLocks(cluster.folder);
  const socketDir = await makeSocketFolder(cluster.folder, cluster.user);
  const logStart = existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0;
  await writeSettings(cluster);
  const child = spawnPostmaster(cluster, socketDir);
  const ended = endOf(child);
  const refusal = await waitUntilReady(cluster.folder, socketDir, ended, { print, patience });
  if (refusal !== null) {
    if (child.pid !== undefined) await endPostmaster(child.pid);
    const closed = closedError(cluster, refusal);
    if (closed !== null) throw closed;
    throw new StartupError(
      `PostgreSQL runs on ${cluster.folder} but accepts no connection (${refusal}), so it was stopped: if its files are damaged, restore a backup (more in ${cluster.logFile}).`,
    );
  }

  // Another server may have started one a moment earlier; that one is used.
  const found = await findRunning(cluster, print, patience);
  if (found !== null) return { ...found, adopted: found.pid !== child.pid };
  const end = await ended;
  throw explainEnd(cluster, await readFrom(cluster.logFile, logStart), end);
}

async function findRunning(
  { folder }: Cluster,
  print: (line: string) => void,
  patience: Patience,
): Promise<PidFile | null> {
  const waiting = startWaiting(print, patience);
  for (;;) {
    const file = await readPidFile(folder);
    if (file === null) {
      if (!(await isStarting(folder)) || waiting.isOver('silent')) return null;
      await wait(waiting.pollMs());
      continue;
    }
    const response = await send(file.socketDir, folder);
    if (response.state === 'ready') return file;
    if (!(await isPostmasterOf(folder, file.pid))) return null;
    if (waiting.isOver(response.state)) {
      throw new StartupError(
        `PostgreSQL (process ${String(file.pid)}) holds ${folder} but does not respond (${response.reason}): end it with "kill -INT ${String(file.pid)}" and start again.`,
      );
    }
    await wait(waiting.pollMs());
  }
}

interface Response {
  /** 'busy' while it starts, recovers or stops. */
  state: 'ready' | 'busy' | 'silent';
  /** Why it is not ready. */
  reason: string;
}

async function send(socketDir: string, folder: string): Promise<Response> {
  const client = new Client(
    clientConfig({ socketDir, port: socketPort, user: 'postgres', database: 'postgres' }),
  );
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    const other = rows[0]?.folder ?? 'no folder';
    return { state: other === folder ? 'ready' : 'silent', reason: `it runs on ${other}` };
  } catch (error) {
    const cannotConnectNow = '57P03';
    const state = codeOf(error) === cannotConnectNow ? 'busy' : 'silent';
    return { state, reason: messageOf(error) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

// A stale pid file (left by a power cut) keeps PostgreSQL from starting when its pid was reused by another process,
// which is common in containers.
/**
 * Removes the lock files of a killed postmaster. Its pid may live on as a zombie or as another process, and PostgreSQL
 * would then take the lock files for those of a running postmaster. Waits for its orphan sessions to end.
 */
async function removeStaleLocks(folder: string): Promise<void> {
  const file = await readPidFile(folder);
  if (file === null) return;
  const patience = Date.now() + leavingPatienceMs;
  while (await isFolderAtWork(folder)) {
    if (Date.now() > patience) return;
    await wait(pollMs);
  }
  await rm(join(folder, 'postmaster.pid'), { force: true });
  await rm(join(file.socketDir, `.s.PGSQL.${String(socketPort)}.lock`), { force: true });
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${String(code)}`));
  });
}

/** Returns null when it is ready or has ended, or the reason of the last refusal when the patience is over. */
async function waitUntilReady(
  folder: string,
  socketDir: string,
  ended: Promise<string>,
  { print, patience }: { print: (line: string) => void; patience: Patience },
): Promise<string | null> {
  const waiting = startWaiting(print, patience);
  for (;;) {
    const { state, reason } = await send(socketDir, folder);
    if (state === 'ready') return null;
    if (waiting.isOver(state)) return reason;
    if ((await Promise.race([ended, wait(waiting.pollMs())])) !== undefined) return null;
  }
}

/** Limits the waiting, and reports once, after a few seconds, what is being waited for. */
function startWaiting(print: (line: string) => void, { silentMs, busyMs }: Patience) {
  const begun = Date.now();
  let busyAt = begun;
  let described = false;
  return {
    isOver: (state: Response['state']): boolean => {
      const now = Date.now();
      if (state !== 'busy') return now - busyAt > silentMs;
      busyAt = now;
      if (!described && now - begun > noticeMs) {
        described = true;
        print('PostgreSQL is recovering after an unclean shutdown; this can take a while.');
      }
      return now - begun > busyMs;
    },
    pollMs: (): number => (Date.now() - begun < noticeMs ? pollMs : laterPollMs),
  };
}

/** Stops a postmaster whose sessions cannot start, if need be at once: recovery follows at the next start. */
async function endPostmaster(pid: number): Promise<void> {
  if (!(await stopPostmaster(pid, leavingPatienceMs))) process.kill(pid, 'SIGQUIT');
}

async function readFrom(file: string, start: number): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const size = (await handle.stat()).size;
      // A smaller size means that the log was truncated in between.
      const from = size < start ? 0 : start;
      const buffer = Buffer.alloc(Math.min(size - from, 100_000));
      await handle.read(buffer, 0, buffer.length, from);
      return buffer.toString('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}
