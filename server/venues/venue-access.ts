import { venueMessages } from '../../rules/venues/venue-messages.ts';
import { type Actor, memberOf, ownerOf, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { currentTenant, limitToVenues, withTenant } from '../../db/tenant.ts';
import type { Db } from '../../db/tables/tables.ts';
import { parseId } from '../shared/ids.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { assertNotTruncated } from '../shared/require.ts';
import {
  findVenue,
  findVenuesNamed,
  listVenueIds,
  listVenuesOfOwner,
  type VenueRow,
} from './venues.queries.ts';

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

/** Runs `work` with the rows of one of the venues that the request may use; of super admins, with every row. */
export function inOneVenue<T>(venueId: string, work: () => T): T {
  const rows = currentTenant();
  return rows === null ? work() : withTenant({ ...rows, venueIds: [venueId] }, work);
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

/** An owner, and those of the venues that the caller may see, oldest first. */
export async function requireVenuesOfOwner(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  ownerId: string | undefined,
): Promise<{ ownerId: string; venues: VenueRow[] }> {
  const among = memberOf(actor)?.venueIds ?? null;
  const owner = requireOwnerId(actor, ownerId);
  const venues = await listVenuesOfOwner(db, owner, among);
  return { ownerId: owner, venues: assertNotTruncated('venues', venues) };
}

/** The own owner; a super admin names one. */
function requireOwnerId(actor: Actor, ownerId: string | undefined): string {
  const own = ownerOf(actor);
  if (own === null) {
    if (ownerId === undefined) throw fieldError({ ownerId: venueMessages.noOwner });
    return parseId(ownerId, 'owner');
  }
  if (ownerId !== undefined && ownerId !== own) throw notFound('owner');
  return own;
}
