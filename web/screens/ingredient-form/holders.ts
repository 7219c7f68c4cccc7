/** What stands at the positions of a unit besides one ingredient. */
import type { Ingredient } from '../../api/ingredients.ts';

export interface Holder {
  /** null when it is known that something stands there, but not what. */
  readonly id: string | null;
  readonly name: string;
}

export type Holders = ReadonlyMap<string, Holder>;

/**
 * By position.
 * @param ingredients of the unit; undefined while they are not known, and when they cannot be
 * @param occupied positions of the unit, from a call of its own; undefined likewise
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

/** The chosen positions that are taken, in their order. */
export const takenOf = (holders: Holders, chosen: readonly string[]): [string, Holder][] =>
  chosen.flatMap((position): [string, Holder][] => {
    const holder = holders.get(position);
    return holder ? [[position, holder]] : [];
  });

/** What the user was shown to give way; undefined, for anything may, when something is there that has no name here. */
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
