/** 200 rounds of kill -9, about eight minutes. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { killRounds } from './kill-rounds.ts';

export async function killSuite(): Promise<void> {
  const dataDir = await makeTestFolder();
  const { acknowledged, lost, doubled, rounds, slowestStartMs } = await killRounds(dataDir, 200);
  await rm(dataDir, { recursive: true, force: true });
  report(
    'orders lost or doubled by kill -9',
    lost.length + Math.abs(doubled),
    { most: 0 },
    `${acknowledged} acknowledged in ${rounds} rounds`,
  );
  const seconds = slowestStartMs / 1000;
  report('slowest start after kill -9, in seconds', seconds, { most: 4 }, 'until it answers');
}
