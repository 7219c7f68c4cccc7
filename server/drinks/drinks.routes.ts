import * as contract from '../../contract/drinks.ts';
import { drinkMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import { addDrink } from './create-drink.ts';
import { changeDrink } from './update-drink.ts';
import { rankDrinks } from './reorder-drinks.ts';
import { sellsDoubles } from './read-drinks.ts';
import { removeDrink } from './delete-drink.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { fieldProblem, notFound } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { reachUnit } from '../units/unit-access.ts';
import { reachVenue } from '../venues/venue-access.ts';
import { type DrinkPlace, type DrinkRow, listDrinks } from './drinks.queries.ts';
import { drinkView } from './drinks.view.ts';
import { reachDrink, reachDrinks } from './drink-access.ts';

export function drinkRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.listDrinks, async ({ actor, params, query }) => {
    const venue = await reachVenue(deps, actor, params.venueId);
    const unitId = await unitOf(deps, actor, venue.id, query.unit);
    return present(deps, venue.name, await listDrinks(deps.db, venue.id, unitId));
  });

  mount(contract.createDrink, async ({ actor, body }) => {
    const venue = await reachVenue(deps, actor, body.venueId);
    const unitId = await unitOf(deps, actor, venue.id, body.unitId);
    const drink = await addDrink(deps, venue, unitId, body);
    return drinkView(drink, await sellsDoubles(deps, venue.name));
  });

  mount(contract.reorderDrinks, async ({ actor, body }) => {
    const wishes = body.map(({ id, ranking }) => ({ id, rank: ranking.current }));
    if (new Set(wishes.map(({ id }) => id)).size < wishes.length)
      throw fieldProblem({ body: drinkMessages.namedTwice });
    const places = await reachDrinks(
      deps,
      actor,
      wishes.map(({ id }) => id),
    );
    const [first] = places;
    if (!first) return [];
    if (places.some((place) => place.unit_id !== first.unit_id))
      throw fieldProblem({ body: drinkMessages.oneUnitAtATime });
    return present(deps, first.venue_name, await rankDrinks(deps, first, wishes));
  });

  mount(contract.updateDrink, async ({ actor, params, body, raw }) => {
    const place = await reachDrink(deps, actor, params.id);
    const drink = await changeDrink(deps, place, body, changedBy({ actor, raw }));
    return drinkView(drink, await sellsDoubles(deps, place.venue_name));
  });

  mount(contract.updateVenueDrink, async ({ actor, params, body, raw }) => {
    const place = await reachDrinkOfVenue(deps, actor, params);
    const drink = await changeDrink(deps, place, body, changedBy({ actor, raw }));
    return drinkView(drink, await sellsDoubles(deps, place.venue_name));
  });

  mount(contract.deleteDrink, async ({ actor, params, raw }) => {
    const place = await reachDrinkOfVenue(deps, actor, params);
    await removeDrink(deps, place, changedBy({ actor, raw }));
    return { id: place.id };
  });
}

async function present(deps: AppDeps, venueName: string, rows: readonly DrinkRow[]) {
  const withDouble = await sellsDoubles(deps, venueName);
  return rows.map((row) => drinkView(row, withDouble));
}

/** The unit that is named, which must be one of the venue's; null where none, or "all", is. */
async function unitOf(
  deps: AppDeps,
  actor: Actor,
  venueId: string,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined || name === 'all') return null;
  const unit = await reachUnit(deps, actor, name);
  if (unit.venue_id !== venueId) throw notFound('unit');
  return unit.id;
}

async function reachDrinkOfVenue(
  deps: AppDeps,
  actor: Actor,
  { venueId, drinkId }: { venueId: string; drinkId: string },
): Promise<DrinkPlace> {
  const place = await reachDrink(deps, actor, drinkId);
  if (place.venue_id !== venueId) throw notFound('drink');
  return place;
}
