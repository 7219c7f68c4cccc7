/** Until when a forecast and a refill list reach. */
import { midnightOf } from '../../lib/day-range.ts';
import { firstInstantFrom } from '../../lib/time-in-zone.ts';
import { type Night, nightAt, type NightRules } from '../nights/nights.ts';
import type { OpeningHours } from '../nights/venue-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Close of a night: the last closing by its hours, or its end; its start on a day without hours. A closing may be after
 * the end of the night.
 */
export function closeOf(night: Night, hours: readonly OpeningHours[]): number {
  if (hours.length === 0) return night.endMs;
  const midnight = midnightOf(night.day);
  const weekday = new Date(midnight).getUTCDay();
  const closings = hours.filter((one) => one.weekday === weekday).map((one) => one.closesMinutes);
  if (closings.length === 0) return night.startMs;
  const closeMs = firstInstantFrom(midnight + Math.max(...closings) * minuteMs, night.timezone);
  return Math.max(closeMs, night.startMs);
}

/** Close of tonight, the one after it, or the next planned refill. */
export const horizons = ['close', 'night', 'refill'] as const;
export type Horizon = (typeof horizons)[number];

interface Venue {
  readonly rules: NightRules;
  readonly hours: readonly OpeningHours[];
  /** Time of day of planned refills, after midnight; null without them. */
  readonly refillMinutes: number | null;
}

/** A refill that is due within this time is in progress: the list is for the next one. */
const refillTakesMs = 60 * minuteMs;

/**
 * Time that a horizon stands for. After close it is that of the next night. Without a planned refill, `refill` is the
 * close.
 */
export function timeOfHorizon(
  horizon: Horizon,
  { rules, hours, refillMinutes }: Venue,
  nowMs: number,
): number {
  const tonight = nightAt(rules, nowMs);
  if (horizon === 'refill' && refillMinutes !== null)
    return nextReading(tonight, refillMinutes, nowMs + refillTakesMs);
  const closes: number[] = [];
  // That of the night before may be still to come. A week of closed days is the most that is skipped.
  let night = nightAt(rules, tonight.startMs - 1);
  for (let nth = 0; nth < 9 && closes.length < 2; nth += 1) {
    const closeMs = closeOf(night, hours);
    if (closeMs > nowMs && closeMs > night.startMs) closes.push(closeMs);
    night = nightAt(rules, night.endMs);
  }
  const [first = tonight.endMs, second = first] = closes;
  return horizon === 'night' ? second : first;
}

/** First time after another at which the clock of the venue shows a reading. */
function nextReading({ day, timezone }: Night, minutes: number, afterMs: number): number {
  const midnight = midnightOf(day);
  const times = [0, 1, 2].map((days) =>
    firstInstantFrom(midnight + days * dayMs + minutes * minuteMs, timezone),
  );
  return times.find((ms) => ms > afterMs) ?? afterMs + dayMs;
}

/** Nights from now to a time, the running one first. */
export function nightsUntil(rules: NightRules, nowMs: number, untilMs: number): Night[] {
  const nights = [nightAt(rules, nowMs)];
  for (
    let last = nights[0];
    last && last.endMs < untilMs && nights.length < 8;
    last = nights.at(-1)
  )
    nights.push(nightAt(rules, last.endMs));
  return nights;
}

// Bottles, bags and kegs to bring to a unit, so that an ingredient hardly runs out before a time.

/** The refill list is for odds above this; with what it says they are no higher. */
export const acceptedOdds = 0.05;

export interface Level {
  readonly position: number;
  readonly sizeMl: number;
  readonly remainingMl: number;
  /** True after a pour that found the place empty, although it is not by the books. */
  readonly isSuspect: boolean;
}

/** Whole servings that the places hold; a suspect place counts as empty. */
export const servingsLeft = (places: readonly Level[], servingMl: number): number => {
  const hundredths = places.reduce(
    (sum, place) => sum + (place.isSuspect ? 0 : Math.round(place.remainingMl * 100)),
    0,
  );
  return Math.floor(hundredths / Math.round(servingMl * 100));
};

/**
 * Places to refill, the emptiest first: as many as it takes for the odds of running out to fall to 5 %, and all of them
 * where that is not enough. Full places are never among them.
 * @param oddsWith odds of running out with so many servings left
 */
export function placesToRefill<Place extends Level>(
  places: readonly Place[],
  servingMl: number,
  oddsWith: (left: number) => number,
): Place[] {
  const share = ({ remainingMl, sizeMl, isSuspect }: Place) =>
    isSuspect ? 0 : remainingMl / sizeMl;
  const refillable = places
    .filter((place) => share(place) < 1)
    .sort((a, b) => share(a) - share(b) || a.position - b.position);
  const refilled: Place[] = [];
  let levels: Level[] = [...places];
  for (const place of refillable) {
    if (oddsWith(servingsLeft(levels, servingMl)) <= acceptedOdds) break;
    refilled.push(place);
    levels = levels.map((level) =>
      level.position === place.position
        ? { ...level, remainingMl: level.sizeMl, isSuspect: false }
        : level,
    );
  }
  return refilled;
}

/** Order of what is to be refilled. */
interface Urgent {
  readonly forecast: {
    readonly left: number;
    readonly runOut: { readonly earliestMs: number | null };
    readonly atRiskCents: number;
  };
}

/** What runs out first is first; of what runs out at the same time, what earns more. */
export const byUrgency = (a: Urgent, b: Urgent): number =>
  urgencyOf(a) - urgencyOf(b) || b.forecast.atRiskCents - a.forecast.atRiskCents;

function urgencyOf({ forecast: { left, runOut } }: Urgent): number {
  if (left === 0) return 0;
  return runOut.earliestMs ?? Number.MAX_SAFE_INTEGER;
}
