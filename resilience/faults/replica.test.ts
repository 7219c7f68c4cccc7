import { expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { replicaFaults } from './replica.ts';

const folder = withTestFolder();

test(
  'no report fails while the standby that serves them is killed or frozen',
  { timeout: 240_000 },
  async () => {
    const { faults, share } = await replicaFaults(folder, 1);
    expect(faults).toMatchObject({ killed: { failed: 0 }, frozen: { failed: 0 } });
    expect(share.rows).toBeGreaterThan(0);
  },
);
