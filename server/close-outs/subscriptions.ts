/** Subscriptions to close-outs by mail. */
import type { z } from 'zod';
import type * as endpoints from '../../contract/report-subscriptions.ts';
import { limitToVenues, withoutTenant } from '../../db/tenant.ts';
import { closeOutMessages } from '../../rules/close-out/close-out-messages.ts';
import {
  lastSending,
  type Schedule,
  usualDelayMinutes,
} from '../../rules/close-out/sending-times.ts';
import type { NightRules } from '../../rules/nights/nights.ts';
import { parseClockText } from '../../rules/nights/venue-clock.ts';
import { type AccountActor, type Actor, scopeOf } from '../../rules/permissions.ts';
import {
  type ComposeDeps,
  type ComposedMail,
  composeMail,
  rulesOf,
  scheduleOf,
  type SubscribedVenue,
  reportedBefore,
  withNightRules,
} from './compose-mail.ts';
import { findSubscribedView, type SubscribedView } from './mailed-view.ts';
import { messageTo } from './send-close-outs.ts';
import {
  deleteSubscription,
  deleteSubscriptionOf,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from './close-outs.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { requireConfirmedEmail } from '../recipients/confirmations.ts';
import { listReportViews } from '../report-views/report-views.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { parseId, newId, newLinkToken } from '../shared/ids.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';
import { lockUser } from '../users/users.queries.ts';
import { requireTimezone } from '../venues/nights.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { findVenue } from '../venues/venues.queries.ts';

/** What a resource of the API is called in errors. */
const thing = 'mail';

export interface Subscribed {
  row: SubscriptionRow;
  /** In the scope of the account, at least one. */
  venues: SubscribedVenue[];
  /** Of each venue. */
  rules: NightRules[];
  /** Saved breakdown that is mailed. */
  view: SubscribedView | null;
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
  const view = await findSubscribedView(db, row);
  limitToVenues(venues.map(({ venue }) => venue.id));
  return venues.length === 0
    ? null
    : { row, venues, view, rules: rulesOf(venues), schedule: scheduleOf(row) };
}

/** Returns the own subscription of an account to a venue in its scope; otherwise throws 404, as for a missing one. */
export async function requireSubscription(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  id: string,
): Promise<Subscribed> {
  const { userId } = requireAccount(actor);
  const row = await withoutTenant(() => findSubscription(deps.db, userId, parseId(id, thing)));
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
  const reportedFigures = await withoutTenant(() => reportedBefore(deps.db, row.id, last));
  return { row, ...(await composeMail(deps, row, venues, last, reportedFigures)) };
}

const mostSubscriptions = 100;
const ofSeveralVenues: readonly SubscriptionRow['kind'][] = ['weekly', 'monthly'];

/** Returns the id of an own view of the venue; throws 400 for any other. */
async function requireViewOf(
  deps: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
  id: string | undefined,
  venueId: string | undefined,
): Promise<string> {
  const views = await listReportViews(deps, actor);
  const view = views.find((one) => one.id === id && one.venueId === venueId);
  if (!view) throw fieldError({ viewId: closeOutMessages.needsView });
  return view.id;
}

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
  if (asked.length > 1 && !ofSeveralVenues.includes(body.kind))
    throw fieldError({ venueIds: closeOutMessages.oneVenue });
  const venueIds: string[] = [];
  for (const id of asked) venueIds.push((await requireVenue(deps, actor, id)).id);
  const viewId =
    body.kind === 'view' ? await requireViewOf(deps, actor, body.viewId, venueIds[0]) : null;
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
        view_id: viewId,
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

/** Changes, pauses or resumes a subscription. What was due while it was paused is not sent afterwards. */
export async function updateReportSubscription(
  deps: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
  id: string,
  body: z.output<typeof endpoints.updateReportSubscription.body>,
): Promise<Subscribed> {
  const { row } = await requireSubscription(deps, actor, id);
  const { emptyNights, paused, timezone } = body;
  const at = deps.now();
  const changes = {
    check_at: at,
    ...scheduleOfBody(row.kind, body, row),
    ...(emptyNights === undefined ? {} : { empty_nights: emptyNights }),
    ...(timezone === undefined ? {} : { timezone: requireTimezone(timezone) }),
    ...(paused === undefined ? {} : { paused, refusal: null }),
    ...(paused === false && row.paused ? { from_at: at } : {}),
  };
  const updated = await withoutTenant(() =>
    updateSubscription(deps.db, row.user_id, row.id, changes),
  );
  const subscribed = updated && (await findSubscribed(deps, actor, updated));
  if (!subscribed) throw notFound('mail');
  return subscribed;
}

/** Ends a subscription of an account, also to a venue that is no longer in its scope. */
export async function deleteReportSubscription(
  { db }: Pick<AppDeps, 'db'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const isDeleted = await withoutTenant(() => deleteSubscription(db, userId, parseId(id, 'mail')));
  if (!isDeleted) throw notFound('mail');
}

/** Ends the subscription whose mails have this token, if there is one. */
export const unsubscribeReport = ({ db }: Pick<AppDeps, 'db'>, token: string): Promise<void> =>
  withoutTenant(() => deleteSubscriptionOf(db, token));

/**
 * Mails the last period to the holder of the account, beside the mail of the period itself.
 * @returns the address
 */
export async function sendReportSubscription(
  deps: ComposeDeps & { sent: RateLimit },
  actor: Actor,
  id: string,
): Promise<string> {
  const { db, now, sent } = deps;
  const account = requireAccount(actor);
  const { row, ...composed } = await composeLast(deps, actor, id);
  await requireConfirmedEmail(deps, account);
  await sent.count(account.userId);
  const message = messageTo(account.email, row, deps, composed);
  await withoutTenant(() =>
    db.transaction().execute((transaction) => queueMessages(transaction, [message], now())),
  );
  return account.email;
}

const lastMinuteOfDay = 1439;

interface NewSchedule {
  delayMinutes?: number | undefined;
  at?: string | null | undefined;
  weekday?: number | null | undefined;
}

type StoredSchedule = Pick<SubscriptionRow, 'delay_minutes' | 'at_minutes' | 'weekday'>;

/**
 * Schedule to store for a kind of mail. Throws 400 for one that the kind does not have.
 * @param before what is kept where nothing else is asked for
 */
export function scheduleOfBody(
  kind: SubscriptionRow['kind'],
  { delayMinutes, at, weekday }: NewSchedule,
  before: StoredSchedule = { delay_minutes: null, at_minutes: null, weekday: null },
): StoredSchedule {
  const asked = typeof at === 'string' ? parseClockText(at, lastMinuteOfDay) : null;
  if (typeof at === 'string' && asked === null) throw fieldError({ at: closeOutMessages.badTime });
  if (typeof at === 'string' && delayMinutes !== undefined)
    throw fieldError({ delayMinutes: closeOutMessages.eitherTime });
  const isChanged = at !== undefined || delayMinutes !== undefined;
  const reading = isChanged ? asked : before.at_minutes;
  const day = weekday === undefined ? before.weekday : weekday;
  if (kind === 'weekly' && day === null) throw fieldError({ weekday: closeOutMessages.badWeekday });
  if ((kind === 'closeout' || kind === 'monthly') && typeof day === 'number')
    throw fieldError({ weekday: closeOutMessages.badWeekday });
  if (reading === null && (kind === 'monthly' || day !== null))
    throw fieldError({ at: closeOutMessages.needsTime });
  const delay = isChanged
    ? (delayMinutes ?? usualDelayMinutes)
    : (before.delay_minutes ?? usualDelayMinutes);
  return {
    delay_minutes: reading === null ? delay : null,
    at_minutes: reading,
    weekday: day,
  };
}
