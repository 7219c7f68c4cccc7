/** Refills of positions. */

/** What became of the rest in the old bottle: kept in the storeroom, poured over into the new one, or thrown away. */
export const leftovers = ['kept', 'poured_over', 'thrown_away'] as const;
export type Leftover = (typeof leftovers)[number];

/** What became of a refill that was reported. */
export const refillResults = ['refilled', 'superseded', 'moved'] as const;

/** A refill is reported at most so long after it. */
export const reportedWithinMs = 72 * 3_600_000;
