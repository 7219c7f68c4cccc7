/** What a price plan would have earned in the past. */
import {
  effectivePrice,
  isPlanned,
  type PlannedDrink,
  plansAt,
  type PricePlan,
  type PriceRules,
} from './effective-price.ts';
import type { RepricedGlasses, SoldGlasses } from './rehearsal.ts';

/** Glasses that were sold while the same plans were in force. */
export interface TimedGlasses extends SoldGlasses {
  /** An instant of that time, in epoch milliseconds. */
  readonly ms: number;
}

/** A drink as it is on the menu now. */
export interface RehearsedDrink extends PlannedDrink {
  readonly unitId: string;
  /** Cents that the ingredients of a single cost; null where one of them has no cost. */
  readonly costCents: number | null;
}

/** Plans as they were stored, with one more from the first instant on, in place of what was stored under its id. */
export function rulesWith({ periods, clocks }: PriceRules, plan: PricePlan): PriceRules {
  const { times } = plan;
  // Its days from and to are of the time to come.
  const anyDay = times.repeats === 'weekly' ? { ...times, firstDay: null, lastDay: null } : times;
  const others = periods.filter((period) => period.plan.id !== plan.id);
  const laid = { plan: { ...plan, times: anyDay }, fromMs: -Infinity, untilMs: null };
  return { clocks, periods: [...others, laid] };
}

/** True for a drink whose price the plan may change, or might have changed as it was stored. */
export const mayMove = (
  { periods }: PriceRules,
  plan: PricePlan,
  drink: PlannedDrink & { readonly unitId: string },
): boolean =>
  [plan, ...periods.flatMap((period) => (period.plan.id === plan.id ? [period.plan] : []))].some(
    (one) => isPlanned(one, drink) && (one.units.size === 0 || one.units.has(drink.unitId)),
  );

/**
 * Glasses of the times of the plan, each at the price with it and with the discount that it had. The price stays where
 * another plan counts.
 * @param stored plans as they were stored at the times of the sales
 */
export function repriceByPlan(
  sold: readonly TimedGlasses[],
  stored: PriceRules,
  plan: PricePlan,
  drinks: ReadonlyMap<string, RehearsedDrink>,
): RepricedGlasses[] {
  const laid = rulesWith(stored, plan);
  return sold.flatMap((line) => {
    const drink = drinks.get(line.drinkId);
    if (!drink) return [];
    const at = { unitId: drink.unitId, ms: line.ms };
    const base = basePrice(line, drink);
    const [before, after] = [stored, laid].map((rules) => plansAt(rules, at));
    const isIn = [...(before ?? []), ...(after ?? [])].some(
      (one) => one.id === plan.id && isPlanned(one, drink),
    );
    if (!isIn) return [];
    const was = centsOf(line, effectivePrice(base, before ?? []));
    const is = centsOf(line, effectivePrice(base, after ?? []));
    const newCents = was === is ? line.cents : discounted(line.cents, was, is);
    return [{ ...line, newCents, costCents: drink.costCents }];
  });
}

/** Base price of the time; of a double, the single has its present price. */
const basePrice = ({ isDouble, listCents }: SoldGlasses, drink: PlannedDrink): PlannedDrink =>
  isDouble
    ? { ...drink, cents: Math.min(drink.cents, listCents), doubleCents: listCents }
    : { ...drink, cents: listCents, doubleCents: null };

const centsOf = (
  { isDouble }: SoldGlasses,
  { cents, doubleCents }: { cents: number; doubleCents: number | null },
): number => (isDouble ? (doubleCents ?? cents) : cents);

/** The price that is, less the discount between the price that was and what was charged. */
const discounted = (chargedCents: number, wasCents: number, isCents: number): number =>
  wasCents === 0 || chargedCents >= wasCents
    ? isCents
    : Math.round((isCents * chargedCents) / wasCents);
