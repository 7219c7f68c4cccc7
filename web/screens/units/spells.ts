import type { Spell } from '../../../rules/health/unit-strip.ts';

/** Times without contact as the API sends them. */
export const spellsOf = (offline: readonly { from: string; until: string | null }[]): Spell[] =>
  offline.map(({ from, until }) => ({
    fromMs: Date.parse(from),
    untilMs: until === null ? null : Date.parse(until),
  }));
