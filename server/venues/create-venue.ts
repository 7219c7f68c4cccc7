import type { AccountActor } from '../../rules/permissions.ts';
import { isSuperAdmin, ownerOf } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId, newId } from '../shared/ids.ts';
import { fieldError, forbidden, notFound } from '../shared/errors.ts';
import { requireQuota } from '../owners/require-quota.ts';
import { findOwner } from '../owners/owners.queries.ts';
import { limitToVenues } from '../../db/tenant.ts';
import { newClock, type NewClockFields } from './new-clock.ts';
import { upsertClock } from './nights.queries.ts';
import { getVenueById, insertVenue, type VenueRow } from './venues.queries.ts';
import { venueMessages } from '../../rules/messages.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/** Adds a venue: an owner for themselves, a super admin for the owner they name. */
export function createVenue(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  form: { name: string; ownerId?: string | undefined } & NewClockFields,
  by: ChangedBy,
): Promise<VenueRow> {
  const ownerId = ownerFor(by.actor, form.ownerId);
  const at = now();
  const id = newId(at);
  const clock = newClock(form, at);
  limitToVenues([id]);
  return db.transaction().execute(async (transaction) => {
    if (!(await findOwner(transaction, ownerId))) throw notFound('owner');
    await requireQuota(transaction, by.actor, ownerId, 'venues');
    await insertVenue(transaction, { id, owner_id: ownerId, name: form.name, created_at: at });
    if (clock) await upsertClock(transaction, id, clock, { userId: by.actor.userId, at });
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId,
      address: by.address,
      action: 'venue.created',
      target: `venue ${form.name}`,
    });
    return getVenueById(transaction, id);
  });
}

function ownerFor(actor: AccountActor, ownerId: string | undefined): string {
  if (!isSuperAdmin(actor)) {
    const own = ownerOf(actor);
    if (own === null || (ownerId !== undefined && ownerId !== own)) throw forbidden();
    return own;
  }
  if (ownerId === undefined) throw fieldError({ ownerId: venueMessages.noOwner });
  return asId(ownerId, 'owner');
}
