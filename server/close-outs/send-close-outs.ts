import type { ReadRouter } from '../../db/pool/reads.ts';
import { messageOf } from '../../db/start-error.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import { closeOutMessages } from '../../rules/close-out/close-out-messages.ts';
import { lastSending, nextSending } from '../../rules/close-out/sending-times.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { isSuperAdminType, type Scope } from '../../rules/permissions.ts';
import { memberMay } from '../../rules/permissions/roles.ts';
import {
  type ComposeDeps,
  type ComposedMail,
  composeMail,
  mailOf,
  periodOf,
  rulesOf,
  scheduleOf,
  statedPeriod,
  type SubscribedVenue,
  reportedBefore,
  withNightRules,
} from './compose-mail.ts';
import { type Correction, type NewStatement, readCorrections } from './read-close-out.ts';
import {
  claimSubscriptions,
  deleteSubscription,
  insertReportedFigures,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './close-outs.queries.ts';
import { clampFutureChecks } from '../jobs/jobs.queries.ts';
import { drain } from '../jobs/queue-jobs.ts';
import { findMember } from '../memberships/memberships.queries.ts';
import { type MessageSettings, queueMessages } from '../notices/queue-messages.ts';
import { findRecipient } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { findUserById, type UserRow } from '../users/users.queries.ts';
import { findVenue, listVenueOwners } from '../venues/venues.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'flags'> & { readRouter: ReadRouter } & Pick<
    MessageSettings,
    'publicUrl' | 'warn'
  >;

const minuteMs = 60_000;
/** A clock or a night that changes is noticed within this time. */
const longestUncheckedMs = 15 * minuteMs;
/** Of a claim; another worker takes over afterwards. */
const claimMs = 5 * minuteMs;
const [mailsAtOnce, claimedAtOnce] = [4, 4];

/**
 * Queues the mails of subscriptions that are due, each once, and ends the subscriptions of those who have lost access to
 * all of their venues. Several workers share the work.
 */
export async function sendCloseOuts(deps: Needs): Promise<void> {
  const { db, now, flags, readRouter, publicUrl } = deps;
  const composing = { db, now, flags, publicUrl, reads: readRouter.onPrimary() };
  await clampFutureChecks(db, 'report_subscriptions', now(), 2 * longestUncheckedMs);
  const claim = (): Promise<SubscriptionRow[]> => {
    const at = now();
    const until = new Date(at.getTime() + claimMs);
    return claimSubscriptions(db, { now: at, until, most: claimedAtOnce });
  };
  await drain(claim, mailsAtOnce, (subscription) =>
    sendMails(composing, subscription).catch((error: unknown) =>
      deps.warn(`The mail of subscription ${subscription.id} failed: ${messageOf(error)}`),
    ),
  );
}

async function sendMails(deps: ComposeDeps, row: SubscriptionRow): Promise<void> {
  const { db } = deps;
  const user = await findUserById(db, row.user_id);
  const venues: SubscribedVenue[] = [];
  for (const [ownerId, venueIds] of user ? await byOwner(db, row.venue_ids) : []) {
    const scope = user && (await scopeOfSubscriber(db, user, ownerId));
    for (const venueId of scope ? venueIds : []) {
      const venue = scope && (await findVenue(db, venueId, scope));
      if (venue) venues.push(await withNightRules(db, venue, row));
    }
  }
  if (!user || venues.length === 0) {
    await deleteSubscription(db, row.user_id, row.id);
    return;
  }
  const recipient = await findRecipient(db, mailRecipient(row.user_id, user.email));
  const isMailed = user.locked_at === null && recipient?.state === 'confirmed';
  if (isMailed && !(await sendDue(deps, row, venues, user.email)))
    await sendCorrection(deps, row, venues, user.email);
  const nowMs = deps.now().getTime();
  const nextMs = nextSending(rulesOf(venues), scheduleOf(row), nowMs).atMs;
  const check_at = new Date(Math.min(nextMs, nowMs + longestUncheckedMs));
  await updateSubscription(db, row.user_id, row.id, { check_at });
}

/** The venues of a subscription, in its order, by their owners: a person may be one of several owners' staff. */
async function byOwner(
  db: ComposeDeps['db'],
  venueIds: readonly string[],
): Promise<Map<string, string[]>> {
  const owners = await listVenueOwners(db, venueIds);
  const known = venueIds.filter((id) => owners.has(id));
  return groupBy(known, (id) => owners.get(id) ?? '');
}

/** Queues the mail that is due last; returns false where it was mailed before. */
async function sendDue(
  deps: ComposeDeps,
  row: SubscriptionRow,
  venues: readonly SubscribedVenue[],
  recipient: string,
): Promise<boolean> {
  const { db, now } = deps;
  const at = now();
  const due = lastSending(rulesOf(venues), scheduleOf(row), at.getTime());
  if (!due || due.atMs < row.from_at.getTime()) return false;
  const reportedFigures = await reportedBefore(db, row.id, due);
  if (reportedFigures.some(({ period }) => period === periodOf(due))) return false;
  const composed = await composeMail(deps, row, venues, due, reportedFigures);
  await db
    .transaction()
    .execute((transaction) => queueMail(transaction, deps, row, composed, recipient));
  return true;
}

/** Stores what the mail states together with its message; does nothing where another worker has done so. */
async function queueMail(
  transaction: Tx,
  deps: ComposeDeps,
  row: SubscriptionRow,
  composed: ComposedMail,
  recipient: string,
): Promise<void> {
  const at = deps.now();
  if (!(await lockSubscription(transaction, row.id))) return;
  if (
    !(await insertReportedFigures(transaction, reportedFiguresRow(row, 1, composed.statement, at)))
  )
    return;
  if (composed.isEmpty && !row.empty_nights) return;
  await insertCorrections(transaction, row, composed.corrections, at);
  await queueMessages(transaction, [messageTo(recipient, row, deps, composed)], at);
}

/**
 * Queues a mail about nights that are much different from what was stated, at most one on each business day. What it
 * states is not repeated by the next mail.
 */
async function sendCorrection(
  deps: ComposeDeps,
  row: SubscriptionRow,
  venues: readonly SubscribedVenue[],
  recipient: string,
): Promise<void> {
  const { db, now } = deps;
  const [first] = venues;
  if (row.kind !== 'closeout' || !first) return;
  const at = now();
  const { day: today } = nightAt(first.own ?? first.calendar, at.getTime());
  if (row.corrected_day === today) return;
  const reportedFigures = await reportedBefore(db, row.id, { from: today, to: today });
  const found = await readCorrections(db, first.venue.id, reportedFigures.map(statedPeriod), today);
  const large = found.filter(({ isLarge }) => isLarge);
  if (large.length === 0) return;
  const { name } = first.venue;
  const mail = mailOf(deps, {
    subject: closeOutMessages.correctionSubject(name),
    title: closeOutMessages.correctionTitle(name),
    span: closeOutMessages.correctionSpan,
    corrections: large.map(({ text }) => text),
    warnings: [],
    nothingSold: null,
    sections: [],
  });
  await db.transaction().execute(async (transaction) => {
    const locked = await lockSubscription(transaction, row.id);
    if (!locked || locked.corrected_day === today) return;
    await insertCorrections(transaction, row, large, at);
    await updateSubscription(transaction, row.user_id, row.id, { corrected_day: today });
    const message = messageTo(recipient, row, deps, { mail, attachment: null });
    await queueMessages(transaction, [message], at);
  });
}

/** Throws where another mail has stated one of them in the meantime, so that none is stated twice. */
async function insertCorrections(
  transaction: Tx,
  row: SubscriptionRow,
  corrections: readonly Correction[],
  at: Date,
): Promise<void> {
  for (const { corrected } of corrections) {
    const { version, ...statement } = corrected;
    if (
      !(await insertReportedFigures(
        transaction,
        reportedFiguresRow(row, version + 1, statement, at),
      ))
    )
      throw new Error('Another mail has stated the correction');
  }
}

/** Message to the subscriber; `publicUrl` null leaves out the address that ends the subscription with one POST. */
export const messageTo = (
  recipient: string,
  { id, token }: Pick<SubscriptionRow, 'id' | 'token'>,
  { publicUrl }: Pick<ComposeDeps, 'publicUrl'>,
  { mail: { subject, text, html }, attachment }: Pick<ComposedMail, 'mail' | 'attachment'>,
) => ({
  notice_id: null,
  venue_id: null,
  channel: 'mail' as const,
  recipient,
  subject,
  body: text,
  html,
  subscription_id: id,
  attachment_name: attachment?.name ?? null,
  attachment: attachment?.content ?? null,
  unsubscribe_url:
    publicUrl === null ? null : `${publicUrl}/api/report-subscriptions/unsubscribe/${token}`,
});

const reportedFiguresRow = (
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

/** What the holder of an account may see of the reports of an owner, as their requests would. */
async function scopeOfSubscriber(
  db: Db,
  { id, account_type }: Pick<UserRow, 'id' | 'account_type'>,
  ownerId: string,
): Promise<Scope> {
  if (isSuperAdminType(account_type)) return { to: 'everything' };
  if (account_type === 'owner') return { to: 'owner', ownerId: id, venueIds: null };
  const member = account_type === 'staff' ? await findMember(db, id, ownerId) : null;
  if (!member || !memberMay(member, 'reports.read')) return { to: 'nothing' };
  return { to: 'owner', ownerId: member.ownerId, venueIds: member.venueIds };
}
