import type { z } from 'zod';
import type * as endpoints from '../../contract/report-subscriptions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { closeOutMessages } from '../../rules/close-out/close-out-messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import { requireConfirmedEmail } from '../recipients/require-confirmed-email.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { newId, newLinkToken } from '../shared/ids.ts';
import { requireAccount } from '../shared/require-account.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { requireTimezone, type Subscribed, withNights } from './subscribed.ts';
import { findSubscription, insertSubscription } from './subscriptions.queries.ts';

/**
 * Subscribes an account to the close-out of a venue, at its own confirmed address. Throws 409 when the address is not
 * confirmed, and for a venue that the account has subscribed to already.
 */
export async function createReportSubscription(
  deps: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
  body: z.output<typeof endpoints.createReportSubscription.body>,
): Promise<Subscribed> {
  const account = requireAccount(actor);
  const timezone = requireTimezone(body.timezone);
  const venue = await requireVenue(deps, actor, body.venueId);
  await requireConfirmedEmail(deps, account);
  const at = deps.now();
  const id = newId(at);
  const created = await withoutTenant(async () => {
    const isNew = await insertSubscription(deps.db, {
      id,
      user_id: account.userId,
      venue_ids: [venue.id],
      kind: body.kind,
      delay_minutes: body.delayMinutes,
      timezone,
      empty_nights: body.emptyNights,
      created_at: at,
      from_at: at,
      check_at: at,
      token: newLinkToken(),
    });
    return isNew ? findSubscription(deps.db, account.userId, id) : undefined;
  });
  if (!created) throw new HttpError(409, closeOutMessages.already);
  return withNights(deps, created, venue);
}
