/**
 * Six hours of 1,000 units at the demo's rate (12 orders an hour each, plus related requests), sent at full speed:
 * about 20 minutes.
 */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { growthOf, weighUnderLoad } from './memory.ts';

const anHour = 17_500;

const line = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(0)).join(' ');

export async function memorySuite(): Promise<void> {
  const dataDir = await makeTestFolder();
  const { weighed, statuses, minutes } = await weighUnderLoad(dataDir, {
    requests: 6 * anHour,
    every: 3_500,
    sellers: 8,
    restMs: 6_000,
  });
  await rm(dataDir, { recursive: true, force: true });
  const heaps = weighed.map(({ heapMb }) => heapMb);
  const resident = weighed.map(({ residentMb }) => residentMb);
  const details = `${weighed.at(-1)?.requests ?? 0} requests in ${minutes.toFixed(0)} minutes`;
  report('growth of the heap after the first third', growthOf(heaps), { most: 0.05 }, details);
  console.log(`        MB of heap: ${line(heaps)}`);
  report('growth of the resident memory, likewise', growthOf(resident), { most: 0.05 }, details);
  console.log(`        MB resident: ${line(resident)}`);
  const failures = Object.entries(statuses).filter(([status]) => status === '0' || status >= '500');
  const failed = failures.reduce((sum, [, count]) => sum + count, 0);
  report('requests that failed', failed, { most: 0 }, JSON.stringify(statuses));
}
