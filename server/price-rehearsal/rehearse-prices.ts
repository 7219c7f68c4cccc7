/** What a change of prices would have earned in the last four weeks. */
import { sql } from 'kysely';
import type { rehearsePrices as rehearsalEndpoint } from '../../contract/prices.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Reads } from '../../db/pool/reads.ts';
import { refundedGlasses } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import { nightAt, nightRange, type NightRules, shiftDay } from '../../rules/nights/nights.ts';
import {
  type Rehearsal,
  rehearsedDays,
  rehearse,
  type SoldGlasses,
} from '../../rules/prices/rehearsal.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { groupBy } from '../../lib/lists.ts';
import { listDrinksById } from '../drinks/drinks.queries.ts';
import { type CostedIngredient, listCosts } from '../loss/costs.queries.ts';
import { changeFor, namedDrinks } from '../price-changes/price-changes.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';

export interface RehearsedPrices extends Rehearsal {
  /** First and last night. */
  from: string;
  to: string;
  /** Drinks that were added since. */
  added: string[];
}

/** Rehearses a change on the last 28 nights that are over. Throws 404 unless all drinks are on menus of the venue. */
export async function rehearsePrices(
  { now, reads }: Pick<AppDeps, 'now'> & { reads: Reads },
  venueId: string,
  rules: NightRules,
  requested: BodyOf<typeof rehearsalEndpoint>,
): Promise<RehearsedPrices> {
  const running = nightAt(rules, now().getTime()).day;
  const [from, to] = [shiftDay(running, -rehearsedDays), shiftDay(running, -1)];
  const range = nightRange(rules, from, to);
  const named = namedDrinks(requested);
  const ids = named.map(({ id }) => id);
  const { rows, sold, parts, costs } = await reads.query(async (recent) => ({
    rows: await listDrinksById(recent, venueId, ids),
    sold: await listSoldGlasses(recent, venueId, ids, range),
    parts: await listDrinkParts(recent, venueId, ids),
    costs: await listCosts(recent, venueId, now()),
  }));
  const costOf = drinkCosts(parts, costs);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const repricings = new Map(
    named.map((one) => {
      const row = byId.get(one.id);
      if (!row) throw notFound('drink');
      const present = { cents: row.price_cents, doubleCents: row.double_cents };
      const costCents = costOf.get(row.id) ?? null;
      return [row.id, { present, change: changeFor(one, requested.change), costCents }];
    }),
  );
  // Past sales that were imported are older than the drink.
  const added = rows.filter(
    ({ id, created_at }) =>
      created_at.getTime() > range.startMs &&
      sold.every(({ drinkId, firstAt }) => drinkId !== id || firstAt >= created_at),
  );
  return {
    ...rehearse(sold, repricings, requested.elasticity),
    from,
    to,
    added: [...new Set(added.map(({ name }) => name))].toSorted(),
  };
}

interface DrinkPart {
  drink_id: string;
  ingredient_id: string;
  serving_size_ml: number;
}

/** Lists the ingredients of these drinks, with their servings. */
function listDrinkParts(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
): Promise<DrinkPart[]> {
  return db
    .selectFrom('drink_ingredients as part')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'part.venue_id')
        .onRef('ingredients.id', '=', 'part.ingredient_id'),
    )
    .select(['part.drink_id', 'part.ingredient_id', 'ingredients.serving_size_ml'])
    .where('part.venue_id', '=', venueId)
    .where('part.drink_id', 'in', [...drinkIds])
    .execute();
}

/** Cents that a single of each drink costs now, of drinks whose ingredients all have costs. */
function drinkCosts(
  parts: readonly DrinkPart[],
  ingredients: readonly CostedIngredient[],
): Map<string, number> {
  const perMl = new Map(
    ingredients.flatMap(({ id, cost }) => (cost ? [[id, cost.cents / cost.per_ml] as const] : [])),
  );
  const found = new Map<string, number>();
  for (const [drinkId, ofDrink] of groupBy(parts, ({ drink_id }) => drink_id)) {
    const costs = ofDrink.map(
      (part) => (perMl.get(part.ingredient_id) ?? Number.NaN) * part.serving_size_ml,
    );
    const cents = costs.reduce((sum, cost) => sum + cost, 0);
    if (!Number.isNaN(cents)) found.set(drinkId, cents);
  }
  return found;
}

interface DatedGlasses extends SoldGlasses {
  /** Time of the first sale. */
  firstAt: Date;
}

/** Lists the glasses of these drinks that were poured and paid in a range, by price. */
async function listSoldGlasses(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
  { startMs, endMs }: TimeRange,
): Promise<DatedGlasses[]> {
  const paid = sql`least(drink.quantity - ${refundedGlasses}, drink.success_quantity)`;
  const { rows } = await sql<DatedGlasses>`
    select line.drink_id as "drinkId", line.is_double as "isDouble", line.price_cents as cents,
      line.list_cents as "listCents", sum(line.glasses)::bigint as glasses, min(sale.sold_at) as "firstAt"
    from orders as sale
    -- The offset keeps this from becoming a join, for which all drinks might be read.
    cross join lateral (
      select drink.drink_id, drink.is_double, drink.price_cents,
        coalesce(drink.list_price_cents, drink.price_cents) as list_cents, ${paid} as glasses
      from ordered_drinks as drink
      where drink.venue_id = ${venueId} and drink.order_id = sale.id and drink.price_cents > 0
      offset 0
    ) as line
    where sale.venue_id = ${venueId}
      and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)}
      and line.drink_id = any(${drinkIds}::uuid[]) and line.glasses > 0
    group by 1, 2, 3, 4
  `.execute(db);
  return rows;
}
