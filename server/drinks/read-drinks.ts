import { flagNamed } from '../../rules/flags/flag-names.ts';
import { venueFlags } from '../adapters/flags/port.ts';
import { completeList } from '../shared/require.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as drinks from './drinks.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'flags'>;

/** Returns true if a venue sells doubles: only then are double prices returned and stored. */
export async function sellsDoubles(
  { flags }: Pick<Deps, 'flags'>,
  venue: { id: string; name: string },
): Promise<boolean> {
  return (await flags.flagsOn(venueFlags(venue))).has(flagNamed.doubleOrder);
}

/** Returns all drinks of a venue, by unit and rank. */
export const readAllDrinks = async (
  { db }: Pick<Deps, 'db'>,
  venueId: string,
): Promise<drinks.DrinkRow[]> => completeList('drinks', await drinks.listDrinks(db, venueId, null));

interface Requested {
  /** 1-based; the last page when there are fewer. */
  page: drinks.Page;
  /** Selects the page that contains this drink, if there is one, instead of `page`. */
  drinkId: string | null;
}

/** A page of a venue's drinks, and its number. */
export async function readDrinkPage(
  { db }: Pick<Deps, 'db'>,
  venueId: string,
  { page, drinkId }: Requested,
): Promise<{ rows: drinks.DrinkRow[]; pagination: drinks.Page & { total: number } }> {
  const { size } = page;
  const { total, before } = await drinks.countDrinks(db, venueId, drinkId);
  const requested = before === null ? page.current : Math.floor(before / size) + 1;
  const current = Math.max(1, Math.min(requested, Math.ceil(total / size)));
  const rows = await drinks.listDrinkPage(db, venueId, { current, size });
  return { rows, pagination: { current, size, total } };
}
