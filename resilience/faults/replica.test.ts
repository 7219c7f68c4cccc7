import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { replicaFaults } from './replica.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  'no report fails while the standby that serves them is killed or frozen',
  { timeout: 240_000 },
  async () => {
    const { faults, share } = await replicaFaults(folder, 1);
    expect(faults).toMatchObject({ killed: { failed: 0 }, frozen: { failed: 0 } });
    expect(share.rows).toBeGreaterThan(0);
  },
);
