import type { Reads } from '../../db/pool/reads.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import { drinkCosts, type Margins, marginsOf } from '../../rules/loss/margins.ts';
import { countDays, nightRange } from '../../rules/nights/nights.ts';
import { listDrinks } from '../drinks/drinks.queries.ts';
import type { SalesScope } from '../reports/sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { readDrinkSums } from '../sums/read-sums.queries.ts';
import { requireNightRules } from '../venues/nights.ts';
import { listCosts, listDrinkParts } from './costs.queries.ts';
import { costedParts } from './costed-parts.ts';

/** A year, of which sums are kept. */
const mostDays = 366;

/** Reads the margins of the drinks on the menus now, and their glasses in a period. */
export async function getMargins(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  scope: SalesScope,
  { from, to, timezone }: { from: string; to: string; timezone?: string | undefined },
): Promise<Margins> {
  if (countDays(from, to) > mostDays)
    throw fieldError({ to: compareMessages.tooManyNights(mostDays) });
  const { venueId } = scope;
  const range = nightRange(await requireNightRules({ db }, venueId, timezone), from, to);
  const { drinks, sums, parts, costs } = await reads.query(async (recent) => {
    const drinks = await listDrinks(recent, venueId, scope.unitId);
    const ids = drinks.map(({ id }) => id);
    return {
      drinks,
      sums: await readDrinkSums(recent, scope, [range]),
      parts: await listDrinkParts(recent, venueId, ids),
      costs: await listCosts(recent, venueId, now()),
    };
  });
  const costOf = drinkCosts(costedParts(parts, costs));
  const glasses = new Map<string, number>();
  for (const { drink_key: id, is_double: isDouble, ...row } of sums) {
    const key = `${id} ${isDouble}`;
    const paid = Math.max(0, row.poured_glasses - row.comp_glasses);
    glasses.set(key, (glasses.get(key) ?? 0) + paid);
  }
  return marginsOf(
    drinks.map(({ id, name, price_cents: cents, double_cents: doubleCents }) => ({
      id,
      name,
      cents,
      doubleCents,
      costCents: costOf.get(id) ?? null,
      singles: glasses.get(`${id} false`) ?? 0,
      doubles: glasses.get(`${id} true`) ?? 0,
    })),
  );
}
