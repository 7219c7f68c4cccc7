import type { z } from 'zod';
import type * as endpoints from '../../contract/report-subscriptions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { closeOutMessages } from '../../rules/close-out/close-out-messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import { requireConfirmedEmail } from '../recipients/require-confirmed-email.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, newLinkToken } from '../shared/ids.ts';
import { requireAccount } from '../shared/require-account.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { scheduleOfBody } from './schedule-of-body.ts';
import { findSubscribed, requireTimezone, type Subscribed } from './subscribed.ts';
import { lockUser } from '../users/users.queries.ts';
import {
  findSubscription,
  insertSubscription,
  listSubscriptions,
} from './subscriptions.queries.ts';

const mostSubscriptions = 100;

/**
 * Subscribes an account to mails about venues, at its own confirmed address. Throws 409 when the address is not
 * confirmed, where the account has the same kind of mail about the same venues already, and where it has a hundred.
 */
export async function createReportSubscription(
  deps: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
  body: z.output<typeof endpoints.createReportSubscription.body>,
): Promise<Subscribed> {
  const account = requireAccount(actor);
  const timezone = requireTimezone(body.timezone);
  const schedule = scheduleOfBody(body.kind, body);
  // The first venue gives the mail its clock. The others are sorted, so that the same mail is found whatever their order.
  const asked = [...new Set([body.venueId, ...(body.venueIds ?? []).toSorted()])];
  if (asked.length > 1 && (body.kind === 'closeout' || body.kind === 'csv'))
    throw fieldError({ venueIds: closeOutMessages.oneVenue });
  const venueIds: string[] = [];
  for (const id of asked) venueIds.push((await requireVenue(deps, actor, id)).id);
  await requireConfirmedEmail(deps, account);
  const at = deps.now();
  const id = newId(at);
  const created = await withoutTenant(async () => {
    const isNew = await deps.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, account.userId);
      const { length } = await listSubscriptions(transaction, account.userId);
      if (length >= mostSubscriptions)
        throw new HttpError(409, closeOutMessages.tooMany(mostSubscriptions));
      return insertSubscription(transaction, {
        id,
        user_id: account.userId,
        venue_ids: venueIds,
        kind: body.kind,
        ...schedule,
        timezone,
        empty_nights: body.emptyNights,
        created_at: at,
        from_at: at,
        check_at: at,
        token: newLinkToken(),
      });
    });
    return isNew ? findSubscription(deps.db, account.userId, id) : undefined;
  });
  if (!created) throw new HttpError(409, closeOutMessages.already);
  const subscribed = await findSubscribed(deps, actor, created);
  if (!subscribed) throw notFound('mail');
  return subscribed;
}
