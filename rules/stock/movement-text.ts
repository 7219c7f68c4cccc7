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

const ml = (level: number): string => level.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** `955 → 1,000 ml` */
export const levelChangeText = (beforeMl: number, afterMl: number): string =>
  beforeMl === afterMl ? `${ml(afterMl)} ml` : `${ml(beforeMl)} → ${ml(afterMl)} ml`;
