import {
  alertMessage,
  mergedMs,
  type PushDelivery,
  pushTopic,
  pushUrgency,
} from '../../rules/alerts/alert-text.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { messageOf } from '../../db/start-error.ts';
import { groupBy } from '../../lib/lists.ts';
import {
  type AlertKind,
  isAlertKind,
  severities,
  type Severity,
} from '../../rules/alerts/alert-kinds.ts';
import {
  type AlertChannel,
  type AlertSettings,
  channelsOf,
} from '../../rules/alerts/notified-people.ts';
import { type MessageSettings, queueMessages } from '../notices/queue-messages.ts';
import { findRecipient, listPushSubscriptions } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import {
  type AnnouncedAlert,
  findLastSent,
  listAnnounced,
  listDueAccounts,
  listPeopleOfVenue,
  lockAccountMessages,
  lockDue,
  lockUnchecked,
  type NotificationRow,
  type PersonRow,
  type SentNotification,
  updateNotifications,
} from './notifications.queries.ts';
import { insertEvents } from './alerts.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now'> & Pick<MessageSettings, 'publicUrl' | 'warn'>;
/** Addresses that may be written to: for push the ids of subscriptions. */
type Addresses = Readonly<Record<AlertChannel, readonly string[]>>;

const accountsAtOnce = 100;
const checkedAtOnce = 100;
/** A text or push message that is still not sent is repeated as a mail; a mail that is not is reported. */
const firstWaitMs = 3 * 60_000;
const mailWaitMs = 15 * 60_000;

/**
 * Sends the messages about alerts that are due: one per account in five minutes, with all alerts that are due by then.
 * A notification is marked as sent in the transaction that queues its message, so each is sent once.
 */
export async function sendNotifications(deps: Needs): Promise<void> {
  const { db, now, warn } = deps;
  for (const userId of await listDueAccounts(db, { now: now(), mergedMs, most: accountsAtOnce })) {
    await db
      .transaction()
      .execute((transaction) => sendToAccount(transaction, deps, userId))
      .catch((error: unknown) =>
        warn(`Messages about alerts to account ${userId} failed: ${messageOf(error)}`),
      );
  }
  await db.transaction().execute(async (transaction) => {
    const nowMs = now().getTime();
    const waits = {
      firstBefore: new Date(nowMs - firstWaitMs),
      mailBefore: new Date(nowMs - mailWaitMs),
      most: checkedAtOnce,
    };
    for (const sent of await lockUnchecked(transaction, waits))
      await checkDelivery(transaction, deps, sent);
  });
}

interface Due {
  row: NotificationRow;
  alert: AnnouncedAlert;
  person: PersonRow;
}

async function sendToAccount(
  db: Tx,
  { now, publicUrl }: Pick<Needs, 'now' | 'publicUrl'>,
  userId: string,
): Promise<void> {
  const at = now();
  if (!(await lockAccountMessages(db, userId))) return;
  const last = await findLastSent(db, userId);
  // A time in the future was stored by a clock that was ahead.
  if (last && Math.abs(at.getTime() - last.getTime()) < mergedMs) return;
  const rows = await lockDue(db, userId, at);
  const due = (await readDue(db, rows)).filter(({ row, alert }) => isStillDue(row, alert, at));
  const kept = new Set(due.map(({ row }) => row.id));
  await updateNotifications(
    db,
    rows.map(({ id }) => id).filter((id) => !kept.has(id)),
    { state: 'dropped' },
  );
  const [first] = due;
  if (!first) return;
  const addresses = await usableAddresses(db, first.person, at);
  const ids = due.map(({ row }) => row.id);
  const channels = [
    ...new Set(due.flatMap(({ person, alert }) => channelsOf(person, kindOf(alert)))),
  ];
  // A text or push message that cannot be sent is a mail.
  const usable = channels.filter((channel) => addresses[channel].length > 0);
  const instead: AlertChannel[] = addresses.mail.length === 0 ? [] : ['mail'];
  const chosen = usable.length > 0 ? usable : instead;
  if (chosen.length === 0) {
    await updateNotifications(db, ids, { state: 'dropped' });
    await logEach(db, due, { kind: 'undelivered', at, note: 'No confirmed address' });
    return;
  }
  const sent: Partial<Record<AlertChannel, string[]>> = {};
  for (const channel of chosen) {
    const of = due.filter(
      ({ person, alert }) =>
        chosen.length === 1 || channelsOf(person, kindOf(alert)).includes(channel),
    );
    if (of.length === 0) continue;
    const messages = addresses[channel].map((address) =>
      messageTo({ id: newId(at), channel, address, due: of, publicUrl }),
    );
    await queueMessages(db, messages, at);
    sent[channel] = messages.map(({ id }) => id);
    await logEach(db, of, { kind: 'sent', at, note: channel });
  }
  await updateNotifications(db, ids, {
    state: 'sent',
    sent_at: at,
    sms_id: sent.sms?.[0] ?? null,
    mail_id: sent.mail?.[0] ?? null,
    push_ids: sent.push ?? null,
  });
}

const mostUrgentOf = (found: readonly Severity[]): Severity =>
  severities.find((severity) => found.includes(severity)) ?? 'later';

const kindOf = ({ kind }: Pick<AnnouncedAlert, 'kind'>): AlertKind =>
  isAlertKind(kind) ? kind : 'low';

/** Notifications with their alerts, of those who may still see them. */
async function readDue(db: Tx, rows: readonly NotificationRow[]): Promise<Due[]> {
  const due: Due[] = [];
  for (const [venueId, ofVenue] of groupBy(rows, (row) => row.venue_id)) {
    const ids = ofVenue.map(({ alert_id }) => alert_id);
    const alerts = new Map((await listAnnounced(db, venueId, ids)).map((one) => [one.id, one]));
    const [any] = alerts.values();
    const people = any ? await listPeopleOfVenue(db, { ownerId: any.owner_id, venueId }) : [];
    for (const row of ofVenue) {
      const alert = alerts.get(row.alert_id);
      const person = people.find(({ id }) => id === row.user_id);
      if (alert && person) due.push({ row, alert, person });
    }
  }
  return due;
}

/** Messages about what has ended before are not sent, except in the summary after quiet hours. */
function isStillDue(
  { held: isHeld }: Pick<NotificationRow, 'held'>,
  { acknowledged_at, snoozed_until, resolved_at }: AnnouncedAlert,
  at: Date,
): boolean {
  const isSnoozed = snoozed_until !== null && snoozed_until > at;
  return isHeld || (acknowledged_at === null && resolved_at === null && !isSnoozed);
}

/** Confirmed addresses of a person, and its browsers that are signed in. */
async function usableAddresses(
  db: Tx,
  { id, email, settings }: { id: string; email: string; settings: AlertSettings },
  at: Date,
): Promise<Addresses> {
  const mail = await findRecipient(db, mailRecipient(id, email));
  const { phone } = settings;
  const sms =
    phone === null
      ? undefined
      : await findRecipient(db, { account_id: id, channel: 'sms', address: phone });
  const subscriptions = settings.push.length === 0 ? [] : await listPushSubscriptions(db, id, at);
  return {
    mail: mail?.state === 'confirmed' ? [email] : [],
    sms: sms?.state === 'confirmed' && phone !== null ? [phone] : [],
    push: subscriptions.map((subscription) => subscription.id),
  };
}

function messageTo({
  id,
  channel,
  address,
  due,
  publicUrl,
}: {
  id: string;
  channel: AlertChannel;
  address: string;
  due: readonly Due[];
  publicUrl: string;
}) {
  const alerts = due.map(({ alert }) => ({
    id: alert.id,
    venueId: alert.venue_id,
    venueName: alert.venue_name,
    unitNumber: alert.unit_number,
    severity: alert.severity,
    text: alert.text,
    endedAfterMs: alert.resolved_at && alert.resolved_at.getTime() - alert.opened_at.getTime(),
  }));
  const { subject, body, sms, push } = alertMessage(alerts, publicUrl);
  const message = { id, notice_id: null, venue_id: null, channel, recipient: address };
  if (channel === 'mail') return { ...message, subject, body };
  if (channel === 'sms') return { ...message, body: sms };
  const severity = mostUrgentOf(alerts.map((alert) => alert.severity));
  const [alert, ...others] = alerts;
  const topic = pushTopic(alert && others.length === 0 ? alert.id : id);
  const delivery: PushDelivery = { path: push.path, topic, ...pushUrgency[severity] };
  return { ...message, subject: push.title, body: push.text, push: JSON.stringify(delivery) };
}

const logEach = (
  db: Tx,
  due: readonly { row: Pick<NotificationRow, 'venue_id' | 'alert_id' | 'user_id'> }[],
  { kind, at, note }: { kind: 'sent' | 'undelivered'; at: Date; note: string },
): Promise<void> =>
  insertEvents(
    db,
    due.map(({ row }) => ({
      venue_id: row.venue_id,
      alert_id: row.alert_id,
      id: newId(at),
      at,
      kind,
      person_id: row.user_id,
      note,
    })),
  );

const isOnItsWay = (state: string | null): boolean =>
  state !== null && state !== 'failed' && state !== 'waiting';

/** A text or push message that could not be sent is repeated as a mail; after that the alert says that it was not delivered. */
async function checkDelivery(
  db: Tx,
  { now, publicUrl }: Pick<Needs, 'now' | 'publicUrl'>,
  sent: SentNotification,
): Promise<void> {
  const at = now();
  if ([sent.sms_state, sent.mail_state, sent.push_state].some(isOnItsWay)) {
    await updateNotifications(db, [sent.id], { checked: true });
    return;
  }
  const [due] = sent.mail_id === null ? await readDue(db, [sent]) : [];
  const [address] = due ? (await usableAddresses(db, due.person, at)).mail : [];
  if (due && address !== undefined) {
    const id = newId(at);
    const message = messageTo({ id, channel: 'mail', address, due: [due], publicUrl });
    await queueMessages(db, [message], at);
    await updateNotifications(db, [sent.id], { mail_id: id });
    await logEach(db, [due], { kind: 'sent', at, note: 'mail' });
    return;
  }
  await updateNotifications(db, [sent.id], { checked: true });
  await logEach(db, [{ row: sent }], { kind: 'undelivered', at, note: '' });
}
