/**
 * A PostgreSQL primary with a synchronous standby, which has every commit before it is acknowledged; uses the system's
 * binaries.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { asUser, pickUser, type SystemUser } from '../../db/embedded/user.ts';
import { freePorts } from '../../db/testing/free-ports.ts';

const everyVersion = '/usr/lib/postgresql';

/** Folder of initdb, pg_basebackup and pg_ctl; null when the system has no PostgreSQL. */
export function systemPostgres(): string | null {
  const versions = existsSync(everyVersion) ? readdirSync(everyVersion) : [];
  const bins = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(everyVersion, version, 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'pg_basebackup'))) ?? null;
}

export interface Following {
  primaryPort(): number;
  standbyPort(): number;
  /** Kills all processes at once, like a machine failure. */
  killPrimary(): Promise<void>;
  /** Promotes the standby to primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Stops the processes of the standby, whose connections stay open, or lets them go on. */
  pauseStandby(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Lets each commit wait until the standby has it, or not. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Attaches a new synchronous standby to the primary. */
  follow(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  folder: string;
  port: number;
  pid: number;
}

/** Starts both in a new folder `pair` of this one. */
export async function startPair(bin: string, parent: string): Promise<Following> {
  const ports = await freePorts(2);
  const folder = join(parent, 'pair');
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(parent, 0o755);
  await mkdir(folder);
  await chmod(folder, 0o755);
  const user = await pickUser(join(folder, 'nothing'));
  let made = 0;
  const runs = (program: string, ...args: string[]) => run(bin, program, args, user);

  const nextFolder = async (): Promise<{ folder: string; port: number }> => {
    const next = { folder: join(folder, String(made)), port: ports[made % 2] ?? 0 };
    made += 1;
    await mkdir(next.folder, { mode: 0o700 });
    if (user !== null) await chown(next.folder, user.uid, user.gid);
    return next;
  };
  const start = async (at: { folder: string; port: number }): Promise<Node> => {
    const settings = ['listen_addresses=127.0.0.1', `port=${at.port}`, 'unix_socket_directories='];
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', at.folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...asUser(user), cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C', TZ: 'UTC' } },
    );
    await responding(at.port);
    return { ...at, pid: child.pid ?? 0 };
  };

  const first = await nextFolder();
  await runs(
    'initdb',
    '-D',
    first.folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
  );
  let primary = await start(first);
  let standby: Node | null = null;
  await describe(
    primary.port,
    'create role barback login createrole',
    'create database barback owner barback',
  );

  const follow = async (): Promise<void> => {
    const next = await nextFolder();
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    await runs('pg_basebackup', '-D', next.folder, '-R', '-X', 'stream', '-c', 'fast', '-d', from);
    standby = await start(next);
    await setSynchronous(true);
  };
  const setSynchronous = async (isSynchronous: boolean): Promise<void> => {
    const names = isSynchronous ? 'standby' : '';
    await describe(
      primary.port,
      `alter system set synchronous_standby_names = '${names}'`,
      'select pg_reload_conf()',
    );
    if (!isSynchronous) return;
    await until(
      primary.port,
      `select count(*) = 1 as so from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
    );
  };
  await follow();

  return {
    primaryPort: () => primary.port,
    standbyPort: () => standby?.port ?? 0,
    killPrimary: () => killAll(primary.pid),
    promote: async () => {
      if (standby === null) throw new Error('Nobody follows');
      await runs('pg_ctl', 'promote', '-w', '-D', standby.folder);
      await rm(primary.folder, { recursive: true, force: true });
      primary = standby;
      standby = null;
    },
    pauseStandby: async (signal) => {
      if (standby !== null) await signalAll(standby.pid, signal);
    },
    setSynchronous,
    follow,
    stop: async () => {
      if (standby !== null) await killAll(standby.pid);
      await killAll(primary.pid);
    },
  };
}

const execute = promisify(execFile);

/** Runs asynchronously, so that selling continues. */
const run = (bin: string, program: string, args: readonly string[], user: SystemUser | null) =>
  execute(join(bin, program), args, {
    ...asUser(user),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });

async function describe(port: number, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function until(port: number, confirmation: string): Promise<void> {
  while ((await describe(port, confirmation))[0]?.['so'] !== true) await wait(50);
}

async function responding(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await describe(port, 'select 1');
      return;
    } catch (error) {
      if (tries > 400) throw error;
      await wait(50);
    }
  }
}

/** Kills all processes of a server. */
async function killAll(postmaster: number): Promise<void> {
  await signalAll(postmaster, 'SIGKILL');
}

/** PostgreSQL's processes are not a process group: each is found by its parent. */
export async function signalAll(postmaster: number, signal: NodeJS.Signals): Promise<void> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children: number[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The state and the parent follow the name, which may contain any character.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) === postmaster) children.push(pid);
  }
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, signal);
    } catch {
      // Already exited.
    }
  }
}
