/** Some of the venues of an owner, chosen for a person, a token or a webhook; null stands for all, also later ones. */
import type { Db } from '../../db/tables/tables.ts';
import { fieldError } from '../shared/errors.ts';
import { listVenueIds, listVenuesOfOwner } from './venues.queries.ts';

/** Returns the chosen venues, each once. Throws 400 for one that the owner does not have. */
export async function requireOwnVenues(
  db: Db,
  ownerId: string,
  chosen: readonly string[] | null,
): Promise<string[] | null> {
  if (chosen === null) return null;
  const own = new Set(await listVenueIds(db, ownerId));
  if (chosen.some((id) => !own.has(id))) throw fieldError({ venueIds: 'There is no such venue' });
  return [...new Set(chosen)];
}

/** Names of chosen venues for the audit log, oldest venue first: `Rooftop Bar, Cellar`. */
export async function venueNamesText(
  db: Db,
  ownerId: string,
  chosen: readonly string[] | null,
): Promise<string> {
  if (chosen === null) return 'all';
  const venues = await listVenuesOfOwner(db, ownerId, chosen);
  return venues.map(({ name }) => name).join(', ');
}
