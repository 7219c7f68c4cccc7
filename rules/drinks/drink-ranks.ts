/** The order in which the drinks of a unit are shown. */

export interface Ranked {
  readonly id: string;
  /** From 0, each rank once. */
  readonly rank: number;
}

/**
 * The drinks of a unit in their new order. Each wish is granted its rank, counted from 0 and at most the last; of two wishes
 * for one rank the second gets the next free one. The others keep their order in what is left. A wish for a drink that is not
 * there counts for nothing.
 */
export function drinkRanks(drinks: readonly Ranked[], params: readonly Ranked[]): string[] {
  const ordered = [...drinks].sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  const known = new Set(ordered);
  const requested = [...params].filter(({ id }) => known.has(id)).sort((a, b) => a.rank - b.rank);
  const moved = new Set(requested.map(({ id }) => id));
  const others = ordered.filter((id) => !moved.has(id));
  const result: string[] = [];
  for (const { id, rank } of requested) {
    const room = Math.max(0, rank - result.length);
    result.push(...others.splice(0, room), id);
  }
  return [...result, ...others];
}
