// Private PostgreSQL in the data folder: starts, adopts, supervises and stops it.
import { realpath, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { makeDataFolder } from '../data-folder.ts';
import { findBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { placePostgresFolder } from './folder.ts';
import { makeCluster } from './initdb.ts';
import { keepLogSmall } from './log-file.ts';
import {
  type FolderLock,
  isPostmasterOf,
  lockFolder,
  readPidFile,
  stopPostmaster,
} from './process.ts';
import { ensureRunning, type Patience, type Running, usualPatience } from './running.ts';
import { socketPort } from './socket.ts';
import { pickUser } from './user.ts';
import { clientConfig, type ConnectionTarget, withClient } from '../pool/connect.ts';
import { codeOf, messageOf, StartupError } from '../start-error.ts';
import { tenantRoles } from '../tenant.ts';

export interface EmbeddedOptions {
  /** Receives progress messages for the operator, one at a time. */
  print?: (line: string) => void;
  /** False only in tests: faster, but a machine crash may lose data. */
  durable?: boolean;
  /** Shorter only in tests. */
  patience?: Patience;
}

export interface EmbeddedDatabase {
  /** Connects as the role barback, which owns the database barback and is not a superuser. */
  target: ConnectionTarget;
  /** Connects as the superuser, for creating and dropping databases. */
  adminTarget: ConnectionTarget;
  /** True when it was still running from a server that was killed. */
  adopted: boolean;
  /** Shuts PostgreSQL down gracefully and releases the folder. */
  stop: () => Promise<void>;
}

const stopPatienceMs = 60_000;
const retryMs = 250;

/**
 * Starts the database of a data folder, creating it on first use. Throws a StartupError with a readable message when
 * the folder is in use, inaccessible, or of another version.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { print = () => undefined, patience = usualPatience } = options;
  const cluster = await openCluster(resolve(dataDir), options.durable ?? true, print);
  let running = await ensureRunning(cluster, print, patience);
  const admin = targetOf(running, 'postgres', 'postgres');
  const target = targetOf(running, 'barback', 'barback');
  let lock: FolderLock;
  try {
    await makeRoleAndDatabase(admin);
    lock = await lockFolder(target, resolve(dataDir));
  } catch (error) {
    // A StartupError here means that another server uses this database: leave it running.
    if (!running.adopted && !(error instanceof StartupError)) await stopRunning();
    throw error;
  }

  const stopping = new AbortController();
  const leaveLog = keepLogSmall(cluster.logFile, print);
  const keeping = keep();
  return { target, adminTarget: admin, adopted: running.adopted, stop };

  // Restarts the database if it ends on its own (out of memory, out of disk, or stopped by hand), so that the
  // server recovers as soon as the machine allows it.
  async function keep(): Promise<void> {
    for (;;) {
      await lock.lost;
      let described = '';
      while (!stopping.signal.aborted) {
        try {
          running = await ensureRunning(cluster, print, patience);
          lock = await lockFolder(target, resolve(dataDir));
          break;
        } catch (error) {
          if (messageOf(error) !== described) print(`The database is gone: ${messageOf(error)}`);
          described = messageOf(error);
          await wait(retryMs);
        }
      }
      if (stopping.signal.aborted) return;
    }
  }

  // Holds the lock until PostgreSQL is down, so that no other server adopts it while it stops.
  async function stop(): Promise<void> {
    stopping.abort();
    leaveLog();
    await stopRunning();
    await lock.release();
    await keeping;
    await stopRunning();
  }

  async function stopRunning(): Promise<void> {
    if (!(await isPostmasterOf(cluster.folder, running.pid))) return;
    await stopPostmaster(running.pid, stopPatienceMs);
    if (running.socketDir !== cluster.folder) await rmdir(running.socketDir).catch(() => undefined);
  }
}

async function openCluster(
  dataDir: string,
  durable: boolean,
  print: (line: string) => void,
): Promise<Cluster> {
  await makeDataFolder(dataDir);
  const user = await pickUser(join(dataDir, 'postgres'));
  const folder = await placePostgresFolder(dataDir, user, print);
  const binaries = await findBinaries(user, print);
  const cluster = { folder, logFile: join(dataDir, 'postgres.log'), user, binaries, durable };
  await makeCluster(cluster);
  return cluster;
}

function targetOf({ socketDir }: Running, user: string, database: string): ConnectionTarget {
  return { socketDir, port: socketPort, user, database };
}

async function makeRoleAndDatabase(admin: ConnectionTarget): Promise<void> {
  const client = new Client(clientConfig(admin));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('create role barback login nosuperuser nobypassrls').catch(unlessThere);
    for (const role of Object.values(tenantRoles)) {
      await client.query(`create role ${role}`).catch(unlessThere);
      await client.query(`grant ${role} to barback`);
    }
    await client.query('create database barback owner barback').catch(unlessThere);
  } finally {
    await client.end();
  }
}

function unlessThere(error: unknown): void {
  const alreadyThere = ['42710', '42P04', '23505'];
  if (!alreadyThere.includes(codeOf(error))) throw error;
}

/**
 * Connects to the embedded database of a data folder while a server runs it, for a command that shares it with that
 * server and neither locks nor stops it. Null when it is not running or does not accept connections yet.
 */
export async function attachEmbedded(dataDir: string): Promise<ConnectionTarget | null> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null);
  const postmaster = folder === null ? null : await readPidFile(folder);
  if (folder === null || postmaster === null) return null;
  if (!(await isPostmasterOf(folder, postmaster.pid))) return null;
  const target = {
    socketDir: postmaster.socketDir,
    port: socketPort,
    user: 'barback',
    database: 'barback',
  };
  return (await responses(target)) ? target : null;
}

const responses = (target: ConnectionTarget): Promise<boolean> =>
  withClient(target, () => Promise.resolve(true)).catch(() => false);
