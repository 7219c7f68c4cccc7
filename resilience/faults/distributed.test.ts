import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCitusInstalled } from '../../db/testing/citus-cluster.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { loseWorker } from './distributed.ts';

const statuses = (refused: Map<number, number>): number[] => [...refused.keys()];

describe.skipIf(!isCitusInstalled())('a worker of a distributed database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTestFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test(
    'an order of a killed worker is refused with 503 and taken once when it is back, and other venues go on',
    { timeout: 240_000 },
    async () => {
      const { stays, killed, soldMeanwhile } = await loseWorker(folder, 1);
      expect(stays).toMatchObject({ lost: 0, doubled: 0, sums: true });
      expect(statuses(stays.refused)).toEqual([]);
      expect(soldMeanwhile).toBeGreaterThan(0);
      expect(killed).toMatchObject({ lost: 0, doubled: 0, sums: true });
      expect(statuses(killed.refused)).toEqual([503]);
    },
  );
});
