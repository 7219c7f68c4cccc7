/** Kills and freezes the standby that serves reports, ten times each. About a minute. */
import { rm } from 'node:fs/promises';
import { median, report } from '../../bench/outcome.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { replicaFaults } from './replica.ts';

export async function replicaSuite(): Promise<void> {
  const folder = await makeTestFolder();
  const { faults, share, positionMs } = await replicaFaults(folder, 10);
  await rm(folder, { recursive: true, force: true });
  for (const [fault, found] of Object.entries(faults)) {
    const { reads, failed, leftOutMs, backMs, slowestMs } = found;
    report(`reads that failed while the standby was ${fault}`, failed, { most: 0 }, `of ${reads}`);
    report(
      `seconds until a ${fault} standby is left out`,
      Math.max(...leftOutMs) / 1000,
      { most: 2 },
      `median ${(median(leftOutMs) / 1000).toFixed(2)}; used again after ${(Math.max(...backMs) / 1000).toFixed(2)}`,
    );
    report(`slowest read in seconds, ${fault}`, slowestMs / 1000, { most: 2 }, 'to a client');
  }
  report(
    'milliseconds to read the position of a change',
    median(positionMs),
    { most: 2 },
    'median of 1,000',
  );
  report(
    'part of the rows that the standby reads',
    share.rows,
    { least: 0.3 },
    `in a mix of orders and reports; of the transactions ${share.transactions.toFixed(2)}`,
  );
}
