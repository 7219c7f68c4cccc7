/**
 * Where the processor time of an order, of a report of a year and of a signed-in GET goes, in microseconds: that of the
 * server by what its profile was sampled in, and that of PostgreSQL as a whole. A table to read; it has no limit.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Connection } from '../db/pool/connect.ts';
import { makeSellers, reportPath } from '../resilience/testing/fleet.ts';
import { type BenchDatabase, openSession } from './bench-database.ts';
import { sell } from './intake.bench.ts';
import { postgresMs, serve } from './process.ts';
import { load } from './requests.ts';

const seconds = 6;
const shownParts = 14;

export async function benchProfile({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const sellers = await makeSellers(connection, 16);
  const read = (path: string) => async (url: string, duration: number) => {
    const { requests } = await load(url + path, session.token, { connections: 16, duration });
    return requests.average;
  };
  const kinds = {
    'signed-in GET': read(`/api/users/${session.ownerId}/venues`),
    'report of a year': read(reportPath(session.venueId)),
    order: (url: string, duration: number) => sell(url, sellers, duration),
  };
  const folder = await mkdtemp(join(tmpdir(), 'barback-profile-'));
  try {
    for (const [kind, rate] of Object.entries(kinds)) {
      const file = join(folder, `${kind}.cpuprofile`);
      const server = await serve('serve', embedded.target, file);
      await rate(server.url, 3);
      const postmaster = await postmasterOf(connection);
      const before = { node: server.cpuMs(), postgres: postgresMs(postmaster) };
      server.signal('SIGUSR2');
      const count = (await rate(server.url, seconds)) * seconds;
      const micros = (ms: number) => (ms * 1000) / count;
      const node = micros(server.cpuMs() - before.node);
      const postgres = micros(postgresMs(postmaster) - before.postgres);
      server.signal('SIGUSR2');
      const parts = await readParts(file);
      await server.stop();
      console.log(
        `${kind}: ${node.toFixed(0)} µs of Node.js, ${postgres.toFixed(0)} µs of PostgreSQL`,
      );
      for (const [part, share] of parts.slice(0, shownParts))
        console.log(`  ${(node * share).toFixed(0).padStart(5)} µs  ${part}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Process that has started the one of a connection. */
async function postmasterOf({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const status = await readFile(`/proc/${String(rows[0]?.pid)}/status`, 'utf8');
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1]);
}

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** Shares of the time in which the process was not idle, largest first. */
async function readParts(file: string): Promise<[part: string, share: number][]> {
  const text = await waitFor(file);
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(text));
  const maps = await readMaps(new Set(nodes.map(({ callFrame }) => callFrame.url)));
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame, maps)]));
  const micros = new Map<string, number>();
  for (const [nth, sample] of samples.entries()) {
    const part = partOf.get(sample) ?? '';
    if (part !== '(idle)') micros.set(part, (micros.get(part) ?? 0) + (timeDeltas[nth] ?? 0));
  }
  const all = [...micros.values()].reduce((sum, each) => sum + each, 0);
  return [...micros]
    .map(([part, each]): [string, number] => [part, each / all])
    .sort(([, a], [, b]) => b - a);
}

/** Source maps of the built files, by URL. */
async function readMaps(urls: ReadonlySet<string>): Promise<Map<string, SourceMap>> {
  const maps = new Map<string, SourceMap>();
  for (const url of urls) {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) continue;
    maps.set(url, new SourceMap(JSON.parse(await readFile(new URL(`${url}.map`), 'utf8'))));
  }
  return maps;
}

type CallFrame = z.infer<typeof profile>['nodes'][number]['callFrame'];

/** Package, module of Node.js, or folder of the sources; or what the engine did itself. */
function nameOf(frame: CallFrame, maps: ReadonlyMap<string, SourceMap>): string {
  const { functionName, url, lineNumber, columnNumber } = frame;
  const origin: { originalSource?: string } =
    maps.get(url)?.findEntry(lineNumber, columnNumber) ?? {};
  const source = origin.originalSource?.replace(/^(\.\.\/)+/, '') ?? url;
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (name) return name;
  if (source.startsWith('node:')) return source.split('/').slice(0, 2).join('/');
  if (source === '') return functionName.startsWith('(') ? functionName : 'calls of the engine';
  return source.split('/').slice(0, -1).slice(-2).join('/');
}

async function waitFor(file: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return text;
    await wait(100);
  }
  throw new Error('The server wrote no profile');
}
