import type { Db } from '../../db/tables/tables.ts';
import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { fieldError } from '../shared/errors.ts';
import { listVenueIds } from '../venues/venues.queries.ts';

/** Returns the venues of a person, each once. Throws 400 for a venue of another owner, and for an owner with some only. */
export async function requireVenues(
  db: Db,
  ownerId: string,
  role: Role,
  venueIds: readonly string[] | null,
): Promise<string[] | null> {
  if (venueIds === null) return null;
  if (role === 'owner') throw fieldError({ venueIds: peopleMessages.ownersHaveAll });
  const known = new Set(await listVenueIds(db, ownerId));
  if (venueIds.some((id) => !known.has(id)))
    throw fieldError({ venueIds: 'There is no such venue' });
  return [...new Set(venueIds)];
}
