/** What price plans change: their preview, conflicts between them, and the prices that follow. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db } from '../../db/tables/tables.ts';
import {
  effectivePrice,
  isPlanned,
  type PlannedDrink,
  plansAt,
  type PricePlan,
  pricePlan,
  type PriceRules,
  switchesOf,
} from '../../rules/prices/effective-price.ts';
import { highestPriceCents, priceChangeMessages } from '../../rules/prices/price-change.ts';
import { type DrinkRow, listDrinks } from '../drinks/drinks.queries.ts';
import { sellsDoubles } from '../drinks/drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { readRulesSince, type StoredSettings } from '../venues/price-rules.ts';
import * as queries from './price-plans.queries.ts';

export type Deps = Pick<AppDeps, 'db' | 'now' | 'flags'>;
export type Venue = { id: string; name: string; owner_id: string };
export type Requested = EndpointBody<'createPricePlan'>;

/** Drinks of the venue as plans see them; doubles only where the venue sells them. */
export interface VenueDrink extends PlannedDrink {
  row: DrinkRow;
}

export async function listPlannedDrinks(deps: Deps, venue: Venue): Promise<VenueDrink[]> {
  const [rows, categories, withDouble] = await Promise.all([
    listDrinks(deps.db, venue.id, null),
    queries.listCategories(deps.db, venue.id),
    sellsDoubles(deps, venue),
  ]);
  return rows.map((row) => ({
    id: row.id,
    cents: row.price_cents,
    doubleCents: withDouble ? row.double_cents : null,
    categories: categories.get(row.id) ?? [],
    row,
  }));
}

interface RepricedDrink {
  drink: DrinkRow;
  cents: number;
  doubleCents: { was: number; is: number } | null;
}

export interface Conflict {
  id: string;
  name: string;
  atMs: number;
  drinks: number;
  lost: number;
}

export interface PlanPreview {
  settings: StoredSettings;
  drinks: RepricedDrink[];
  conflicts: Conflict[];
}

/**
 * Returns the drinks that a plan would change, and the active plans at the same time for some of them. Throws 404 for a
 * drink or unit of another venue, and a field error for a price that is too high.
 */
export async function previewPricePlan(
  deps: Deps,
  venue: Venue,
  requested: Requested,
): Promise<PlanPreview> {
  const settings = settingsFor(requested);
  const { db, now } = deps;
  const plan = await requirePlan(db, venue.id, requested);
  const [drinks, rules, rows] = await Promise.all([
    listPlannedDrinks(deps, venue),
    readRulesSince(db, venue.id, now()),
    queries.listPlans(db, venue.id),
  ]);
  const others = { ...rules, periods: rules.periods.filter((one) => one.plan.id !== plan.id) };
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    settings,
    drinks: repriced(plan, drinks),
    conflicts: conflictsOf(plan, others, drinks, now().getTime()).map((one) => ({
      ...one,
      name: names.get(one.id) ?? '',
    })),
  };
}

/** Drinks with their price under the plan alone, those that cost the same left out. */
export function repriced(plan: PricePlan, drinks: readonly VenueDrink[]): RepricedDrink[] {
  return drinks.flatMap((drink) => {
    if (plan.units.size > 0 && !plan.units.has(drink.row.unit_id)) return [];
    const { cents, doubleCents } = effectivePrice(drink, [plan]);
    if (Math.max(cents, doubleCents ?? 0) > highestPriceCents)
      throw fieldError({ change: priceChangeMessages.tooHigh(drink.row.name) });
    if (cents === drink.cents && doubleCents === drink.doubleCents) return [];
    const double =
      doubleCents === null || drink.doubleCents === null
        ? null
        : { was: drink.doubleCents, is: doubleCents };
    return [{ drink: drink.row, cents, doubleCents: double }];
  });
}

const dayMs = 86_400_000;
/** All weekdays, and the day after the last. */
const conflictDays = 8;

/** Other plans that are in force at the same time as this one for some of its drinks, from now on. */
function conflictsOf(
  plan: PricePlan,
  others: PriceRules,
  drinks: readonly VenueDrink[],
  nowMs: number,
): Omit<Conflict, 'name'>[] {
  if (others.clocks.length === 0) return [];
  return others.periods.flatMap((period) => {
    const fromMs = Math.max(nowMs, startOf(plan), startOf(period.plan));
    const both: PriceRules = {
      clocks: others.clocks,
      periods: [
        { ...period, fromMs: 0 },
        { plan, fromMs: 0, untilMs: null },
      ],
    };
    const shared = drinks.filter((one) => isPlanned(plan, one) && isPlanned(period.plan, one));
    const times = switchesOf(both, { fromMs: fromMs - 1, untilMs: fromMs + conflictDays * dayMs });
    for (const ms of [fromMs, ...times]) {
      const found = shared.flatMap((drink) => {
        const plans = plansAt(both, { unitId: drink.row.unit_id, ms });
        return plans.length === 2 ? [effectivePrice(drink, plans)] : [];
      });
      if (found.length === 0) continue;
      const lost = found.filter((price) => price.plan !== plan).length;
      return [{ id: period.plan.id, atMs: ms, drinks: found.length, lost }];
    }
    return [];
  });
}

/** About when a plan begins; a clock on the wall is at most 15 hours ahead. */
function startOf({ times }: PricePlan): number {
  const day = times.repeats === 'once' ? times.from.slice(0, 10) : times.firstDay;
  return day ? Date.parse(day) - dayMs : Number.NEGATIVE_INFINITY;
}

export interface EffectiveDrink {
  drink: DrinkRow;
  cents: number;
  doubleCents: number | null;
  /** Name of the plan that sets the price. */
  plan: string | null;
}

/** Returns what each drink of a venue costs at an instant, by present plans and base prices. */
export async function listEffectivePrices(
  deps: Deps,
  venue: Venue,
  ms: number,
): Promise<EffectiveDrink[]> {
  const nowMs = deps.now().getTime();
  const [drinks, rules, rows] = await Promise.all([
    listPlannedDrinks(deps, venue),
    readRulesSince(deps.db, venue.id, deps.now()),
    queries.listPlans(deps.db, venue.id),
  ]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const units = [...new Set(drinks.map(({ row }) => row.unit_id))];
  const plans = new Map(
    units.map((unitId) => [unitId, plansAt(rules, { unitId, ms, knownMs: nowMs })]),
  );
  return drinks.map((drink) => {
    const { plan, ...price } = effectivePrice(drink, plans.get(drink.row.unit_id) ?? []);
    return { drink: drink.row, ...price, plan: plan && (names.get(plan.id) ?? '') };
  });
}

/** The plan as requested. Throws 404 for a drink or unit of another venue. */
export async function requirePlan(
  db: Db,
  venueId: string,
  requested: StoredSettings & { id?: string | undefined },
): Promise<PricePlan> {
  const settings = settingsFor(requested);
  await requireItems(db, venueId, settings);
  return pricePlan(requested.id ?? '', settings);
}

export async function requireItems(
  db: Db,
  venueId: string,
  { unitIds, drinkIds }: StoredSettings,
): Promise<void> {
  const items = [
    ['units', unitIds, 'unit'],
    ['drinks', drinkIds, 'drink'],
  ] as const;
  for (const [table, ids, name] of items) {
    if (ids.length === 0) continue;
    const known = await queries.countOfVenue(db, venueId, table, ids);
    if (known < new Set(ids).size) throw notFound(name);
  }
}

/** Settings in the order and form in which they are compared. */
export const settingsFor = (from: StoredSettings): StoredSettings => ({
  times: timesFor(from.times),
  unitIds: from.unitIds.map((id) => parseId(id, 'unit').toLowerCase()).toSorted(),
  drinkIds: from.drinkIds.map((id) => parseId(id, 'drink').toLowerCase()).toSorted(),
  categories: from.categories.toSorted(),
  change: from.change,
  priority: from.priority,
});

const timesFor = (times: StoredSettings['times']): StoredSettings['times'] =>
  times.repeats === 'once'
    ? times
    : {
        repeats: 'weekly',
        from: times.from,
        until: times.until,
        weekdays: [...new Set(times.weekdays)].toSorted((one, other) => one - other),
        firstDay: times.firstDay ?? null,
        lastDay: times.lastDay ?? null,
      };
