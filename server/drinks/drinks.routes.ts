import * as contract from '../../contract/drinks.ts';
import * as endpoints from '../../contract/venues.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { type Actor, maySeeVenueSecrets } from '../../rules/permissions.ts';
import { deleteDrink, undeleteDrink } from './delete-drink.ts';
import { findDrinkEvenDeleted } from './deleted-drinks.queries.ts';
import { type DrinkRef, type DrinkRow, listDrinks } from './drinks.queries.ts';
import {
  createDrink,
  readAllDrinks,
  readDrinkPage,
  reorderDrinks,
  requireDrink,
  requireDrinks,
  sellsDoubles,
  updateDrink,
  venueOf,
} from './drinks.ts';
import { drinkView, venueWithDrinksView } from './drinks.view.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext, assertNotTruncated } from '../shared/require.ts';
import { requireUnit } from '../units/unit-access.ts';
import { acrossVenuesOf, requireVenue } from '../venues/venue-access.ts';

export function drinkRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.listDrinks, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await unitIdOf(deps, actor, venue.id, query.unit);
    const rows = await listDrinks(deps.db, venue.id, unitId);
    return present(deps, venue, assertNotTruncated('drinks', rows));
  });

  mount(contract.createDrink, async ({ actor, body, raw }) => {
    const venue = await requireVenue(deps, actor, body.venueId);
    const unitId = await unitIdOf(deps, actor, venue.id, body.unitId);
    const drink = await acrossVenuesOf(deps.db, venue.owner_id, () =>
      createDrink(deps, venue, unitId, body, auditContext({ actor, raw })),
    );
    return drinkView(drink, await viewOptions(deps, venue));
  });

  mount(contract.reorderDrinks, async ({ actor, body }) => {
    const params = body.map(({ id, ranking, expected }) => ({
      id,
      rank: ranking.current,
      expected,
    }));
    if (new Set(params.map(({ id }) => id)).size < params.length)
      throw fieldError({ body: drinkMessages.namedTwice });
    const places = await requireDrinks(
      deps,
      actor,
      params.map(({ id }) => id),
    );
    const [first] = places;
    if (!first) return [];
    if (places.some((place) => place.unit_id !== first.unit_id))
      throw fieldError({ body: drinkMessages.oneUnitAtATime });
    return present(deps, venueOf(first), await reorderDrinks(deps, first, params));
  });

  mount(contract.updateDrink, async ({ actor, params, body, raw }) => {
    const place = await requireDrink(deps, actor, params.id);
    const drink = await updateDrink(deps, place, body, auditContext({ actor, raw }));
    return drinkView(drink, await viewOptions(deps, venueOf(place)));
  });

  mount(contract.updateVenueDrink, async ({ actor, params, body, raw }) => {
    const place = await requireDrinkOfVenue(deps, actor, params);
    const drink = await updateDrink(deps, place, body, auditContext({ actor, raw }));
    return drinkView(drink, await viewOptions(deps, venueOf(place)));
  });

  mount(contract.deleteDrink, async ({ actor, params, raw }) => {
    const place = await requireDrinkOfVenue(deps, actor, params);
    await deleteDrink(deps, place, auditContext({ actor, raw }));
    return { id: place.id };
  });

  mount(contract.undeleteDrink, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.drinkId, 'drink');
    const found = await findDrinkEvenDeleted(deps.db, venue.id, id);
    if (!found) throw notFound('drink');
    const drink = await acrossVenuesOf(deps.db, venue.owner_id, () =>
      undeleteDrink(deps, found, auditContext({ actor, raw })),
    );
    return drinkView(drink, await viewOptions(deps, venue));
  });
}

async function present(
  deps: AppDeps,
  venue: { id: string; name: string },
  rows: readonly DrinkRow[],
) {
  const options = await viewOptions(deps, venue);
  return rows.map((row) => drinkView(row, options));
}

const viewOptions = async (deps: AppDeps, venue: { id: string; name: string }) => ({
  withDouble: await sellsDoubles(deps, venue),
  now: deps.now(),
});

/** Returns the named unit, which must belong to the venue; null when none, or "all", is named. */
async function unitIdOf(
  deps: AppDeps,
  actor: Actor,
  venueId: string,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined || name === 'all') return null;
  const unit = await requireUnit(deps, actor, name);
  if (unit.venue_id !== venueId) throw notFound('unit');
  return unit.id;
}

async function requireDrinkOfVenue(
  deps: AppDeps,
  actor: Actor,
  { venueId, drinkId }: { venueId: string; drinkId: string },
): Promise<DrinkRef> {
  const place = await requireDrink(deps, actor, drinkId);
  if (place.venue_id !== venueId) throw notFound('drink');
  return place;
}

export function venueDrinkRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getVenueWithDrinks, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const may = {
      withSecrets: maySeeVenueSecrets(actor),
      ...(await viewOptions(deps, venue)),
    };
    if (!query.pagination) {
      return venueWithDrinksView(venue, await readAllDrinks(deps, venue.id), may);
    }
    const requested = { page: query.pagination, drinkId: query.drink ?? null };
    const { rows, pagination } = await readDrinkPage(deps, venue.id, requested);
    return { ...venueWithDrinksView(venue, rows, may), pagination };
  });
}
