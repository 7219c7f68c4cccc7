/** Groups in the order of their first items; `Map.groupBy` came with Node 21. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Yields the items in order, at most `most` at a time; nothing for no items. */
export function* inBatches<Item>(items: readonly Item[], most: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}

/** The values without this one, or with it at the end if it is not among them. */
export const toggled = <Value>(values: readonly Value[], one: Value): Value[] =>
  values.includes(one) ? values.filter((value) => value !== one) : [...values, one];

// Manual ordering of a list.

/**
 * Returns the list in its new order: named items first, in the order given; the rest follows in its current order. The
 * result is always a permutation of the list.
 * @param named each at most once, and each in the list; see `findMisnamed`
 */
export function reordered(list: readonly string[], named: readonly string[]): string[] {
  const moved = new Set(named);
  return [...named, ...list.filter((id) => !moved.has(id))];
}

/** First duplicate name and first name that is not in the list; null for none. */
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

/** True when these items are in the list, one after the other in this order; others may be between them. */
export function isOrder(list: readonly string[], items: readonly string[]): boolean {
  const named = new Set(items);
  const found = list.filter((id) => named.has(id));
  return found.length === items.length && found.every((id, index) => id === items[index]);
}

/** True for an update without values, which is not a statement of SQL. */
export const isEmptyUpdate = (changes: object): boolean =>
  Object.values(changes).every((value) => value === undefined);
