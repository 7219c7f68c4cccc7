/** Other ingredients at the positions of a unit. */
import type { Ingredient } from '../../api/ingredients.ts';

export interface Holder {
  /** null when the position is occupied by an unknown ingredient. */
  readonly id: string | null;
  readonly name: string;
}

export type Holders = ReadonlyMap<string, Holder>;

/**
 * Holders by position.
 * @param ingredients of the unit; undefined while loading and when unavailable
 * @param occupied positions of the unit, from a separate endpoint; undefined likewise
 * @param own the ingredient itself; null when it is new
 */
export function holdersOf(
  ingredients: readonly Ingredient[] | undefined,
  occupied: readonly string[] | undefined,
  own: Pick<Ingredient, '_id' | 'positionInUnit'> | null,
): Holders {
  const known = (ingredients ?? []).flatMap(({ _id, name, positionInUnit }) =>
    positionInUnit.map((position) => [position, { id: _id, name }] as const),
  );
  const holders = new Map<string, Holder>(
    (occupied ?? []).map((position) => [position, { id: null, name: 'Another ingredient' }]),
  );
  if (!ingredients) for (const position of own?.positionInUnit ?? []) holders.delete(position);
  for (const [position, holder] of known) holders.set(position, holder);
  for (const [position, { id }] of holders) if (own && id === own._id) holders.delete(position);
  return holders;
}

/** Chosen positions that are occupied, in order. */
export const takenOf = (holders: Holders, chosen: readonly string[]): [string, Holder][] =>
  chosen.flatMap((position): [string, Holder][] => {
    const holder = holders.get(position);
    return holder ? [[position, holder]] : [];
  });

/** Ingredients shown to the user as being replaced; undefined, which permits any, when one of them is unknown. */
export function overridesOf(
  holders: Holders,
  chosen: readonly string[],
): Record<string, string> | undefined {
  const overrides: Record<string, string> = {};
  for (const [position, { id }] of takenOf(holders, chosen)) {
    if (id === null) return undefined;
    overrides[position] = id;
  }
  return overrides;
}
