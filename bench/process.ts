/** Servers under test, each in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ConnectionTarget } from '../db/pool/connect.ts';
import { codeOf } from '../db/start-error.ts';

/** The loader that the benchmarks themselves run with; the servers of bench/ are not part of the build. */
const typescript = new URL('../tools/typescript.mjs', import.meta.url).href;

const reported = z.object({ ready: z.object({ port: z.number() }) });

export interface Served {
  url: string;
  /** Resident memory in megabytes. */
  memoryMb(): number;
  /** Processor time used so far, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Starts one of the bench/*.ts servers and waits until it prints its address. */
export async function serve(
  script: 'serve.ts' | 'bare-server.ts' | 'worker.ts',
  target: ConnectionTarget,
  ...words: string[]
): Promise<Served> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', typescript, path, JSON.stringify(target), ...words],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const port = await portOf(child);
  return {
    url: `http://127.0.0.1:${port}`,
    memoryMb: () => residentMb(child.pid ?? 0),
    cpuMs: () => processorMs(child.pid ?? 0),
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
