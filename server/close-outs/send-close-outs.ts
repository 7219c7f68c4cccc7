import { messageOf } from '../../db/start-error.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { lastSending, nextSending } from '../../rules/close-out/sending-times.ts';
import type { MessageSettings } from '../notices/message-settings.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/request-confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findUserById } from '../users/users.queries.ts';
import { findVenue } from '../venues/venues.queries.ts';
import {
  type ComposedCloseOut,
  composeCloseOut,
  findSubscribedNights,
  tellingsBefore,
} from './compose-close-out.ts';
import type { NewStatement } from './read-close-out.ts';
import { scopeOfSubscriber } from './scope-of-subscriber.ts';
import {
  claimSubscriptions,
  deleteSubscription,
  insertTelling,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now'> & Pick<MessageSettings, 'publicUrl' | 'warn'>;

const minuteMs = 60_000;
/** A clock or a night that changes is noticed within this time. */
const longestUncheckedMs = 15 * minuteMs;
/** Of a claim; another worker takes over afterwards. */
const claimMs = 5 * minuteMs;
const claimedAtOnce = 4;

/**
 * Queues the close-outs that are due, each once, and ends the subscriptions of those who have lost access to the venue.
 * Several workers share the work.
 */
export async function sendCloseOuts(deps: Needs): Promise<void> {
  for (;;) {
    const now = deps.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await claimSubscriptions(deps.db, { now, until, most: claimedAtOnce });
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map((subscription) =>
        sendCloseOut(deps, subscription).catch((error: unknown) =>
          deps.warn(`The close-out of subscription ${subscription.id} failed: ${messageOf(error)}`),
        ),
      ),
    );
  }
}

async function sendCloseOut(
  { db, now, publicUrl }: Needs,
  subscription: SubscriptionRow,
): Promise<void> {
  const { id, user_id: userId, venue_ids: venueIds, delay_minutes: delay, token } = subscription;
  const user = await findUserById(db, userId);
  const [venueId] = venueIds;
  const venue =
    user && venueId ? await findVenue(db, venueId, await scopeOfSubscriber(db, user)) : null;
  if (!user || !venue) {
    await deleteSubscription(db, userId, id);
    return;
  }
  const at = now();
  const nowMs = at.getTime();
  const nights = await findSubscribedNights(db, venue.id, subscription);
  const rules = nights.own ?? nights.calendar;
  const due = lastSending(rules, delay ?? 0, nowMs);
  if (due && due.atMs >= subscription.from_at.getTime()) {
    const tellings = await tellingsBefore(db, id, due.night);
    const recipient = mailRecipient(userId, user.email);
    const isSent = tellings.some(({ period }) => period === due.night.day);
    if (!isSent && (await findRecipient(db, recipient))?.state === 'confirmed') {
      const { night } = due;
      const composed = await composeCloseOut(
        db,
        { venue, nights, night, token, tellings },
        { nowMs, publicUrl },
      );
      await db
        .transaction()
        .execute((transaction) =>
          queueCloseOut(transaction, subscription, composed, user.email, at),
        );
    }
  }
  const nextMs = nextSending(rules, delay ?? 0, nowMs).atMs;
  const check_at = new Date(Math.min(nextMs, nowMs + longestUncheckedMs));
  await updateSubscription(db, userId, id, { check_at });
}

/** Stores what the mail states together with its message; does nothing where another worker has done so. */
async function queueCloseOut(
  transaction: Tx,
  subscription: SubscriptionRow,
  { closeOut, statement, corrected, mail, unsubscribeUrl }: ComposedCloseOut,
  recipient: string,
  at: Date,
): Promise<void> {
  if (!(await lockSubscription(transaction, subscription.id))) return;
  if (!(await insertTelling(transaction, tellingRow(subscription, 1, statement, at)))) return;
  if (closeOut.figures.orders === 0 && !subscription.empty_nights) return;
  for (const { version, ...period } of corrected)
    await insertTelling(transaction, tellingRow(subscription, version + 1, period, at));
  await queueMessages(transaction, [closeOutMessage(recipient, mail, unsubscribeUrl)], at);
}

/** Message of a close-out to the subscriber. */
export const closeOutMessage = (
  recipient: string,
  { subject, text, html }: ComposedCloseOut['mail'],
  unsubscribeUrl: string | null,
) => ({
  notice_id: null,
  venue_id: null,
  channel: 'mail' as const,
  recipient,
  subject,
  body: text,
  html,
  unsubscribe_url: unsubscribeUrl,
});

const tellingRow = (
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  version: number,
  { day, range, stated, orders }: NewStatement,
  at: Date,
) => ({
  subscription_id: id,
  user_id,
  period: day,
  version,
  told: JSON.stringify({ ...range, ...stated }),
  upto: JSON.stringify(orders),
  at,
});
