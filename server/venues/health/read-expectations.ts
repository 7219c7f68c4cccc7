import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/tables/tables.ts';
import {
  type Expectation,
  hoursOfNight,
  hoursOfNights,
  leastNights,
  leastSameNights,
  nightsSince,
  type NightWeight,
  type PastNight,
  recentNights,
  sameNights,
  spreadOver,
  stepsOfClock,
  type StepsOfClock,
} from '../../../rules/forecast/night-profile.ts';
import { type NightTotal, relativeVariance } from '../../../rules/forecast/demand.ts';
import { type Night, type NightRules, shiftDay } from '../../../rules/nights/nights.ts';
import { type OrdersOfUnit, sumOrdersOfNight, sumOrdersOfNights } from './venue-health.queries.ts';
import { listNightRows } from '../nights.queries.ts';

const daysRead = 56;

/** A unit from its creation on. */
interface Since {
  unitId: string;
  createdMs: number;
}

/** Sales that are expected of a unit tonight. */
export interface Expected {
  expectation: Expectation;
  inHour: ReadonlyMap<number, number>;
  totals: readonly NightTotal[];
  variance: number;
}

export interface Expectations {
  /** By unit; without those of which too little is known. */
  expected: ReadonlyMap<string, Expected>;
  /** Number of sales tonight by unit. */
  sold: ReadonlyMap<string, number>;
  /** What units are expected to sell together. */
  together: (unitIds: readonly string[]) => Expected | null;
}

interface Tonight {
  rules: NightRules;
  night: Night;
  nowMs: number;
}

/** Nights of the past hardly change: only sales that arrive late, and corrections, do. */
const cachedMs = 10 * 60_000;
/** Units whose expectations are cached, over all venues. */
const mostCached = 5_000;
const cache = new LRUCache<string, OfVenue>({
  maxSize: mostCached,
  sizeCalculation: ({ expected }) => Math.max(1, expected.size),
});

interface OfVenue {
  expected: ReadonlyMap<string, Expected>;
  /** Of all its units together. */
  whole: Expected | null;
}

/**
 * What each unit is expected to sell tonight: the mean of the same nights of eight weeks, or where there are fewer than
 * three, of all nights of four weeks. Nights that were closed or special do not count, nor those before the unit was
 * created. The nights of the past are read every ten minutes, and the units only then.
 */
export async function readExpectations(
  db: Db,
  venueId: string,
  { rules, night, nowMs }: Tonight,
  listUnits: () => Promise<readonly Since[]>,
): Promise<Expectations> {
  const [rows, sold] = await Promise.all([
    listNightRows(db, venueId, shiftDay(night.day, -daysRead), shiftDay(night.day, -1)),
    sumOrdersOfNight(db, venueId, hoursOfNight(night)),
  ]);
  const left = rows.filter((row) => row.closed || row.special).map(({ day }) => day);
  const { startMs, endMs, timezone } = night;
  const period = Math.floor(nowMs / cachedMs);
  const key = [venueId, startMs, endMs, timezone, period, ...left].join(' ');
  const known =
    cache.get(key) ??
    wholeOf(await expectFromPast(db, venueId, { rules, night, left }, await listUnits()), night);
  cache.set(key, known);
  const { expected, whole } = known;
  return {
    expected,
    sold,
    together: (unitIds) => {
      const some = unitIds.flatMap((unitId) => expected.get(unitId) ?? []);
      return some.length === expected.size ? whole : sumOf(some, stepsOfClock(night));
    },
  };
}

const wholeOf = (expected: ReadonlyMap<string, Expected>, night: Night): OfVenue => ({
  expected,
  whole: sumOf([...expected.values()], stepsOfClock(night)),
});

async function expectFromPast(
  db: Db,
  venueId: string,
  { rules, night, left }: { rules: NightRules; night: Night; left: readonly string[] },
  units: readonly Since[],
): Promise<Map<string, Expected>> {
  const isCounted = (day: string): boolean => !left.includes(day);
  const steps = stepsOfClock(night);
  const expected = new Map<string, Expected>();
  const expectFrom = async (
    some: readonly Since[],
    nights: readonly PastNight[],
    least: number,
  ): Promise<void> => {
    const counted = some.map((unit) => ({ ...unit, weights: nightsSince(nights, unit.createdMs) }));
    const known = counted.filter(({ weights }) => weights.length >= least);
    if (known.length === 0) return;
    const sums = await sumPast(db, venueId, nights);
    for (const { unitId, weights } of known)
      expected.set(unitId, expectedOf(sums.get(unitId), weights, steps));
  };
  await expectFrom(units, sameNights(rules, night.day, isCounted), leastSameNights);
  const young = units.filter(({ unitId }) => !expected.has(unitId));
  await expectFrom(young, recentNights(rules, night.day, isCounted), leastNights);
  return expected;
}

function expectedOf(
  sums: UnitSums | undefined,
  weights: readonly NightWeight[],
  steps: StepsOfClock,
): Expected {
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const hours = [...(sums?.inHour ?? [])];
  const inHour = new Map(hours.map(([hour, weighted]) => [hour, weighted / total]));
  const totals = weights.map(({ nth, weight }) => ({ weight, total: sums?.byNight.get(nth) ?? 0 }));
  return makeExpected(inHour, totals, steps);
}

const makeExpected = (
  inHour: ReadonlyMap<number, number>,
  totals: readonly NightTotal[],
  steps: StepsOfClock,
): Expected => ({
  expectation: spreadOver(steps, inHour),
  inHour,
  totals,
  variance: relativeVariance(totals),
});

interface UnitSums {
  inHour: Map<number, number>;
  byNight: Map<number, number>;
}

async function sumPast(
  db: Db,
  venueId: string,
  nights: readonly PastNight[],
): Promise<Map<string, UnitSums>> {
  const byUnit = new Map<string, UnitSums>();
  for (const row of await sumOrdersOfNights(db, venueId, hoursOfNights(nights))) addTo(byUnit, row);
  return byUnit;
}

function addTo(byUnit: Map<string, UnitSums>, row: OrdersOfUnit): void {
  const sums = byUnit.get(row.unit_id) ?? { inHour: new Map(), byNight: new Map() };
  byUnit.set(row.unit_id, sums);
  if (row.hour !== null) sums.inHour.set(row.hour, row.weighted);
  if (row.nth !== null) sums.byNight.set(row.nth, row.orders);
}

/** What several units are expected to sell; of those with as many nights as the one with the most. */
function sumOf(some: readonly Expected[], steps: StepsOfClock): Expected | null {
  if (some.length === 0) return null;
  const inHour = new Map<number, number>();
  for (const one of some)
    for (const [hour, expected] of one.inHour) inHour.set(hour, (inHour.get(hour) ?? 0) + expected);
  const nights = Math.max(...some.map(({ totals }) => totals.length));
  const oldest = some.filter(({ totals }) => totals.length === nights);
  const totals = Array.from({ length: nights }, (_, nth) => ({
    weight: oldest[0]?.totals[nth]?.weight ?? 0,
    total: oldest.reduce((sum, one) => sum + (one.totals[nth]?.total ?? 0), 0),
  }));
  return makeExpected(inHour, totals, steps);
}
