/**
 * Several processes on one database, behind haproxy as set up in docs/scaling-out, compared with one process; and the
 * cost of PgBouncer. On a machine where all share two cores, more processes cannot be faster: the limits say how much
 * slower they may be.
 */
import {
  missingPrograms,
  startHaproxy,
  startPgbouncer,
} from '../server/testing/services/processes.ts';
import type { ConnectionTarget } from '../db/pool/connect.ts';

import { type BenchSession, openBenchDatabase, openSession } from './bench-database.ts';
import { makeSellers } from '../resilience/testing/fleet.ts';
import { sell } from './intake.bench.ts';
import { report } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { load } from './requests.ts';

const connections = 16;
const rounds = 4;
const seconds = 3;

interface Arrangement {
  url: string;
  close(): Promise<void>;
}

export async function benchScale(): Promise<void> {
  if (missingPrograms(['haproxy', 'pgbouncer', 'openssl']).length > 0) return;
  const database = await openBenchDatabase(20_000);
  const { connection } = database;
  const { target } = database.embedded;
  const bouncer = await startPgbouncer(target);
  const straight = await serve('serve', target);
  const arrangements: Arrangement[] = [
    { url: straight.url, close: () => straight.stop() },
    await arrange(1, target),
    await arrange(2, target),
    await arrange(3, target),
    await arrange(2, { url: bouncer.url }),
  ];
  try {
    const sellers = await makeSellers(connection, connections);
    const session = await openSession(connection);
    const orders = (url: string, duration: number) => sell(url, sellers, duration);
    const reads = (url: string, duration: number) => look(url, session, duration);
    for (const [what, rate] of Object.entries({ orders, reads })) {
      const [alone, one, two, three, bounced] = await inTurn(arrangements, rate);
      compare(`${what}: haproxy in front of one process / none`, one, alone, 0.7);
      compare(`${what}: two processes / one`, two, one, 0.9);
      compare(`${what}: three processes / one`, three, one, 0.8);
      compare(`${what}: two processes through PgBouncer / without`, bounced, two, 0.7);
    }
  } finally {
    for (const arrangement of arrangements) await arrangement.close();
    await bouncer.stop();
    await database.close();
  }
}

/** Best rate of each, measured alternately: background load on the machine only reduces a rate. */
async function inTurn(
  arrangements: readonly Arrangement[],
  rate: (url: string, seconds: number) => Promise<number>,
): Promise<number[]> {
  const measured = arrangements.map(({ url }) => ({ url, found: new Array<number>() }));
  for (const { url } of measured) await rate(url, 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const { url, found } of measured) found.push(await rate(url, seconds));
  }
  return measured.map(({ found }) => Math.max(...found));
}

function compare(what: string, ours = Number.NaN, theirs = Number.NaN, least = 0): void {
  const details = `${ours.toFixed(0)} / ${theirs.toFixed(0)} a second`;
  report(what, ours / theirs, { least }, details);
}

async function arrange(processes: number, target: ConnectionTarget): Promise<Arrangement> {
  const start = () => serve('serve', target);
  const servers = await Promise.all(Array.from({ length: processes }, start));
  const ports = servers.map(({ url }) => Number(new URL(url).port));
  // No rate limit in this benchmark.
  const haproxy = await startHaproxy(ports, [['gt 2000', 'gt 2000000000']]);
  return {
    url: haproxy.url,
    close: async () => {
      await haproxy.stop();
      for (const server of servers) await server.stop();
    },
  };
}

async function look(url: string, session: BenchSession, duration: number): Promise<number> {
  const path = `/api/users/${session.ownerId}/venues`;
  const { requests } = await load(url + path, session.token, { connections, duration });
  return requests.average;
}
