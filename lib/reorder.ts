/** The order in which things stand in a list that people arrange by hand. */

/**
 * The list in its new order: what is named comes first, in the order it is named; the rest follows in the order it had. The
 * result is always a permutation of the list.
 * @param named each at most once, and each in the list; see `findMisnamed`
 */
export function reordered(list: readonly string[], named: readonly string[]): string[] {
  const moved = new Set(named);
  return [...named, ...list.filter((id) => !moved.has(id))];
}

/** The first name that comes twice, and the first that is not in the list; null for none. */
export function findMisnamed(
  list: readonly string[],
  named: readonly string[],
): { twice: string | null; unknown: string | null } {
  const known = new Set(list);
  return {
    twice: named.find((id, index) => named.indexOf(id) < index) ?? null,
    unknown: named.find((id) => !known.has(id)) ?? null,
  };
}
