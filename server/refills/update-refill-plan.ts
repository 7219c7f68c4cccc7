import { clockText } from '../../rules/nights/venue-clock.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { findRefillPlan, storeRefillPlan } from '../forecast/forecast.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { ChangedBy } from '../shared/require.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';

/** Sets the time of day at which the units of a venue are refilled, or clears it. */
export function updateRefillPlan(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { id: venueId, name }: VenueRow,
  atMinutes: number | null,
  by: ChangedBy,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const venue = await lockVenue(transaction, venueId);
    const before = await findRefillPlan(transaction, venueId);
    await storeRefillPlan(transaction, venueId, atMinutes);
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: venue.owner_id,
      address: by.address,
      action: 'refill_plan.updated',
      target: `venue ${name}`,
      oldValue: audited(before),
      newValue: audited(atMinutes),
    });
  });
}

const audited = (minutes: number | null) => ({ at: minutes === null ? null : clockText(minutes) });
