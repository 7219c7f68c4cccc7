import type { Tx } from '../../db/tables/tables.ts';
import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { limitToVenues } from '../../db/tenant.ts';
import { acrossVenues } from '../venues/venue-access.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { type DrinkRef, type DrinkRow, findDrink, findDrinkRefs } from './drinks.queries.ts';

/** Venue of a drink, as its flags need it. */
export const venueOf = ({ venue_id: id, venue_name: name }: DrinkRef) => ({ id, name });

/** Returns the named drinks if all of them are in the actor's scope; otherwise throws 404, as for missing ones. */
export async function requireDrinks(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  ids: readonly string[],
): Promise<DrinkRef[]> {
  const requested = new Set(ids.map((id) => asId(id, 'drink')));
  const found = await acrossVenues(db, () => findDrinkRefs(db, [...requested], scopeOf(actor)));
  if (found.length < requested.size) throw notFound('drink');
  limitToVenues([...new Set(found.map((drink) => drink.venue_id))]);
  return found;
}

export async function requireDrink(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<DrinkRef> {
  const [place] = await requireDrinks(deps, actor, [id]);
  if (!place) throw notFound('drink');
  return place;
}

/** Returns the drink; throws 404 when it was deleted meanwhile. The caller holds the unit's lock. */
export async function requireLiveDrink(
  transaction: Tx,
  ref: Pick<DrinkRef, 'venue_id' | 'id'>,
): Promise<DrinkRow> {
  const drink = await findDrink(transaction, ref);
  if (!drink) throw notFound('drink');
  return drink;
}
