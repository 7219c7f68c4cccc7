/** Display order of the drinks of a unit. */

export interface Ranked {
  readonly id: string;
  /** Zero-based and unique. */
  readonly rank: number;
}

/**
 * Drinks of a unit in their new order. Each requested rank is granted, counted from 0 and clamped to the last; when
 * two drinks request the same rank, the second gets the next free one. The others keep their order in the remaining
 * ranks. Requests for unknown drinks are ignored.
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
