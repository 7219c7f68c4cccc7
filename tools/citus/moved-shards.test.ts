import { expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { moveShards } from '../../resilience/faults/distributed.ts';

const folder = withTestFolder();

test(
  'no order is lost or doubled while shards are moved and a venue is isolated',
  { timeout: 240_000 },
  async () => {
    const outcome = await moveShards(folder);
    expect(outcome).toMatchObject({ lost: 0, doubled: 0, sums: true, unprotected: 0 });
    expect([...outcome.refused.keys()].filter((status) => status !== 503)).toEqual([]);
  },
);
