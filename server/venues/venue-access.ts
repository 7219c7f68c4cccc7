import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { currentTenant, limitToVenues, withTenant } from '../../db/tenant.ts';
import type { Db } from '../../db/tables/tables.ts';
import { parseId } from '../shared/ids.ts';
import { notFound } from '../shared/errors.ts';
import { findVenue, findVenuesNamed, listVenueIds, type VenueRow } from './venues.queries.ts';

/**
 * Runs `work` with the rows of all venues of the owner that the request may use, for statements that concern several venues or search for a row
 * by its id alone. Has no effect where the venue is known already.
 */
export async function acrossVenues<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const rows = currentTenant();
  if (rows === null || rows.venueIds.length > 0) return work();
  return inAllVenues(db, work);
}

/** Runs `work` with the rows of all venues that the request may use, also where it is limited to one of them already. */
export async function inAllVenues<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const rows = currentTenant();
  if (rows === null || rows.ownerId === null) return work();
  const venueIds = await listVenueIds(db, rows.ownerId, rows.limitedTo ?? null);
  return withTenant({ ...rows, venueIds }, work);
}

/** Runs `work` with the rows of all venues of this owner, for counts over all of them, also for a member with some venues. */
export async function acrossVenuesOf<T>(
  db: Db,
  ownerId: string,
  work: () => Promise<T>,
): Promise<T> {
  const rows = currentTenant();
  if (rows === null) return work();
  const { limitedTo: _, ...all } = rows;
  const venueIds = await withTenant(all, () => listVenueIds(db, ownerId));
  return withTenant({ ...all, venueIds }, work);
}

/** Searches all venues of the owner, and limits the rest of the request to the venue of the row that was found. */
export async function findInVenues<T extends { venue_id: string }>(
  db: Db,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const found = await acrossVenues(db, find);
  if (found) limitToVenues([found.venue_id]);
  return found;
}

/** Returns the referenced venue if it is in the actor's scope; otherwise throws 404, as for a missing one. */
export async function requireVenue(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<VenueRow> {
  const venue = await findVenue(db, parseId(id, 'venue'), scopeOf(actor));
  if (!venue) throw notFound('venue');
  limitToVenues([venue.id]);
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
  limitToVenues([found.id, ...others.map(({ id }) => id)]);
  return [found, ...others];
}
