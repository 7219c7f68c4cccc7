/** Seeded random choices, so that a run is reproducible. */
import { seededRandom } from '../../lib/seeded-random.ts';

export interface Chance {
  /** True in `share` of all cases, from 0 to 1. */
  happens(share: number): boolean;
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number;
  /** Throws when the list is empty. */
  pick<T>(from: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  return {
    happens: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (from) => {
      const at = Math.floor(next() * from.length);
      for (const item of from.slice(at, at + 1)) return item;
      throw new Error('There is nothing to choose from');
    },
  };
}
