import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { type DrinkPlace, findDrinkPlaces } from './drinks.queries.ts';

/** The drinks an address or a body names, if all of them are within the actor's reach; else 404, as if they were not there. */
export async function requireDrinks(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  ids: readonly string[],
): Promise<DrinkPlace[]> {
  const requested = new Set(ids.map((id) => asId(id, 'drink')));
  const found = await findDrinkPlaces(db, [...requested], scopeOf(actor));
  if (found.length < requested.size) throw notFound('drink');
  return found;
}

export async function requireDrink(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<DrinkPlace> {
  const [place] = await requireDrinks(deps, actor, [id]);
  if (!place) throw notFound('drink');
  return place;
}
