/** Movements of the stock ledger in words. */

export const movementKinds = [
  'loaded',
  'refilled',
  'removed',
  'moved',
  'counted',
  'delivered',
  'discarded',
  'adjusted',
  'found',
] as const;
export type MovementKind = (typeof movementKinds)[number];

const texts: Readonly<Record<Exclude<MovementKind, 'moved'>, string>> = {
  loaded: 'Loaded',
  refilled: 'Refilled',
  removed: 'Removed',
  counted: 'Counted',
  delivered: 'Delivered',
  discarded: 'Discarded',
  adjusted: 'Size changed',
  found: 'Found: more was poured than recorded',
};

/** @param note of the ledger, instead of the kind */
export function movementText(
  kind: MovementKind,
  {
    note,
    levelBeforeMl,
    levelAfterMl,
  }: { note: string; levelBeforeMl: number; levelAfterMl: number },
): string {
  if (note !== '') return note;
  if (kind === 'moved') return levelAfterMl < levelBeforeMl ? 'Moved away' : 'Moved here';
  return texts[kind];
}

/** Ounces of 30 ml, as bars count. */
const mlPerOunce = 30;

const ounces = (ml: number): string =>
  (ml / mlPerOunce).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** `31.8 → 33.3 oz` */
export const levelChangeText = (beforeMl: number, afterMl: number): string =>
  beforeMl === afterMl ? `${ounces(afterMl)} oz` : `${ounces(beforeMl)} → ${ounces(afterMl)} oz`;

interface Grouped {
  /** RFC 3339. */
  readonly at: string;
  readonly text: string;
  readonly by: string | null;
}

/** Time between two movements of one refill. */
const mostBetweenMs = 15 * 60_000;

/** Movements in a row that one person made in the same way, one after the other: a refill of many positions is one. */
export function groupMovements<Movement extends Grouped>(
  movements: readonly Movement[],
): Movement[][] {
  const groups: Movement[][] = [];
  for (const movement of movements) {
    const last = groups.at(-1)?.at(-1);
    const isSame =
      last !== undefined &&
      last.text === movement.text &&
      last.by === movement.by &&
      Math.abs(Date.parse(last.at) - Date.parse(movement.at)) <= mostBetweenMs;
    if (isSame) groups.at(-1)?.push(movement);
    else groups.push([movement]);
  }
  return groups;
}
