import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { wallTarget } from './wall-target.ts';
import { revokeWall as revoke } from './walls.queries.ts';

/** Revokes a wall display: its key is refused from now on. 404 when the venue has no such display in use. */
export async function revokeWall(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: VenueRow,
  id: string,
  by: ChangedBy,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (transaction) => {
    const label = await revoke(transaction, venue.id, id, at);
    if (label === null) throw notFound('screen');
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'wall.revoked',
      target: wallTarget(label, venue.name),
      newValue: { wallId: id },
    });
  });
}
