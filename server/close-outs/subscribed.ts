import type { CloseOutMail } from '../../rules/close-out/close-out-mail.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { lastSending } from '../../rules/close-out/sending-times.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import { requireAccount } from '../shared/require-account.ts';
import { requireVenue } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import {
  type ComposedCloseOut,
  composeCloseOut,
  findSubscribedNights,
  type SubscribedNights,
  tellingsBefore,
} from './compose-close-out.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts';

/** What a resource of the API is called in errors. */
const thing = 'mail';

export interface Subscribed {
  row: SubscriptionRow;
  venue: Pick<VenueRow, 'id' | 'name'>;
  nights: SubscribedNights;
}

/**
 * Reads a subscription with the nights of its venue. It belongs to an account, also where that is of an owner's staff, so
 * it is read without a tenant.
 */
export async function withNights(
  { db }: Pick<AppDeps, 'db'>,
  row: SubscriptionRow | undefined,
  venue: Pick<VenueRow, 'id' | 'name'>,
): Promise<Subscribed> {
  if (!row) throw notFound(thing);
  const nights = await withoutTenant(() => findSubscribedNights(db, venue.id, row));
  return { row, venue, nights };
}

/** Returns the own subscription of an account to a venue in its scope; otherwise throws 404, as for a missing one. */
export async function requireSubscription(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<{ row: SubscriptionRow; venue: VenueRow }> {
  const { userId } = requireAccount(actor);
  const row = await withoutTenant(() => findSubscription(deps.db, userId, asId(id, thing)));
  const [venueId] = row?.venue_ids ?? [];
  if (!row || venueId === undefined) throw notFound(thing);
  return { row, venue: await requireVenue(deps, actor, venueId) };
}

/** Composes the mail of the last night that has ended as it would be now. */
export async function composeLastNight(
  deps: Pick<AppDeps, 'db' | 'now' | 'publicUrl'>,
  actor: Actor,
  id: string,
): Promise<Pick<ComposedCloseOut, 'unsubscribeUrl'> & { mail: CloseOutMail }> {
  const { db, now, publicUrl } = deps;
  const { row, venue } = await requireSubscription(deps, actor, id);
  const { nights } = await withNights(deps, row, venue);
  const nowMs = now().getTime();
  const last = lastSending(nights.own ?? nights.calendar, 0, nowMs);
  if (!last) throw notFound('night');
  const { night } = last;
  const tellings = await withoutTenant(() => tellingsBefore(db, row.id, night));
  const of = { venue, nights, night, token: row.token, tellings };
  return composeCloseOut(db, of, { nowMs, publicUrl });
}

export function requireTimezone(timezone: string): string {
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  return timezone;
}
