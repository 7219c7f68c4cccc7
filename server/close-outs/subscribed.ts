import { limitToVenues, withoutTenant } from '../../db/tenant.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { lastSending, type Schedule } from '../../rules/close-out/sending-times.ts';
import type { NightRules } from '../../rules/nights/nights.ts';
import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import { requireAccount } from '../shared/require-account.ts';
import { findVenue } from '../venues/venues.queries.ts';
import {
  type ComposeDeps,
  type ComposedMail,
  composeMail,
  rulesOf,
  scheduleOf,
  type SubscribedVenue,
  tellingsBefore,
  withNightRules,
} from './compose-mail.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts';

/** What a resource of the API is called in errors. */
const thing = 'mail';

export interface Subscribed {
  row: SubscriptionRow;
  /** In the scope of the account, at least one. */
  venues: SubscribedVenue[];
  /** Of each venue. */
  rules: NightRules[];
  schedule: Schedule;
}

/** Reads the venues of a subscription that are in scope, with their nights; null where none is. */
export async function findSubscribed(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  row: SubscriptionRow,
): Promise<Subscribed | null> {
  const venues: SubscribedVenue[] = [];
  for (const venueId of row.venue_ids) {
    const venue = await findVenue(db, venueId, scopeOf(actor));
    // A subscription is of an account, also where its venues are of an owner.
    if (venue) venues.push(await withoutTenant(() => withNightRules(db, venue, row)));
  }
  limitToVenues(venues.map(({ venue }) => venue.id));
  return venues.length === 0
    ? null
    : { row, venues, rules: rulesOf(venues), schedule: scheduleOf(row) };
}

/** Returns the own subscription of an account to a venue in its scope; otherwise throws 404, as for a missing one. */
export async function requireSubscription(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<Subscribed> {
  const { userId } = requireAccount(actor);
  const row = await withoutTenant(() => findSubscription(deps.db, userId, asId(id, thing)));
  const found = row && (await findSubscribed(deps, actor, row));
  if (!found) throw notFound(thing);
  return found;
}

/** Composes the mail of the last period that has ended as it would be now. */
export async function composeLast(
  deps: ComposeDeps,
  actor: Actor,
  id: string,
): Promise<ComposedMail & { row: SubscriptionRow }> {
  const { row, venues, rules, schedule } = await requireSubscription(deps, actor, id);
  const atOnce = { ...schedule, delayMinutes: 0, atMinutes: null };
  const last = lastSending(
    rules,
    schedule.every === 'night' ? atOnce : schedule,
    deps.now().getTime(),
  );
  if (!last) throw notFound('night');
  const tellings = await withoutTenant(() => tellingsBefore(deps.db, row.id, last));
  return { row, ...(await composeMail(deps, row, venues, last, tellings)) };
}

export function requireTimezone(timezone: string): string {
  if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
  return timezone;
}
