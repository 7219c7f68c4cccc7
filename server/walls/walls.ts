/** Wall displays: creation and revocation. */
import { mostWalls, wallMessages } from '../../rules/nights/night-text.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound } from '../shared/errors.ts';
import { hashSecret, newId, newWallKey } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';
import { countWalls, insertWall, revokeWall as revoke, type WallRow } from './walls.queries.ts';

/** Adds a wall display and returns its key: only the hash is stored, so it can be shown only once. */
export async function createWall(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
  { label, hideMoney }: { label: string; hideMoney: boolean },
  by: AuditContext,
): Promise<{ wall: WallRow; key: string }> {
  const at = now();
  const id = newId(at);
  const key = newWallKey();
  await db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    if ((await countWalls(transaction, venueId)) >= mostWalls)
      throw new HttpError(409, wallMessages.tooMany);
    await insertWall(transaction, {
      id,
      venue_id: venueId,
      label,
      hide_money: hideMoney,
      key_hash: hashSecret(key),
      created_at: at,
      created_by: by.actor.userId,
    });
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'wall.created',
      target: wallTarget(label, venue.name),
      newValue: { wallId: id, hideMoney },
    });
  });
  const madeBy = { name: by.actor.person, first_name: null, last_name: null };
  const wall = { id, label, hide_money: hideMoney, created_at: at, last_seen_at: null, ...madeBy };
  return { wall, key };
}

/** Revokes a wall display: its key is refused from now on. 404 when the venue has no such display in use. */
export async function revokeWall(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: VenueRow,
  id: string,
  by: AuditContext,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    const label = await revoke(transaction, venue.id, id, at);
    if (label === null) throw notFound('screen');
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'wall.revoked',
      target: wallTarget(label, venue.name),
      newValue: { wallId: id },
    });
  });
}

/** A wall display as the target of an audit entry: `screen Bar left of Rooftop`. */
export const wallTarget = (label: string, venueName: string): string =>
  `screen ${label} of ${venueName}`;
