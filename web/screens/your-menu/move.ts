/**
 * Applies a move within a sublist to the whole list: the sublist keeps its slots in the whole, and everything else
 * stays in place.
 * @param ids the whole, in order
 * @param partIds the part, in the same order
 * @param from the index within the part
 * @param to the index within the part
 */
export function moveWithin(
  ids: readonly string[],
  partIds: readonly string[],
  from: number,
  to: number,
): string[] {
  const moved = [...partIds];
  moved.splice(to, 0, ...moved.splice(from, 1));
  const part = new Set(partIds);
  return ids.map((id) => (part.has(id) ? (moved.shift() ?? id) : id));
}
