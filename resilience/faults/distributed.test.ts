import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isCitusInstalled } from '../../db/testing/citus-cluster.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { loseStandby, loseWorker } from './distributed.ts';

const statuses = (refused: Map<number, number>): number[] => [...refused.keys()];

describe.skipIf(!isCitusInstalled())('a worker of a distributed database', () => {
  const folder = withTestFolder();

  test.each(['off', 'on'])(
    'an order of a killed worker is refused with 503 and taken once when it is back, and other venues go on, with DATABASE_NODES=%s',
    { timeout: 240_000 },
    async (DATABASE_NODES) => {
      const place = join(folder, DATABASE_NODES);
      const { stays, killed, soldMeanwhile } = await loseWorker(place, 1, { DATABASE_NODES });
      expect(stays).toMatchObject({ lost: 0, doubled: 0, sums: true });
      expect(statuses(stays.refused)).toEqual([]);
      expect(soldMeanwhile).toBeGreaterThan(0);
      expect(killed).toMatchObject({ lost: 0, doubled: 0, sums: true });
      expect(statuses(killed.refused)).toEqual([503]);
    },
  );

  test(
    'an order of a worker whose standby is away is refused with 503 and taken once when it is back, and other venues go on',
    { timeout: 240_000 },
    async () => {
      const lost = await loseStandby(join(folder, 'standby'));
      const { stays, waits, soldMeanwhile, refusedMeanwhile, changes, port } = lost;
      const named = `waiting for a synchronous standby of 127.0.0.1:${port}`;
      expect(changes).toEqual([named, undefined]);
      expect(stays).toMatchObject({ lost: 0, doubled: 0, sums: true });
      // Until it is noticed, other venues may wait too long for one of the connections that they share.
      expect(statuses(stays.refused).filter((status) => status !== 503)).toEqual([]);
      expect(refusedMeanwhile).toBe(0);
      expect(soldMeanwhile).toBeGreaterThan(0);
      expect(waits).toMatchObject({ lost: 0, doubled: 0, sums: true });
      expect(statuses(waits.refused)).toEqual([503]);
    },
  );
});
