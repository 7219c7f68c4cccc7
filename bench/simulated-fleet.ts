/**
 * npm run bench:fleet [units] [minutes]: virtual units sell at twenty times real time, every hour at peak rate, on the
 * product in its default setup. Measures response times, report times and memory, and verifies the totals to the cent.
 */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../db/testing/folder.ts';
import { closingText, simulate } from '../simulator/simulation.ts';
import { readOptions } from '../simulator/options.ts';
import { exitCode, report } from '../resilience/testing/outcome.ts';
import { residentMb } from './process.ts';
import { startProduct } from '../resilience/testing/running-product.ts';

const [units = '100', minutes = '2'] = process.argv.slice(2);
const admin = { email: 'admin@bench.example', password: 'pour one out for the bench' };
const owner = { email: 'fleet@bench.example', password: admin.password };

const dataDir = await makeTestFolder();
const product = await startProduct(dataDir, {
  SEED: 'none',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});
try {
  await register();
  const words = { ...admin, url: product.url, owner: owner.email, units, minutes };
  const args = Object.entries({ ...words, venue: 'Fleet', timezone: 'UTC' });
  const options = readOptions(['--rush', ...args.flatMap(([name, word]) => [`--${name}`, word])]);
  const memoryMb = [residentMb(product.pid)];
  const weighing = setInterval(() => memoryMb.push(residentMb(product.pid)), 1000);
  const outcome = await simulate(options, {
    out: process.stdout,
    stop: new AbortController().signal,
  });
  clearInterval(weighing);
  console.log(closingText(outcome));

  const { idle, busy } = outcome.report;
  const [idleMs, busyMs] = [idle.within(0.5), busy.within(0.5)];
  report(
    'report while the units sell / while nothing is sold',
    busyMs / idleMs,
    { most: 2 },
    `${busyMs.toFixed(1)} / ${idleMs.toFixed(1)} ms, medians of ${busy.count} and ${idle.count}`,
  );
  report(
    'figures of the report that differ from the ledger',
    outcome.differing.length + outcome.unsent,
    { most: 0 },
    `${outcome.sums.orders} orders of ${outcome.units} units, ${outcome.perSecond.toFixed(1)} a second, ` +
      `p95 ${outcome.tally.responses.within(0.95).toFixed(0)} ms`,
  );
  const [third, last] = [mean(memoryMb, 0.5, 0.75), mean(memoryMb, 0.75, 1)];
  report(
    'memory of the server in the last quarter / in the third',
    last / third,
    { most: 1.15 },
    `${last.toFixed(0)} / ${third.toFixed(0)} MB, ${(memoryMb[0] ?? 0).toFixed(0)} MB before the first call`,
  );
} finally {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = exitCode();

/** Mean over a part of a list, given as fractions of its length. */
function mean(values: readonly number[], from: number, to: number): number {
  const part = values.slice(Math.floor(values.length * from), Math.ceil(values.length * to));
  return part.reduce((sum, value) => sum + value, 0) / part.length;
}

async function register(): Promise<void> {
  const response = await fetch(`${product.url}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Fleet',
      venueName: 'Empty',
      email: owner.email,
      password: owner.password,
      password2: owner.password,
    }),
  });
  if (!response.ok) throw new Error(`Registering answered ${response.status}`);
}
