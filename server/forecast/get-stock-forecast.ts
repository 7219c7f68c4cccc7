import type { Reads } from '../../db/pool/reads.ts';
import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import {
  type Horizon,
  type Level,
  nightsUntil,
  timeOfHorizon,
} from '../../rules/forecast/refill-horizon.ts';
import {
  type Expectation,
  spreadOver,
  type StepsOfClock,
  stepsOfClock,
} from '../../rules/forecast/night-profile.ts';
import { meanPace, type Pace, paceOf, usualVariance } from '../../rules/forecast/demand.ts';
import {
  expectedCentsBetween,
  forecastUnit,
  type UnitForecast,
} from '../../rules/forecast/unit-forecast.ts';
import { type Night, nightAt, type NightRules } from '../../rules/nights/nights.ts';
import { trackedUnits } from '../adapters/flags/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findNightRules, listHours, listNightRows } from '../venues/nights.queries.ts';
import { type Expected, readExpectations } from '../venues/health/read-expectations.ts';
import { readPastDemand, type UnitDemand, type UsedIngredient } from './read-past-demand.ts';
import {
  findRefillPlan,
  listSoldDrinks,
  listStockedPlaces,
  listUnits,
  type SoldDrinkRow,
  type StockedPlace,
  type StockedUnit,
} from './forecast.queries.ts';

const hourMs = 3_600_000;

export interface ForecastPlace extends Level {
  bottleMl: number;
  /** When a pour found it empty. */
  reportedEmptyAt: Date | null;
}

/** What a forecast is based on; null where too little is known. */
export type Basis = Pick<UsedIngredient, 'method' | 'measured'> & { nights: number };

export interface ForecastIngredient {
  ingredientId: string;
  name: string;
  forecast: UnitForecast<ForecastPlace>['ingredients'][number];
  basis: Basis | null;
  isLevelKnown: boolean;
}

export interface ForecastOfUnit {
  unit: StockedUnit;
  /** False where inventory management is off: levels are those that were entered last. */
  isTracked: boolean;
  /** Pace of tonight: 1 as usual. */
  pace: number;
  ingredients: ForecastIngredient[];
  atRiskCents: number;
  /** Of all its drinks in the next hour. */
  expectedCents: number;
}

export interface StockForecast {
  nowMs: number;
  timezone: string;
  untilMs: number;
  refillMinutes: number | null;
  units: ForecastOfUnit[];
}

interface ForecastRange {
  /** Of a venue without a clock; null where it is not known, and its hours say nothing then. */
  timezone: string | null;
  horizon: Horizon;
}

/**
 * Forecasts what runs out in the units of a venue until a horizon. The number of statements does not depend on the
 * number of units, and what is read of past nights is kept for ten minutes.
 */
export async function getStockForecast(
  { db, now, flags, reads }: Pick<AppDeps, 'db' | 'now' | 'flags'> & { reads: Reads },
  venueId: string,
  { timezone, horizon }: ForecastRange,
): Promise<StockForecast> {
  const nowMs = now().getTime();
  const [ownRules, ownHours, refillMinutes, units] = await Promise.all([
    findNightRules(db, venueId),
    listHours(db, venueId),
    findRefillPlan(db, venueId),
    listUnits(db, venueId),
  ]);
  const rules = ownRules ?? calendarDays(timezone ?? 'UTC');
  const hours = ownRules === null && timezone === null ? [] : ownHours;
  const untilMs = timeOfHorizon(horizon, { rules, hours, refillMinutes }, nowMs);
  const unitIds = units.map(({ id }) => id);
  const [tracked, places, drinks] = await Promise.all([
    trackedUnits({ flags }, units),
    listStockedPlaces(db, venueId, unitIds),
    listSoldDrinks(db, venueId, unitIds),
  ]);
  const nights = nightsUntil(rules, nowMs, untilMs);
  const ofNights = await reads.query((recent) =>
    readNights(recent, venueId, { rules, nowMs, nights }, { units, places }),
  );
  const placesOf = groupBy(places, (place) => place.unit_id);
  const drinksOf = groupBy(drinks, (drink) => drink.unit_id);
  return {
    nowMs,
    timezone: nightAt(rules, nowMs).timezone,
    untilMs,
    refillMinutes,
    units: units.map((unit) =>
      forecastOf(unit, {
        nowMs,
        untilMs,
        isTracked: tracked.has(unit.id),
        places: placesOf.get(unit.id) ?? [],
        drinks: drinksOf.get(unit.id) ?? [],
        nights: ofNights.map((read) => read(unit.id)),
      }),
    ),
  };
}

/** What a unit is expected to sell in a night. */
interface UnitNight {
  steps: StepsOfClock;
  isClosed: boolean;
  expectation: Expectation;
  pace: Pace;
  variance: number;
  demand: UnitDemand | undefined;
  batch: number;
}

type ReadNight = (unitId: string) => UnitNight;

/** Reads what the units are expected to sell in each of these nights. */
export async function readNights(
  db: Db,
  venueId: string,
  { rules, nowMs, nights }: { rules: NightRules; nowMs: number; nights: readonly Night[] },
  { units, places }: { units: readonly StockedUnit[]; places: readonly StockedPlace[] },
): Promise<ReadNight[]> {
  const listSince = async () =>
    units.map(({ id, created_at }) => ({
      unitId: id,
      createdMs: created_at.getTime(),
    }));
  const [first, last] = [nights[0], nights.at(-1)];
  const marks = first && last ? await listNightRows(db, venueId, first.day, last.day) : [];
  const closed = new Set(marks.filter((row) => row.closed).map(({ day }) => day));
  return Promise.all(
    nights.map(async (night) => {
      const of = { rules, night, nowMs };
      const { expected, sold } = await readExpectations(db, venueId, of, listSince);
      const inHour = (id: string) => expected.get(id)?.inHour ?? new Map<number, number>();
      const past = await readPastDemand(db, venueId, of, { units, places, inHour });
      const steps = stepsOfClock(night);
      const none = spreadOver(steps, new Map());
      return (unitId: string): UnitNight => {
        const ours = expected.get(unitId);
        return {
          steps,
          isClosed: closed.has(night.day),
          expectation: ours?.expectation ?? none,
          pace: paceAt(ours, sold.get(unitId) ?? 0, nowMs),
          variance: ours?.variance ?? usualVariance,
          demand: past.byUnit.get(unitId),
          batch: past.batch,
        };
      };
    }),
  );
}

/** Before a night starts nothing is expected yet, and its pace is the usual one. */
const paceAt = (ours: Expected | undefined, sold: number, nowMs: number): Pace =>
  paceOf({
    variance: ours?.variance ?? usualVariance,
    sold,
    expected: ours?.expectation.until(nowMs) ?? sold,
  });

interface UnitFacts {
  nowMs: number;
  untilMs: number;
  isTracked: boolean;
  places: readonly StockedPlace[];
  drinks: readonly SoldDrinkRow[];
  nights: readonly UnitNight[];
}

function forecastOf(
  unit: StockedUnit,
  { nowMs, untilMs, isTracked, places, drinks, nights }: UnitFacts,
): ForecastOfUnit {
  const open = nights.filter(({ isClosed }) => !isClosed);
  const byIngredient = groupBy(places, (place) => place.ingredient_id);
  const stocked = [...byIngredient].flatMap(([ingredientId, own]) => {
    const [one] = own;
    if (!one) return [];
    const uses = open.map((night) => ({ night, used: night.demand?.used.get(ingredientId) }));
    const isLevelKnown = one.level_known || !isTracked;
    return [{ ingredientId, own, one, uses, isLevelKnown }];
  });
  const earnings = open.map(({ expectation, pace, demand }) => ({
    expectation,
    pace,
    byDrink: demand?.earned ?? new Map<string, number>(),
  }));
  const { ingredients, atRiskCents } = forecastUnit(
    {
      ingredients: stocked.map(({ ingredientId, own, one, uses, isLevelKnown }) => ({
        ingredientId,
        servingMl: one.serving_ml,
        places: own.map(placeOf),
        demands: isLevelKnown ? demandsOf(uses) : null,
      })),
      drinks: drinks.map(({ id, ingredient_set: ingredientIds }) => ({ id, ingredientIds })),
      earnings,
    },
    nowMs,
    untilMs,
  );
  const [tonight] = nights;
  return {
    unit,
    isTracked,
    pace: tonight ? meanPace(tonight.pace) : 1,
    atRiskCents,
    expectedCents: expectedCentsBetween(earnings, nowMs, nowMs + hourMs),
    ingredients: ingredients.flatMap((forecast, nth) => {
      const from = stocked[nth];
      if (!from) return [];
      const { ingredientId, one, uses, isLevelKnown } = from;
      return [{ ingredientId, name: one.name, forecast, basis: basisOf(uses), isLevelKnown }];
    }),
  };
}

type Use = { night: UnitNight; used: UsedIngredient | undefined };

/** One demand per night; null where too little is known of one of them. */
export function demandsOf(uses: readonly Use[]) {
  const demands = uses.flatMap(({ night, used }) =>
    used
      ? [
          {
            expectation: spreadOver(night.steps, used.profile.inHour),
            pace: night.pace,
            variance: night.variance,
            nights: used.profile.effectiveNights,
            batch: night.batch,
          },
        ]
      : [],
  );
  return demands.length === uses.length ? demands : null;
}

function basisOf(uses: readonly Use[]): Basis | null {
  const used = uses[0]?.used;
  return used
    ? { method: used.method, measured: used.measured, nights: used.profile.nights }
    : null;
}

const placeOf = (place: StockedPlace): ForecastPlace => ({
  position: place.position,
  sizeMl: place.size_ml,
  bottleMl: place.bottle_ml,
  remainingMl: place.remaining_ml,
  isSuspect: place.reported_empty_at !== null,
  reportedEmptyAt: place.reported_empty_at,
});
