/** Yields the items in order, at most `most` at a time; nothing for no items. */
export function* inBatches<Item>(items: readonly Item[], most: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
