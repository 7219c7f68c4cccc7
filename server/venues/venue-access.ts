import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { findVenue, findVenueByName, type VenueRow } from './venues.queries.ts';

/** The venue an address names, if it is within the actor's reach; else 404, as if it were not there. */
export async function requireVenue(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<VenueRow> {
  const venue = await findVenue(db, asId(id, 'venue'), scopeOf(actor));
  if (!venue) throw notFound('venue');
  return venue;
}

/** The venue of this name, if it is within the actor's reach; else 404, as if it were not there. */
export async function requireVenueNamed(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  name: string,
): Promise<VenueRow> {
  const venue = await findVenueByName(db, name, scopeOf(actor));
  if (!venue) throw notFound('venue');
  return venue;
}
