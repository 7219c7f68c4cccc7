import { expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { failovers } from './failover.ts';

const folder = withTestFolder();

test(
  'acknowledged orders exist on the standby after failover, and selling continues there',
  { timeout: 120_000 },
  async ({ skip }) => {
    const outcome = await failovers(folder, { rounds: 1, clients: 3 });
    if (outcome === null) {
      skip('Only PostgreSQL with pg_basebackup makes a standby: not tried');
      return;
    }
    expect(outcome).toMatchObject({
      lost: [],
      doubled: 0,
      centsApart: 0,
      otherwise: 0,
      unclear: [],
    });
    expect(outcome.acknowledged).toBeGreaterThan(90);
  },
);
