// Finds the running embedded database or starts it: never two postmasters on one folder.
import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig } from '../pool/connect.ts';
import type { Cluster } from './cluster.ts';
import {
  isFolderAtWork,
  isPostmasterOf,
  readPidFile,
  spawnPostmaster,
  type PidFile,
} from './process.ts';
import { makeSocketFolder, socketPort } from './socket.ts';
import { codeOf, messageOf, StartupError } from '../start-error.ts';

export interface Running extends PidFile {
  /** True when it was already running, left over from a server that was killed. */
  adopted: boolean;
}

const pollMs = 15;
const responseTimeoutMs = 30_000;
const leavingPatienceMs = 10_000;

/** Returns a postmaster of this cluster that accepts connections. */
export async function ensureRunning(
  cluster: Cluster,
  print: (line: string) => void,
): Promise<Running> {
  const orphan = await findRunning(cluster, print);
  if (orphan !== null) return { ...orphan, adopted: true };

  await removeStaleLocks(cluster.folder);
  const socketDir = await makeSocketFolder(cluster.folder, cluster.user);
  const logStart = existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0;
  const child = spawnPostmaster(cluster, socketDir);
  const ended = endOf(child);
  await waitUntilReady(cluster.folder, socketDir, ended, print);

  // Another server may have started one a moment earlier; that one is used.
  const found = await findRunning(cluster, print);
  if (found !== null) return { ...found, adopted: found.pid !== child.pid };
  throw await explainFailure(cluster, logStart, await ended);
}

async function findRunning(
  { folder }: Cluster,
  print: (line: string) => void,
): Promise<PidFile | null> {
  const begun = Date.now();
  const logRecovery = recoveryNotice(print);
  for (;;) {
    const file = await readPidFile(folder);
    if (file === null) return null;
    const response = await send(file.socketDir, folder);
    if (response === 'ready') return file;
    if (!(await isPostmasterOf(folder, file.pid))) return null;
    if (response === 'silent' && Date.now() - begun > responseTimeoutMs) {
      throw new StartupError(
        `PostgreSQL (process ${String(file.pid)}) holds ${folder} but does not respond: end it with "kill -INT ${String(file.pid)}" and start again.`,
      );
    }
    if (response === 'busy') logRecovery();
    await wait(pollMs);
  }
}

/** Returns 'ready', 'busy' while it starts, recovers or stops, or 'silent'. */
async function send(socketDir: string, folder: string): Promise<'ready' | 'busy' | 'silent'> {
  const client = new Client(
    clientConfig({ socketDir, port: socketPort, user: 'postgres', database: 'postgres' }),
  );
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    return rows[0]?.folder === folder ? 'ready' : 'silent';
  } catch (error) {
    const cannotConnectNow = '57P03';
    return codeOf(error) === cannotConnectNow ? 'busy' : 'silent';
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

async function waitUntilReady(
  folder: string,
  socketDir: string,
  ended: Promise<string>,
  print: (line: string) => void,
): Promise<void> {
  const logRecovery = recoveryNotice(print);
  for (;;) {
    const response = await send(socketDir, folder);
    if (response === 'ready') return;
    if (response === 'busy') logRecovery();
    if ((await Promise.race([ended, wait(pollMs)])) !== undefined) return;
  }
}

/** Returns a function to be called while waiting; it reports once, after a few seconds, what is being waited for. */
function recoveryNotice(print: (line: string) => void): () => void {
  const begun = Date.now();
  let described = false;
  return () => {
    if (described || Date.now() - begun < 3_000) return;
    described = true;
    print('PostgreSQL is recovering after an unclean shutdown; this can take a while.');
  };
}

async function explainFailure(
  { folder, logFile }: Cluster,
  logStart: number,
  end: string,
): Promise<Error> {
  const reported = await readFrom(logFile, logStart);
  if (reported.includes('No space left on device')) {
    return Object.assign(new Error(`no space left for ${folder}`), { code: 'ENOSPC' });
  }
  const reasons = [...reported.matchAll(/(?:FATAL|PANIC): +(.+)/g)].map((match) => match[1]);
  return new StartupError(
    `PostgreSQL did not start on ${folder}: ${reasons[0] ?? end} (more in ${logFile}).`,
  );
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
