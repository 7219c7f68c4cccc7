import { expect, test } from 'vitest';
import { diskFullRounds } from './disk-full.ts';

test(
  'on a full disk no client receives a false response and nothing is lost, and service resumes when there is space',
  { timeout: 120_000 },
  async ({ skip }) => {
    const outcome = await diskFullRounds({ diskMb: 160, clients: 4, fullMs: 1000, spareMb: [1] });
    if (outcome === null) {
      skip('Only who may mount a small disk can fill it: not tried');
      return;
    }
    expect(outcome).toMatchObject({
      lost: [],
      doubled: 0,
      centsApart: 0,
      otherwise: 0,
      unclear: [],
      wasRed: [true],
      alwaysAlive: true,
    });
    expect(outcome.acknowledged).toBeGreaterThan(40);
  },
);
