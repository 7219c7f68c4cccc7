/** Demand after the last change of prices. */
import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import { nightAt, nightRange, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import {
  measuredElasticity,
  rehearsedDays,
  type SharedGlasses,
} from '../../rules/prices/rehearsal.ts';
import type { DrinkRow } from '../drinks/drinks.queries.ts';
import { readSoldDrinks, type SoldDrink } from '../sums/read-sums.queries.ts';
import { type FormerPrice, listFormerPricesOfDrinks } from './price-rehearsal.queries.ts';

/** Older changes say little about the guests of today. */
const daysLookedBack = 365;
const dayMs = 86_400_000;

export interface PastChange {
  /** Night of the change. */
  on: string;
  elasticity: number;
}

/** A drink whose price changed, and its prices before and after. */
interface Changed {
  drinkId: string;
  wasCents: number;
  isCents: number;
}

/**
 * The demand that the latest change of prices of some of these drinks showed, by their share in all glasses of the 28
 * nights before it and of the 28 after it. Null where no change has as many nights with one price on either side, or too
 * few glasses.
 */
export async function measurePastChange(
  db: Db,
  venueId: string,
  rules: NightRules,
  drinks: readonly Pick<DrinkRow, 'id' | 'unit_id' | 'price_cents'>[],
  nowMs: number,
): Promise<PastChange | null> {
  const running = nightAt(rules, nowMs).day;
  const present = new Map(drinks.map((drink) => [drink.id, drink.price_cents]));
  const former = await listFormerPricesOfDrinks(
    db,
    venueId,
    {
      unitIds: [...new Set(drinks.map((drink) => drink.unit_id))],
      drinkIds: [...present.keys()],
    },
    new Date(nowMs - daysLookedBack * dayMs),
  );
  const found = latestChange(former, { present, rules, before: shiftDay(running, -rehearsedDays) });
  if (!found) return null;
  const { on, changed } = found;
  const ranges = [
    nightRange(rules, shiftDay(on, -rehearsedDays), shiftDay(on, -1)),
    nightRange(rules, shiftDay(on, 1), shiftDay(on, rehearsedDays)),
  ];
  const sold = await readSoldDrinks(db, { venueId, unitId: null }, ranges, { perUnit: false });
  const ids = new Map(changed.map((one) => [one.drinkId, one]));
  const of = (nth: number): readonly SoldDrink[] => sold.filter((row) => row.nth === nth);
  const before = of(0).filter((row) => ids.has(row.drink_key));
  const meanOf = (price: 'wasCents' | 'isCents') =>
    before.reduce(
      (sum, row) => sum + row.poured_glasses * (ids.get(row.drink_key)?.[price] ?? 0),
      0,
    );
  const elasticity = measuredElasticity(
    { wasCents: meanOf('wasCents'), isCents: meanOf('isCents') },
    shareOf(of(0), ids),
    shareOf(of(1), ids),
  );
  return elasticity === null ? null : { on, elasticity };
}

const glassesOf = (rows: readonly SoldDrink[]): number =>
  rows.reduce((sum, row) => sum + row.poured_glasses, 0);

const shareOf = (rows: readonly SoldDrink[], ids: ReadonlyMap<string, Changed>): SharedGlasses => ({
  own: glassesOf(rows.filter((row) => ids.has(row.drink_key))),
  all: glassesOf(rows),
});

interface About {
  present: ReadonlyMap<string, number>;
  rules: NightRules;
  /** First night on which a change is too recent. */
  before: string;
}

/** Drinks that changed on the latest night before which, and after which, their prices stayed. */
function latestChange(
  former: readonly FormerPrice[],
  { present, rules, before }: About,
): { on: string; changed: Changed[] } | null {
  const changes = [...groupBy(former, ({ drinkId }) => drinkId)].flatMap(([drinkId, prices]) => {
    const days = prices.map(({ untilAt }) => nightAt(rules, untilAt.getTime()).day);
    return prices.flatMap(({ cents }, nth) => {
      const on = days[nth] ?? '';
      const isAlone = days.every(
        (day, other) =>
          other === nth || day < shiftDay(on, -rehearsedDays) || day > shiftDay(on, rehearsedDays),
      );
      const isCents = prices[nth + 1]?.cents ?? present.get(drinkId) ?? cents;
      return isAlone && on < before && isCents !== cents
        ? [{ drinkId, on, wasCents: cents, isCents }]
        : [];
    });
  });
  const on = changes.reduce((latest, one) => (one.on > latest ? one.on : latest), '');
  return on === '' ? null : { on, changed: changes.filter((one) => one.on === on) };
}
