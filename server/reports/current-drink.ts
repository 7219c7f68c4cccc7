import type { Db } from '../../db/tables/tables.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { listDrinkNames } from '../drinks/drinks.queries.ts';
import { readDrinkSums } from '../sums/read-sums.queries.ts';
import type { SalesScope } from './sales-sums.queries.ts';

/** A row of the breakdown by drink: the drinks of the units that have this name now, whatever they were sold as. */
export interface CurrentDrink {
  name: string;
  keys: string[];
  salesCents: number;
}

/** Finds the drinks of this name among those sold in a range; a deleted one has the name of its last sale. */
export async function findCurrentDrink(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
  name: string,
): Promise<CurrentDrink> {
  const sums = await readDrinkSums(db, scope, [range]);
  const keys = [...new Set(sums.map((row) => row.drink_key))];
  const present = await listDrinkNames(db, scope.venueId, keys);
  const names = new Map(present.map((drink) => [drink.id, drink.name]));
  const own = sums.filter((row) => (names.get(row.drink_key) ?? row.name) === name);
  return {
    name,
    keys: [...new Set(own.map((row) => row.drink_key))],
    salesCents: own.reduce((sum, row) => sum + row.sales_cents, 0),
  };
}
