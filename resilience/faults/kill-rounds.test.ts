import { expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { killRounds } from './kill-rounds.ts';

const dataDir = withTestFolder();

test(
  'an acknowledged order is stored exactly once, whatever process is killed and when',
  { timeout: 240_000 },
  async () => {
    const outcome = await killRounds(dataDir, 6);
    expect(outcome.acknowledged).toBeGreaterThan(120);
    expect(outcome).toMatchObject({ lost: [], doubled: 0 });
  },
);
