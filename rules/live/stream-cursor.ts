/**
 * Position in the change logs of the units of a venue, as a stream of events sends it (`id`) and a client that reconnects
 * returns it (`Last-Event-ID`): the day of the night, and the last number of each unit.
 */

/** A client that has missed more changes begins anew. */
export const mostMissed = 500;
/** A client that has missed a change of longer ago begins anew. */
export const mostMissedMs = 5 * 60_000;

export interface StreamCursor {
  /** Business day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Last number read of each unit, by unit number. */
  readonly numbers: ReadonlyMap<number, number>;
}

const longest = 16_384;

/** `2026-11-21;1001.523,1002.87` */
export const cursorText = ({ day, numbers }: StreamCursor): string =>
  `${day};${[...numbers].map(([unit, number]) => `${unit}.${number}`).join(',')}`;

/** Null for a text that is no cursor. */
export function parseCursor(text: string | undefined): StreamCursor | null {
  if (text === undefined || text.length > longest) return null;
  const found = /^(\d{4}-\d{2}-\d{2});((?:\d{1,10}\.\d{1,15})(?:,\d{1,10}\.\d{1,15})*)?$/.exec(
    text,
  );
  if (!found) return null;
  const pairs = (found[2] ?? '').split(',').filter((pair) => pair !== '');
  const numbers = pairs.map((pair) => {
    const [unit, number] = pair.split('.');
    return [Number(unit), Number(number)] as const;
  });
  return { day: found[1] ?? '', numbers: new Map(numbers) };
}

/** Number of changes between a cursor and a later one; Infinity where the first is ahead of the second. */
export function missedBetween(from: StreamCursor, to: StreamCursor): number {
  let missed = 0;
  for (const [unit, number] of to.numbers) {
    const difference = number - (from.numbers.get(unit) ?? 0);
    if (difference < 0) return Number.POSITIVE_INFINITY;
    missed += difference;
  }
  return missed;
}
