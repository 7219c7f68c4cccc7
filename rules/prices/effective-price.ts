/**
 * Effective price of a drink: its base price, or that of the price plan in force. Plans go by what the clock of the
 * venue shows, so that a repeated hour counts both times and a skipped one never.
 */
import { dayText, midnightOf } from '../../lib/day-range.ts';
import { firstInstantFrom, offsetMsAt } from '../../lib/time-in-zone.ts';
import type { VenueClock } from '../nights/venue-clock.ts';
import { changedPrice, type DrinkPrice, type PriceChange } from './price-change.ts';

/** Every week, within business days; `until` is at most a day after `from`, and may be on the next day. */
export interface WeeklyTimes {
  readonly repeats: 'weekly';
  /** Business days, 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** `HH:MM` on the clock of the venue; the same as `from` for a whole day. */
  readonly from: string;
  readonly until: string;
  /** `YYYY-MM-DD`, both included. */
  readonly firstDay?: string | null | undefined;
  readonly lastDay?: string | null | undefined;
}

/** One span, `YYYY-MM-DDTHH:MM` on the clock of the venue. */
export interface SingleTimes {
  readonly repeats: 'once';
  readonly from: string;
  readonly until: string;
}

export type PlanTimes = WeeklyTimes | SingleTimes;

/** Settings of a plan; an empty list means all. */
export interface PlanSettings {
  readonly times: PlanTimes;
  readonly unitIds: readonly string[];
  readonly drinkIds: readonly string[];
  /** Of ingredients: a drink has one at least. */
  readonly categories: readonly string[];
  readonly change: PriceChange;
  /** Of several plans the highest counts, then the lower price. */
  readonly priority: number;
}

/** A plan that is ready to be compared with drinks and times. */
export interface PricePlan {
  readonly id: string;
  readonly times: PlanTimes;
  readonly units: ReadonlySet<string>;
  readonly drinks: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly change: PriceChange;
  readonly priority: number;
}

export const pricePlan = (id: string, settings: PlanSettings): PricePlan => ({
  id,
  times: settings.times,
  units: new Set(settings.unitIds),
  drinks: new Set(settings.drinkIds),
  categories: new Set(settings.categories),
  change: settings.change,
  priority: settings.priority,
});

/** A plan as it was stored for a while, in epoch milliseconds; without an end as it is now. */
export interface PlanPeriod {
  readonly plan: PricePlan;
  readonly fromMs: number;
  readonly untilMs: number | null;
}

/** Plans of a venue, ordered by id, and the clocks that they go by; at least one where there is a plan. */
export interface PriceRules {
  readonly periods: readonly PlanPeriod[];
  readonly clocks: readonly VenueClock[];
}

export const noPlans: PriceRules = { periods: [], clocks: [] };

/** A drink on a unit with its base price; its double is null where none is sold. */
export interface PlannedDrink extends DrinkPrice {
  readonly id: string;
  /** Categories of its ingredients. */
  readonly categories: readonly string[];
}

export interface EffectivePrice extends DrinkPrice {
  /** Null for the base price. */
  readonly plan: PricePlan | null;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Clock of the venue in force at an instant: the last that has started. */
export function clockAt(clocks: readonly VenueClock[], ms: number): VenueClock {
  const [first] = clocks;
  if (!first) throw new RangeError('A venue with price plans has a clock');
  return clocks.slice(1).findLast((clock) => startOf(clock) <= ms) ?? first;
}

const startOf = ({ fromDay, startsMinutes, timezone }: VenueClock): number =>
  firstInstantFrom(midnightOf(fromDay) + startsMinutes * minuteMs, timezone);

/** Minutes after midnight of `HH:MM`. */
export const minutesOf = (text: string): number =>
  Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Start within the business day, which runs past midnight, and length. */
function windowOf({ from, until }: WeeklyTimes, startsMinutes: number) {
  const [start, end] = [minutesOf(from), minutesOf(until)];
  return {
    startMs: (start < startsMinutes ? start + 1440 : start) * minuteMs,
    lengthMs: ((end - start + 1440) % 1440 || 1440) * minuteMs,
  };
}

/** The span in wall milliseconds. */
const spanOf = ({ from, until }: SingleTimes) => ({
  startMs: Date.parse(`${from}:00Z`),
  endMs: Date.parse(`${until}:00Z`),
});

/** True where the clock of the venue shows a time of the plan. */
export function isInTime(times: PlanTimes, ms: number, clock: VenueClock): boolean {
  const wallMs = ms + offsetMsAt(ms, clock.timezone);
  if (times.repeats === 'once') {
    const { startMs, endMs } = spanOf(times);
    return startMs <= wallMs && wallMs < endMs;
  }
  const { startMs, lengthMs } = windowOf(times, clock.startsMinutes);
  // No window is longer than a day: only the last one that has started can still be open.
  const day = Math.floor((wallMs - startMs) / dayMs);
  return (
    wallMs - startMs - day * dayMs < lengthMs &&
    times.weekdays.includes(weekdayOf(day)) &&
    isInDays(times, dayText(day * dayMs))
  );
}

/** The epoch was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

const isInDays = ({ firstDay, lastDay }: WeeklyTimes, day: string): boolean =>
  (!firstDay || firstDay <= day) && (!lastDay || day <= lastDay);

/** True once a plan sets no price any more. */
export function isOver(times: PlanTimes, ms: number, clock: VenueClock): boolean {
  const wallMs = ms + offsetMsAt(ms, clock.timezone);
  if (times.repeats === 'once') return spanOf(times).endMs <= wallMs;
  if (!times.lastDay) return false;
  const { startMs, lengthMs } = windowOf(times, clock.startsMinutes);
  return midnightOf(times.lastDay) + startMs + lengthMs <= wallMs;
}

/** Minutes after the midnight of a calendar day, up to 1440. */
export interface DaySpan {
  readonly fromMinutes: number;
  readonly untilMinutes: number;
}

/**
 * Times of a plan on a calendar day, on the clock of the venue.
 * @param day `YYYY-MM-DD`
 * @param startsMinutes start of the business day
 */
export function spansOn(times: PlanTimes, day: string, startsMinutes: number): DaySpan[] {
  const midnightMs = midnightOf(day);
  return [...windowsBefore(times, midnightMs / dayMs, startsMinutes)].flatMap((one) => {
    const fromMinutes = Math.max(0, (one.startMs - midnightMs) / minuteMs);
    const untilMinutes = Math.min(1440, (one.endMs - midnightMs) / minuteMs);
    return fromMinutes < untilMinutes ? [{ fromMinutes, untilMinutes }] : [];
  });
}

/** Windows in wall milliseconds that may reach into a day, which is counted from the epoch. */
function* windowsBefore(times: PlanTimes, lastDay: number, startsMinutes: number) {
  if (times.repeats === 'once') {
    yield spanOf(times);
    return;
  }
  const { startMs, lengthMs } = windowOf(times, startsMinutes);
  for (let day = lastDay - 2; day <= lastDay; day += 1) {
    if (!times.weekdays.includes(weekdayOf(day)) || !isInDays(times, dayText(day * dayMs)))
      continue;
    yield { startMs: day * dayMs + startMs, endMs: day * dayMs + startMs + lengthMs };
  }
}

interface At {
  readonly unitId: string;
  readonly ms: number;
  /** Plans as they were stored then; as they are stored at that time by default. */
  readonly knownMs?: number;
}

/** Plans in force on a unit at an instant. */
export function plansAt({ periods, clocks }: PriceRules, { unitId, ms, knownMs = ms }: At) {
  if (periods.length === 0) return [];
  const clock = clockAt(clocks, ms);
  return periods.flatMap(({ plan, fromMs, untilMs }) => {
    const isStored = fromMs <= knownMs && (untilMs === null || knownMs < untilMs);
    const isForUnit = plan.units.size === 0 || plan.units.has(unitId);
    return isStored && isForUnit && isInTime(plan.times, ms, clock) ? [plan] : [];
  });
}

/** True for a drink that the plan changes while it is in force. */
export const isPlanned = ({ drinks, categories }: PricePlan, drink: PlannedDrink): boolean =>
  (drinks.size === 0 || drinks.has(drink.id)) &&
  (categories.size === 0 || drink.categories.some((category) => categories.has(category)));

/** Price of a drink while these plans are in force on its unit; the discount of the unit comes after it. */
export function effectivePrice(drink: PlannedDrink, plans: readonly PricePlan[]): EffectivePrice {
  let effective: EffectivePrice | null = null;
  for (const plan of plans) {
    if (!isPlanned(plan, drink)) continue;
    const { cents, doubleCents } = changedPrice(drink, plan.change);
    const price = { cents, doubleCents, plan };
    if (!effective || precedes(price, effective)) effective = price;
  }
  return effective ?? { cents: drink.cents, doubleCents: drink.doubleCents, plan: null };
}

const precedes = (one: EffectivePrice, other: EffectivePrice): boolean =>
  ((other.plan?.priority ?? 0) - (one.plan?.priority ?? 0) ||
    one.cents - other.cents ||
    (one.doubleCents ?? 0) - (other.doubleCents ?? 0)) < 0;

/** Half-open on the left: after the first instant, up to the last. */
export interface Range {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Instants at which plans may begin or end to be in force, or are stored anew, in their order. */
export function switchesOf({ periods, clocks }: PriceRules, range: Range): number[] {
  if (periods.length === 0) return [];
  const found = new Set<number>();
  const add = (ms: number) => {
    if (range.fromMs < ms && ms <= range.untilMs) found.add(ms);
  };
  for (const { fromMs, untilMs } of periods) {
    add(fromMs);
    if (untilMs !== null) add(untilMs);
  }
  for (const ms of edgesOf(
    periods.map(({ plan }) => plan.times),
    clocks,
    range,
  ))
    add(ms);
  return [...found].toSorted((one, other) => one - other);
}

/** Instants at which these times may begin or end, in no order; also some outside of the range. */
export function* edgesOf(
  all: readonly PlanTimes[],
  clocks: readonly VenueClock[],
  range: Range,
): Generator<number> {
  for (const clock of clocks.slice(1)) yield startOf(clock);
  const [before, after] = [clockAt(clocks, range.fromMs), clockAt(clocks, range.untilMs)];
  const inForce = clocks.slice(clocks.indexOf(before), clocks.indexOf(after) + 1);
  for (const clock of inForce) {
    const { timezone } = clock;
    yield* offsetChanges(timezone, range);
    for (const times of all) {
      for (const wallMs of wallEdges(times, clock, range)) {
        // Before and after a change of the clock; the same on other days.
        yield wallMs - offsetMsAt(wallMs - dayMs, timezone);
        yield wallMs - offsetMsAt(wallMs + dayMs, timezone);
      }
    }
  }
}

function* wallEdges(times: PlanTimes, clock: VenueClock, { fromMs, untilMs }: Range) {
  if (times.repeats === 'once') {
    const { startMs, endMs } = spanOf(times);
    yield startMs;
    yield endMs;
    return;
  }
  const { startMs, lengthMs } = windowOf(times, clock.startsMinutes);
  const last = Math.ceil(untilMs / dayMs) + 1;
  for (let day = Math.floor(fromMs / dayMs) - 3; day <= last; day += 1) {
    if (!times.weekdays.includes(weekdayOf(day)) || !isInDays(times, dayText(day * dayMs)))
      continue;
    yield day * dayMs + startMs;
    yield day * dayMs + startMs + lengthMs;
  }
}

/** Instants at which clocks are put forward or back; never two within a day. */
function offsetChanges(timezone: string, { fromMs, untilMs }: Range): number[] {
  const changes: number[] = [];
  for (let ms = fromMs; ms < untilMs; ms += dayMs) {
    const offset = offsetMsAt(ms, timezone);
    let [same, other] = [ms, Math.min(ms + dayMs, untilMs)];
    if (offsetMsAt(other, timezone) === offset) continue;
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (offsetMsAt(middle, timezone) === offset) same = middle;
      else other = middle;
    }
    changes.push(other);
  }
  return changes;
}

/** Drinks whose effective price is another from an instant on. */
export interface PriceSwitch {
  readonly fromMs: number;
  readonly drinks: readonly (EffectivePrice & { readonly id: string })[];
}

/** Switches of the prices of these drinks of a unit, as plans are stored at the start. */
export function priceSwitches(
  rules: PriceRules,
  unitId: string,
  drinks: readonly PlannedDrink[],
  { fromMs, untilMs }: Range,
): PriceSwitch[] {
  const known = new Map<string, EffectivePrice[]>();
  const pricesAt = (ms: number): EffectivePrice[] => {
    const plans = plansAt(rules, { unitId, ms, knownMs: fromMs });
    const key = plans.map(({ id }) => id).join();
    const prices = known.get(key) ?? drinks.map((drink) => effectivePrice(drink, plans));
    known.set(key, prices);
    return prices;
  };
  let before = pricesAt(fromMs);
  const switches: PriceSwitch[] = [];
  for (const ms of switchesOf(rules, { fromMs, untilMs })) {
    const after = pricesAt(ms);
    if (after === before) continue;
    const changed = drinks.flatMap(({ id }, nth) => {
      const [was, is] = [before[nth], after[nth]];
      const isSame = was?.cents === is?.cents && was?.doubleCents === is?.doubleCents;
      return is && !isSame ? [{ id, ...is }] : [];
    });
    before = after;
    if (changed.length > 0) switches.push({ fromMs: ms, drinks: changed });
  }
  return switches;
}
