/** Prices in time: what a unit charged when a sale was made, although it may have changed since. */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Time in which a unit learns of a new price, and by which its clock may differ. A unit that is silent for longer had no
 * contact.
 */
export const contactGraceMs = 15 * minuteMs;

/** Longest time without contact for which former prices are accepted. */
const longestGapMs = 14 * dayMs;

export interface PriceWindow {
  from: Date;
  until: Date;
}

/**
 * Returns the times whose prices a unit may have charged for a sale: up to 15 minutes before and after it, and back to
 * the unit's last contact before it, at most 14 days.
 * @param lastContact null for a unit that was in contact when it sold
 */
export function priceWindow(soldAt: Date, lastContact: Date | null): PriceWindow {
  const soldMs = soldAt.getTime();
  const graceStartMs = soldMs - contactGraceMs;
  const knownMs = Math.min(lastContact?.getTime() ?? graceStartMs, graceStartMs);
  return {
    from: new Date(Math.max(knownMs, soldMs - longestGapMs)),
    until: new Date(soldMs + contactGraceMs),
  };
}

/** A value that held until a moment. */
export interface Former<T> {
  readonly until: Date;
  readonly value: T;
}

/** Returns what held at a moment. Former values in the order in which they ended. */
export function valueAt<T>(present: T, former: readonly Former<T>[], at: Date): T {
  let [low, high] = [0, former.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const value = former[middle];
    if (value && value.until > at) high = middle;
    else low = middle + 1;
  }
  const held = former[low];
  return held === undefined ? present : held.value;
}

/** Returns moments that stand for all prices of the window, where they changed at these. */
export const momentsIn = ({ from, until }: PriceWindow, changes: readonly Date[]): Date[] => [
  from,
  ...changes.filter((change) => change > from && change <= until),
];
