/**
 * Sales rate of a bar over the week: high late in the evening and at weekends, low at noon, zero while it is closed.
 */
import { offsetMsAt } from '../../lib/time-in-zone.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Weights per weekday, Sunday first; hours after midnight belong to the previous evening. */
const byWeekday = [0.9, 0.5, 0.6, 0.8, 1.1, 1.7, 1.8] as const;

const opensAtHour = 11;
/** Hourly weights from 11 am to 2 am. */
const byHour = [0.4, 0.6, 0.6, 0.4, 0.4, 1, 2, 4, 5, 6, 7, 8, 7, 5, 2] as const;
const ofAllHours = byHour.reduce((sum, weight) => sum + weight, 0);

/** Share of an average day's sales in the hour around an instant: 0 while closed. */
export type Rhythm = (ms: number) => number;

/** Share of the busiest hour: ten o'clock on a Saturday evening. */
export const busiestShare = (Math.max(...byWeekday) * Math.max(...byHour)) / ofAllHours;

/** Rhythm of a bar by local time. Throws RangeError for an unknown zone. */
export const barRhythm =
  (timezone: string): Rhythm =>
  (ms) => {
    const sinceOpening = ms + offsetMsAt(ms, timezone) - opensAtHour * hourMs;
    const weekday = byWeekday[new Date(sinceOpening).getUTCDay()] ?? 0;
    const hour = byHour[Math.floor((sinceOpening % dayMs) / hourMs)] ?? 0;
    return (weekday * hour) / ofAllHours;
  };

/** Rhythm in which every hour is the busiest one. */
export const rushRhythm: Rhythm = () => busiestShare;

/**
 * Time of the next sale after a given one, in epoch milliseconds; random arrivals at the rate of the rhythm.
 * @param random gives numbers from 0 to below 1
 * @returns null when there is none before `endMs`
 */
export function nextSaleAfter(
  afterMs: number,
  endMs: number,
  { salesPerDay, rhythm }: { readonly salesPerDay: number; readonly rhythm: Rhythm },
  random: () => number,
): number | null {
  // Rejection sampling: arrivals are drawn at the rate of the busiest hour, and each is accepted with the ratio of
  // the current hour to it.
  const meanGapMs = hourMs / (salesPerDay * busiestShare);
  let at = afterMs;
  do {
    at += Math.max(1, Math.round(-Math.log(1 - random()) * meanGapMs));
    if (at > endMs) return null;
  } while (random() * busiestShare >= rhythm(at));
  return at;
}

// Generates guest orders: mostly one drink of the upper half of the menu, sometimes two, a double, a tip.

export interface GuestLine<Drink> {
  readonly drink: Drink;
  /** 1 or 2. */
  readonly quantity: number;
  readonly isDouble: boolean;
}

/**
 * Lines of one order, one to three.
 * @param menu in display order; must not be empty
 * @param offersDouble true when this drink is sold as a double
 * @param random gives numbers from 0 to below 1
 */
export function guestOrder<Drink>(
  menu: readonly Drink[],
  offersDouble: (drink: Drink) => boolean,
  random: () => number,
): GuestLine<Drink>[] {
  const count = random() < 0.78 ? 1 : random() < 0.8 ? 2 : 3;
  return Array.from({ length: count }, () => {
    const drink = favourite(menu, random);
    const isDouble = offersDouble(drink) && random() < 0.12;
    return { drink, quantity: random() < 0.9 ? 1 : 2, isDouble };
  });
}

/** Picks an item of a list, favouring earlier ones. Throws RangeError when the list is empty. */
export function favourite<Choice>(list: readonly Choice[], random: () => number): Choice {
  const chosen = list[Math.floor(random() * random() * list.length)];
  if (chosen === undefined) throw new RangeError('There is nothing to choose from');
  return chosen;
}

const tipPercents = [15, 18, 20, 25];

/** Tip on a price, in cents: mostly zero. */
export const guestTipCents = (priceCents: number, random: () => number): number =>
  random() < 0.45 ? Math.round((priceCents * favourite(tipPercents, random)) / 100) : 0;

/** Random failure of a drink, independent of stock levels. */
export const failsByChance = (random: () => number): boolean => random() < 0.025;
