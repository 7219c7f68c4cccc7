import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { killRounds } from './kill-rounds.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeTestFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(
  'an acknowledged order is stored exactly once, whatever process is killed and when',
  { timeout: 240_000 },
  async () => {
    const outcome = await killRounds(dataDir, 6);
    expect(outcome.acknowledged).toBeGreaterThan(120);
    expect(outcome).toMatchObject({ lost: [], doubled: 0 });
  },
);
