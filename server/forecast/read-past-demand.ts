import { LRUCache } from 'lru-cache';
import {
  hoursOfNights,
  leastNights,
  leastSameNights,
  nightsSince,
  type NightWeight,
  outsByHour,
  type PastNight,
  recentNights,
  sameNights,
  type WeightedHour,
} from '../../rules/forecast/night-profile.ts';
import {
  type HourOut,
  type IngredientProfile,
  ingredientProfile,
} from '../../rules/forecast/ingredient-profile.ts';
import { groupBy } from '../../lib/lists.ts';
import { type Night, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import type { Db } from '../../db/tables/tables.ts';
import { listNightRows } from '../venues/nights.queries.ts';
import * as queries from './forecast.queries.ts';
import type { StockedPlace, StockedUnit } from './forecast.queries.ts';

export interface UsedIngredient {
  profile: IngredientProfile;
  /** Same nights of eight weeks, or all nights of four weeks. */
  method: 'weekday' | 'hourly';
  /** False where the unit reports no pours: these are the servings of recipes. */
  measured: boolean;
}

/** What a unit is expected to use and to earn on a night. */
export interface UnitDemand {
  /** By ingredient; without those of which too little is known. */
  used: ReadonlyMap<string, UsedIngredient>;
  /** Cents by drink, in the whole night. */
  earned: ReadonlyMap<string, number>;
}

export interface PastDemand {
  byUnit: ReadonlyMap<string, UnitDemand>;
  /** Mean size of a line of a sale, weighted by size. */
  batch: number;
}

interface Stocked {
  units: readonly StockedUnit[];
  places: readonly StockedPlace[];
  /** Sales by hour of the clock that each unit is expected to have. */
  inHour: (unitId: string) => ReadonlyMap<number, number>;
}

interface OfNight {
  rules: NightRules;
  night: Night;
  nowMs: number;
}

const daysRead = 56;
/** Nights of the past hardly change: only sales that arrive late, and corrections, do. */
const cachedMs = 10 * 60_000;
/** Units of which the demand is cached, over all venues and nights. */
const mostCached = 5_000;
const cache = new LRUCache<string, PastDemand>({
  maxSize: mostCached,
  sizeCalculation: ({ byUnit }) => Math.max(1, byUnit.size),
});

/**
 * What each unit is expected to use and to earn on a night: the mean of the same nights of eight weeks or, for an
 * ingredient that was there on fewer than three of them, of all nights of four weeks, of which it takes seven. Nights
 * that were closed or special do not count, nor hours in which the unit was out of the ingredient.
 */
export async function readPastDemand(
  db: Db,
  venueId: string,
  { rules, night, nowMs }: OfNight,
  stocked: Stocked,
): Promise<PastDemand> {
  const rows = await listNightRows(
    db,
    venueId,
    shiftDay(night.day, -daysRead),
    shiftDay(night.day, -1),
  );
  const left = rows.filter((row) => row.closed || row.special).map(({ day }) => day);
  const period = Math.floor(nowMs / cachedMs);
  const key = [venueId, night.startMs, night.endMs, night.timezone, period, ...left].join(' ');
  const cached = cache.get(key);
  if (cached) return cached;
  const isCounted = (day: string): boolean => !left.includes(day);
  const over = (nights: PastNight[]): PastNight[] =>
    nights.filter((past) => past.night.endMs <= nowMs);
  const nights = {
    weekday: over(sameNights(rules, night.day, isCounted)),
    hourly: over(recentNights(rules, night.day, isCounted)),
  };
  const demand = await readDemand(db, venueId, stocked, nights, nowMs);
  cache.set(key, demand);
  return demand;
}

const least = { weekday: leastSameNights, hourly: leastNights };
type Used = Map<string, UsedIngredient>;

async function readDemand(
  db: Db,
  venueId: string,
  stocked: Stocked,
  nights: Readonly<Record<UsedIngredient['method'], readonly PastNight[]>>,
  nowMs: number,
): Promise<PastDemand> {
  const placesOf = groupBy(stocked.places, (place) => place.unit_id);
  const used = new Map<string, Used>(stocked.units.map(({ id }) => [id, new Map()]));
  const earned = new Map<string, Map<string, number>>();
  const batch = await queries.findBatch(db, venueId);
  for (const method of ['weekday', 'hourly'] as const) {
    const missing = stocked.units.filter(
      ({ id }) =>
        !earned.has(id) ||
        placesOf.get(id)?.some((place) => used.get(id)?.has(place.ingredient_id) !== true),
    );
    const past = pastOf(nights[method], missing);
    if (!past) continue;
    const sums = await readSums(db, venueId, past, { places: stocked.places, nowMs });
    for (const { id, weights } of past.units) {
      const of = { weights, unitInHour: stocked.inHour(id) };
      const known = used.get(id) ?? new Map<string, UsedIngredient>();
      for (const ingredientId of new Set(placesOf.get(id)?.map((place) => place.ingredient_id))) {
        if (known.has(ingredientId)) continue;
        const ofIngredient = sums.ingredient(id, ingredientId);
        const profile = ingredientProfile({ ...of, ...ofIngredient });
        if (profile.nights < least[method]) continue;
        known.set(ingredientId, { profile, method, measured: ofIngredient.measured });
      }
      if (!earned.has(id)) earned.set(id, sums.earned(id, totalOf(weights)));
    }
  }
  const byUnit = new Map(
    [...used].map(([id, ofUnit]) => [id, { used: ofUnit, earned: earned.get(id) ?? new Map() }]),
  );
  return { byUnit, batch };
}

const totalOf = (weights: readonly NightWeight[]): number =>
  weights.reduce((sum, { weight }) => sum + weight, 0);

interface Past {
  units: { id: string; weights: NightWeight[] }[];
  nights: readonly PastNight[];
  hours: WeightedHour[];
}

/** Units that were there on at least one of the nights, with those nights; null without units. */
function pastOf(nights: readonly PastNight[], units: readonly StockedUnit[]): Past | null {
  const withNights = units.map(({ id, created_at }) => ({
    id,
    weights: nightsSince(nights, created_at.getTime()),
  }));
  const present = withNights.filter(({ weights }) => weights.length > 0);
  if (present.length === 0) return null;
  return { units: present, nights, hours: hoursOfNights(nights) };
}

/** Weighted sums over the nights, by unit. */
interface Sums {
  ingredient(
    unitId: string,
    ingredientId: string,
  ): { weighted: Map<number, number>; stockouts: HourOut[]; measured: boolean };
  earned(unitId: string, weight: number): Map<string, number>;
}

async function readSums(
  db: Db,
  venueId: string,
  { units, nights, hours }: Past,
  { places, nowMs }: { places: readonly StockedPlace[]; nowMs: number },
): Promise<Sums> {
  const unitIds = units.map(({ id }) => id);
  const firstMs = Math.min(...nights.map(({ night }) => night.startMs));
  const [poured, recipes, earnings, stockouts] = await Promise.all([
    queries.sumPoured(db, venueId, unitIds, hours),
    queries.sumServingsOfRecipes(db, venueId, unitIds, hours),
    queries.sumEarnings(db, venueId, unitIds, hours),
    queries.listOuts(db, venueId, new Date(firstMs)),
  ]);
  const servingOf = new Map(places.map((place) => [place.ingredient_id, place.serving_ml]));
  const measured = measuredUnits(poured, recipes, servingOf);
  const amounts = groupBy(
    [
      ...poured.filter((row) => measured.has(row.unit_id)),
      ...recipes.filter((row) => !measured.has(row.unit_id)),
    ],
    keyOf,
  );
  const stocked = new Set(places.map(keyOf));
  const outsOf = groupBy(
    stockouts.filter((out) => stocked.has(keyOf(out)) && unitIds.includes(out.unit_id)),
    keyOf,
  );
  const concerned = [...outsOf.values()].flatMap(([out]) =>
    out ? [{ unitId: out.unit_id, ingredientId: out.ingredient_id }] : [],
  );
  const byNight = new Map(
    (await queries.sumPouredByNight(db, venueId, concerned, hours)).map((row) => [
      `${keyOf(row)} ${row.nth} ${row.hour}`,
      row.amount,
    ]),
  );
  const hoursOf = [...groupBy(hours, ({ nth }) => nth)].map(([nth, of]) => ({ nth, hours: of }));
  const earningsOf = groupBy(earnings, (row) => row.unit_id);
  return {
    ingredient: (unitId, ingredientId) => {
      const key = keyOf({ unit_id: unitId, ingredient_id: ingredientId });
      const isMeasured = measured.has(unitId);
      const perServing = isMeasured ? (servingOf.get(ingredientId) ?? 1) : 1;
      const times = (outsOf.get(key) ?? []).map((out) => ({
        fromMs: out.from_at.getTime(),
        untilMs: out.until_at?.getTime() ?? nowMs,
      }));
      return {
        weighted: new Map(
          (amounts.get(key) ?? []).map((row) => [row.hour, row.amount / perServing]),
        ),
        stockouts: outsByHour(hoursOf, times).map((out) => ({
          ...out,
          servings: (byNight.get(`${key} ${out.nth} ${out.hour}`) ?? 0) / perServing,
        })),
        measured: isMeasured,
      };
    },
    earned: (unitId, weight) =>
      new Map((earningsOf.get(unitId) ?? []).map((row) => [row.drink_key, row.cents / weight])),
  };
}

/** With a smaller share, pours are missing: a unit that has reported them only lately, or only those that failed. */
const leastMeasured = 0.8;

/**
 * Units whose pours are at least four fifths of the servings of what they sold, by the ingredients that they hold now.
 */
function measuredUnits(
  poured: readonly queries.HourlyUse[],
  recipes: readonly queries.HourlyUse[],
  servingOf: ReadonlyMap<string, number>,
): Set<string> {
  const held = ({ ingredient_id }: queries.HourlyUse): boolean => servingOf.has(ingredient_id);
  const servings = new Map<string, { poured: number; sold: number }>();
  const of = (id: string) => servings.get(id) ?? { poured: 0, sold: 0 };
  for (const row of poured.filter(held)) {
    const known = of(row.unit_id);
    const more = row.amount / (servingOf.get(row.ingredient_id) ?? 1);
    servings.set(row.unit_id, { ...known, poured: known.poured + more });
  }
  for (const row of recipes.filter(held)) {
    const known = of(row.unit_id);
    servings.set(row.unit_id, { ...known, sold: known.sold + row.amount });
  }
  return new Set(
    [...servings].flatMap(([id, one]) =>
      one.poured > 0 && one.poured >= leastMeasured * one.sold ? [id] : [],
    ),
  );
}

const keyOf = (of: { unit_id: string; ingredient_id: string }): string =>
  `${of.unit_id} ${of.ingredient_id}`;
