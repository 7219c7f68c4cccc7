import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killRounds } from '../bench/trust/kill-rounds.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'barback-kill-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(
  'an order that was acknowledged is there, once, whatever is killed and whenever',
  { timeout: 240_000 },
  async () => {
    const outcome = await killRounds(dataDir, 20);
    expect(outcome.acknowledged).toBeGreaterThan(400);
    expect(outcome).toMatchObject({ lost: [], doubled: 0 });
  },
);
