import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/search.ts';
import { type Actor, actorMay } from '../../rules/permissions.ts';
import { foundByName, mostResults } from '../../rules/search/search-words.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { localWorkLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';
import { inAllVenues, requireVenuesOfOwner } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import {
  findDrinks,
  findIngredients,
  findPeople,
  findUnits,
  listUnitsOfIngredients,
  type UnitOfIngredient,
} from './search.queries.ts';

type Result = EndpointResponse<'searchAll'>['results'][number];

export function searchRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;
  const limit = localWorkLimit({ name: 'searches', most: 300, windowSeconds: 60 });

  mount(endpoints.searchAll, async ({ actor, query }) => {
    await limit.count(requireAccount(actor).userId, 1);
    const { ownerId, venues } = await requireVenuesOfOwner(deps, actor, query.ownerId);
    const search = { venueIds: venues.map(({ id }) => id), query: query.q };
    const none = Promise.resolve([]);
    const findAll = () =>
      Promise.all([
        actorMay(actor, 'units.maintenance') ? findUnits(db, search) : none,
        actorMay(actor, 'menu.read') ? findIngredients(db, search) : none,
        actorMay(actor, 'drinks.write') ? findDrinks(db, search) : none,
        actorMay(actor, 'people.manage') ? findPeople(db, ownerId, query.q) : none,
      ]);
    const [[units, ingredients, drinks, people], unitsOfIngredients] = await inAllVenues(
      db,
      async () => {
        const found = await findAll();
        return [found, await listUnitsOfIngredients(db, found[1])] as const;
      },
    );
    const nameOf = new Map(venues.map(({ id, name }) => [id, name]));
    const at = (venueId: string, place: string | null): string =>
      [place, nameOf.get(venueId)].filter(Boolean).join(', ');
    return {
      results: [
        ...(actorMay(actor, 'settings.write') ? venuesNamed(venues, query.q) : []),
        ...units.map(({ id, venue_id, unit_number, name }): Result => ({
          kind: 'unit',
          id,
          text: `Unit ${unit_number}`,
          detail: at(venue_id, name),
          link: `/units/${unit_number}?venue=${venue_id}`,
        })),
        ...ingredients.map(({ id, venue_id, name }): Result => {
          const unit = unitsOfIngredients.find(({ ingredient_id }) => ingredient_id === id);
          return {
            kind: 'ingredient',
            id,
            text: name,
            detail: at(venue_id, unit ? `Unit ${unit.unit_number}` : null),
            link: ingredientLink(actor, { id, venueId: venue_id, unit }),
          };
        }),
        ...drinks.map(({ id, venue_id, name, units: count, unit_number }): Result => ({
          kind: 'drink',
          id,
          text: name,
          detail: at(venue_id, count === 1 ? `Unit ${unit_number}` : `${count} units`),
          link: `/drink-menu?venue=${venue_id}&drink=${id}`,
        })),
        ...people.map(({ id, name, email }): Result => ({
          kind: 'person',
          id,
          text: name,
          detail: email,
          link: '/people',
        })),
      ],
    };
  });
}

/** Its form, or where it is in Your menu. */
function ingredientLink(
  actor: Actor,
  { id, venueId, unit }: { id: string; venueId: string; unit: UnitOfIngredient | undefined },
): string {
  if (unit === undefined) return `/add-drink?venue=${venueId}`;
  if (actorMay(actor, 'ingredients.write')) return `/ingredients/${id}/${unit.unit_id}`;
  return `/add-drink?venue=${venueId}&unit=${unit.unit_number}&ingredient=${id}`;
}

const venuesNamed = (venues: readonly VenueRow[], query: string): Result[] =>
  foundByName(venues, query)
    .slice(0, mostResults.venue)
    .map(({ id, name }) => ({
      kind: 'venue',
      id,
      text: name,
      detail: 'Venue',
      link: `/venues/${id}`,
    }));
