/** Sums of ingredients over all places of a venue. */

interface HeldAt {
  readonly ingredientId: string;
  readonly ml: number;
  /** False after sales that were not deducted. */
  readonly levelKnown: boolean;
}

/** All places of an ingredient together. */
export type OnHand = Pick<HeldAt, 'ml' | 'levelKnown'>;

export const nothingOnHand: OnHand = { ml: 0, levelKnown: true };

/** By ingredient; without those that stand nowhere. The level is known where that of each place is. */
export function onHandOf(places: readonly HeldAt[]): Map<string, OnHand> {
  const found = new Map<string, OnHand>();
  for (const { ingredientId, ml, levelKnown } of places) {
    const before = found.get(ingredientId) ?? nothingOnHand;
    found.set(ingredientId, {
      ml: (Math.round(before.ml * 100) + Math.round(ml * 100)) / 100,
      levelKnown: before.levelKnown && levelKnown,
    });
  }
  return found;
}
