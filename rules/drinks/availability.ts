/** Times at which drinks are on offer: the hours of their category, and a time until which they are sold out. */
import type { VenueClock } from '../nights/venue-clock.ts';
import {
  clockAt,
  edgesOf,
  isInTime,
  type PlanTimes,
  type Range,
  type WeeklyTimes,
} from '../prices/effective-price.ts';
import { planTimesText } from '../prices/plan-text.ts';

/** Hours of a category, every week: as those of price plans. */
export type MenuHours = Pick<WeeklyTimes, 'weekdays' | 'from' | 'until'>;

export interface OfferedDrink {
  readonly id: string;
  /** Null for all times. */
  readonly hours: MenuHours | null;
  /** Null where it is not sold out. */
  readonly soldOutUntilMs: number | null;
}

const timesOf = (hours: MenuHours): PlanTimes => ({ repeats: 'weekly', ...hours });

/** `Mon to Fri, 10:00 AM to 2:00 PM`. */
export const menuHoursText = (hours: MenuHours): string => planTimesText(timesOf(hours));

/** True within hours; without a clock there are none, and all times count. */
export const isInHours = (
  hours: MenuHours | null,
  ms: number,
  clocks: readonly VenueClock[],
): boolean =>
  hours === null || clocks.length === 0 || isInTime(timesOf(hours), ms, clockAt(clocks, ms));

export const isOffered = (
  { hours, soldOutUntilMs }: OfferedDrink,
  ms: number,
  clocks: readonly VenueClock[],
): boolean => (soldOutUntilMs === null || soldOutUntilMs <= ms) && isInHours(hours, ms, clocks);

/** Drinks that are on offer, or no longer, from an instant on. */
export interface OfferSwitch {
  readonly fromMs: number;
  readonly drinks: readonly { readonly id: string; readonly available: boolean }[];
}

/** Switches of these drinks after the start of a range up to its end, in their order. */
export function offerSwitches(
  drinks: readonly OfferedDrink[],
  clocks: readonly VenueClock[],
  range: Range,
): OfferSwitch[] {
  const timed = drinks.filter((drink) => drink.hours !== null || drink.soldOutUntilMs !== null);
  const isWithin = (ms: number) => range.fromMs < ms && ms <= range.untilMs;
  const hours = new Map(
    timed.flatMap((drink) =>
      drink.hours ? [[menuHoursText(drink.hours), timesOf(drink.hours)] as const] : [],
    ),
  );
  const edges = new Set([
    ...timed.flatMap(({ soldOutUntilMs }) => (soldOutUntilMs === null ? [] : [soldOutUntilMs])),
    ...(clocks.length === 0 ? [] : edgesOf([...hours.values()], clocks, range)),
  ]);
  const before = new Map(timed.map((drink) => [drink.id, isOffered(drink, range.fromMs, clocks)]));
  return [...edges]
    .filter(isWithin)
    .toSorted((one, other) => one - other)
    .flatMap((fromMs) => {
      const switched = timed.flatMap((drink) => {
        const available = isOffered(drink, fromMs, clocks);
        if (before.get(drink.id) === available) return [];
        before.set(drink.id, available);
        return [{ id: drink.id, available }];
      });
      return switched.length === 0 ? [] : [{ fromMs, drinks: switched }];
    });
}

/** Of a venue. */
export const mostCategories = 100;

export const categoryMessages = {
  noClock: 'Set the clock of the venue first: hours go by it',
  sameName: 'Another category has this name',
  tooMany: `A venue has at most ${mostCategories} categories.`,
} as const;
