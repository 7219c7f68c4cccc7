/** Kills a worker of a distributed database ten times, and moves shards, under load. Two minutes. */
import { rm } from 'node:fs/promises';
import { report } from '../../bench/outcome.ts';
import { isCitusInstalled } from '../../db/testing/citus-cluster.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { loseWorker } from './lost-worker.ts';
import { moveShards } from './moved-shards.ts';

const rounds = 10;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const list = (refused: Map<number, number>): string =>
  [...refused].map(([status, count]) => `${count} with ${status}`).join(', ') || 'none';

export async function distributedSuite(): Promise<void> {
  if (!isCitusInstalled()) {
    console.log('Distributed database: not tried, because Citus is not installed.');
    return;
  }
  const folder = await makeTestFolder();
  await lostWorker(folder);
  await movedShards(folder);
  await rm(folder, { recursive: true, force: true });
}

async function lostWorker(folder: string): Promise<void> {
  const { stays, killed, soldMeanwhile, backMs } = await loseWorker(`${folder}/lost`, rounds);
  report(
    'orders lost or doubled when a worker was killed',
    stays.lost + stays.doubled + killed.lost + killed.doubled,
    { most: 0 },
    `of ${stays.acknowledged + killed.acknowledged} in ${rounds} kills; refused: ${list(killed.refused)}`,
  );
  report(
    'orders of other venues that were refused meanwhile',
    [...stays.refused.values()].reduce((sum, count) => sum + count, 0),
    { most: 0 },
    `${soldMeanwhile} taken while the worker was down`,
  );
  report(
    'slowest refusal in seconds',
    killed.slowestRefusalMs / 1000,
    { most: 2 },
    `sells again at most ${seconds(Math.max(...backMs))} after the worker is back`,
  );
}

async function movedShards(folder: string): Promise<void> {
  const moved = await moveShards(`${folder}/moved`);
  report(
    'orders lost or doubled while shards were moved',
    moved.lost + moved.doubled,
    { most: 0 },
    `of ${moved.acknowledged}; refused: ${list(moved.refused)}`,
  );
  report(
    'slowest order while shards were moved, in seconds',
    moved.slowestMs / 1000,
    { most: 5 },
    `before: ${seconds(moved.slowestBeforeMs)}; moved in ${seconds(moved.ms.moved)} and ${seconds(moved.ms.movedBack)}, isolated in ${seconds(moved.ms.isolated)}`,
  );
}
