import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { findVenue, findVenuesNamed, type VenueRow } from './venues.queries.ts';

/** Returns the referenced venue if it is in the actor's scope; otherwise throws 404, as for a missing one. */
export async function requireVenue(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<VenueRow> {
  const venue = await findVenue(db, asId(id, 'venue'), scopeOf(actor));
  if (!venue) throw notFound('venue');
  return venue;
}

/**
 * Returns the venue of this id, or the venues of this name, oldest first, in the actor's scope; otherwise throws 404, as
 * for a missing one.
 */
export async function requireVenuesNamed(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  idOrName: string,
): Promise<[VenueRow, ...VenueRow[]]> {
  const [found, ...others] = await findVenuesNamed(db, idOrName, scopeOf(actor));
  if (!found) throw notFound('venue');
  return [found, ...others];
}
