/** Servers under test, each in its own process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
// @ts-expect-error The scripts that run before the installation are plain JavaScript.
import { bundle } from '../tools/build-server.mjs';
import type { ConnectionTarget } from '../db/pool/connect.ts';
import { codeOf } from '../db/start-error.ts';

const programs = {
  serve: 'bench/serve.ts',
  'bare-server': 'bench/bare-server.ts',
  worker: 'bench/worker.ts',
};

type Program = keyof typeof programs;

/** The servers of bench/ are built as the product is: the loader of TypeScript makes code that is a tenth slower. */
const built = fileURLToPath(new URL('../build/bench-servers', import.meta.url));
let building: Promise<void> | undefined;

const reported = z.object({ ready: z.object({ port: z.number() }) });

export interface Served {
  url: string;
  /** Resident memory in megabytes. */
  memoryMb(): number;
  /** Processor time used so far, in milliseconds. */
  cpuMs(): number;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts one of the servers and waits until it prints its address. */
export async function serve(
  program: Program,
  target: ConnectionTarget,
  ...words: string[]
): Promise<Served> {
  building ??= bundle(programs, built);
  await building;
  const child = spawn(
    process.execPath,
    [join(built, `${program}.js`), JSON.stringify(target), ...words],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await portOf(child);
  return {
    url: `http://127.0.0.1:${port}`,
    memoryMb: () => residentMb(child.pid ?? 0),
    cpuMs: () => processorMs(child.pid ?? 0),
    signal: (name) => void child.kill(name),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('The server has no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    return reported.parse(JSON.parse(line)).ready.port;
  }
  throw new Error('The server ended before it was ready');
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const msPerTick = 10;

/** Processor time of a process, in milliseconds: user and system, which are the fields 14 and 15 of its stat. */
const processorMs = (pid: number): number => ticksOf(pid, 11, 12) * msPerTick;

/** Processor time of a PostgreSQL, in milliseconds: of its postmaster, of its processes, and of those that have ended. */
export function postgresMs(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  const running = children.split(' ').filter(Boolean).map(Number).map(processorMs);
  return running.reduce((sum, each) => sum + each, ticksOf(postmaster, 11, 12, 13, 14) * msPerTick);
}

/** Sum of these fields after the name in the stat of a process; 0 for one that has ended. */
function ticksOf(pid: number, ...fields: number[]): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields.reduce((sum, field) => sum + Number(stat[field]), 0);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return 0;
    throw error;
  }
}

/** Debian's nginx as a baseline: one folder on a free port. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).error === undefined;

/** @param root the folder to serve */
export async function startNginx(
  root: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'barback-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, root, port));
  const child = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await responded(url);
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string, root: string, port: number): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  client_body_temp_path ${join(folder, 'body')};
  proxy_temp_path ${join(folder, 'proxy')};
  fastcgi_temp_path ${join(folder, 'fastcgi')};
  uwsgi_temp_path ${join(folder, 'uwsgi')};
  scgi_temp_path ${join(folder, 'scgi')};
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function responded(url: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await wait(100);
  }
  throw new Error('nginx did not start');
}

/** Milliseconds that `work` takes, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}

/** Memory before `work`, and the most until its end, in MB. */
export async function memoryDuring<T>(
  memoryMb: () => number,
  work: () => Promise<T>,
): Promise<{ before: number; most: number; result: T }> {
  const before = memoryMb();
  let most = before;
  const look = (): void => void (most = Math.max(most, memoryMb()));
  const watch = setInterval(look, 20);
  try {
    const result = await work();
    look();
    return { before, most, result };
  } finally {
    clearInterval(watch);
  }
}
