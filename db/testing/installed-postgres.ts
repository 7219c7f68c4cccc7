// A PostgreSQL of the operating system, with its default settings, for tests.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clientConfig, type ConnectionTarget } from '../pool/connect.ts';
import { makeTestFolder } from './folder.ts';
import { untilExit } from './until-exit.ts';

const run = promisify(execFile);

const programsOf = (major: number) => `/usr/lib/postgresql/${major}/bin`;

/** True where Debian's package of this major version is installed. */
export const isInstalled = (major: number): boolean => existsSync(`${programsOf(major)}/postgres`);

export interface InstalledPostgres {
  /** Connects as a superuser. */
  target: Extract<ConnectionTarget, { port: number }>;
  /** Process id of the postmaster. */
  pid: () => number;
  /** Starts it again after its processes have been killed. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts a new server on a socket in a folder of its own, with default settings but for its durability and these, such
 * as `max_connections=300`.
 */
export async function startInstalledPostgres(
  major: number,
  port = 5432,
  more: readonly string[] = [],
): Promise<InstalledPostgres> {
  const folder = await makeTestFolder();
  const dataDir = `${folder}/data`;
  const user = await serverUser();
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const init = ['-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  await run(`${programsOf(major)}/initdb`, init, options);
  const socket = [`unix_socket_directories=${folder}`, 'listen_addresses='];
  const settings = [...socket, `port=${port}`, 'fsync=off', ...more];
  const args = ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])];
  const start = () => {
    const child = spawn(`${programsOf(major)}/postgres`, args, { ...options, stdio: 'ignore' });
    return { process: untilExit(child), ended: once(child, 'exit') };
  };
  let server = start();
  const target = { socketDir: folder, port, user: 'postgres', database: 'postgres' };
  const ready = () => untilReady(target, () => server.process.exitCode === null);
  await ready();
  return {
    target,
    pid: () => server.process.pid ?? 0,
    restart: async () => {
      await server.ended;
      server = start();
      await ready();
    },
    stop: async () => {
      server.process.kill('SIGINT');
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so root starts it as the user that comes with the package. */
async function serverUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function untilReady(target: ConnectionTarget, isRunning: () => boolean): Promise<void> {
  for (;;) {
    const client = new Client(clientConfig(target));
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (!isRunning()) throw error;
      await wait(50);
    }
  }
}
