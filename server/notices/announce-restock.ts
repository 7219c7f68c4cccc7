import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { restockMessage, type Shortage } from '../../rules/stock/restock.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueAlertCheck, queueJobs } from '../jobs/queue-jobs.ts';
import { type MessageSettings, queueMessages } from './queue-messages.ts';
import type { MessageRow } from './messages.queries.ts';
import {
  findUnsentNotice,
  findVenueOfNotice,
  insertNotices,
  resolveNotice,
  type UnsentNotice,
} from './notices.queries.ts';
import { listRecipients, type RecipientRow } from '../recipients/recipients.queries.ts';
import { mailRecipient } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { dailyLimit } from '../shared/rate-limit.ts';

/** Opens a notice for each shortage without an open one, and queues the job that sends it. */
export async function openNotices(
  transaction: Tx,
  unit: UnitRef,
  shortages: readonly Shortage[],
  at: Date,
): Promise<void> {
  const opened = await insertNotices(transaction, unit, shortages, at);
  if (opened.length > 0) await queueAlertCheck(transaction, unit.venue_id, at);
  await queueJobs(
    transaction,
    opened.map((id) => ({
      kind: 'announce restock',
      key: `announce restock ${id}`,
      payload: { noticeId: id, venueId: unit.venue_id },
    })),
  );
}

/**
 * Sends a restock notice: a text message to each contact of the unit and a mail to the owner, of those who have
 * confirmed, within the limits. Messages that are held back are stored with the reason. Sends nothing when stock was
 * refilled meanwhile, and resolves the notice where stock is not tracked. Idempotent: sends each message once.
 */
export async function announceRestock(
  deps: Pick<AppDeps, 'db' | 'pool' | 'flags' | 'now'> & MessageSettings,
  { noticeId, venueId }: JobPayload<'announce restock'>,
): Promise<void> {
  const { db, flags, now, warn } = deps;
  const place = venueId ?? (await findVenueOfNotice(db, noticeId));
  const notice =
    place === null ? null : await findUnsentNotice(db, { venueId: place, id: noticeId });
  if (!notice) return;
  if (!(await tracksStock({ flags }, { ...notice, id: notice.unit_id }))) {
    // Once stock is tracked again, a shortage opens another notice.
    await resolveNotice(db, { venueId: notice.venue_id, id: noticeId }, now());
    return;
  }
  const { subject, text } = restockMessage({
    venueName: notice.venue_name,
    unit: { unitNumber: notice.unit_number, name: notice.unit_name },
    ingredientName: notice.ingredient_name,
    percent: notice.percent,
  });
  const recipients = await chooseRecipients(deps, notice);
  const messages = recipients.map(({ channel, address, heldBecause }) => ({
    venue_id: notice.venue_id,
    notice_id: noticeId,
    channel,
    recipient: address,
    body: text,
    held_because: heldBecause,
    ...(channel === 'mail' ? { subject } : {}),
  }));
  await db.transaction().execute((transaction) => queueMessages(transaction, messages, now()));
  const held = recipients.flatMap(({ heldBecause }) => heldBecause ?? []);
  if (held.length === 0) return;
  warn(
    `${held.length} of ${recipients.length} messages of a restock notice of unit ${notice.unit_number} were held back: ${[...new Set(held)].join(', ')}`,
  );
}

interface ChosenRecipient {
  channel: RecipientRow['channel'];
  address: string;
  /** Null for a message that is to be sent. */
  heldBecause: MessageRow['held_because'];
}

/** Returns the owner and the contacts of the unit, each with the reason why it may not be written to now, if any. */
export async function chooseRecipients(
  { db, pool, messageLimits }: Pick<AppDeps, 'db' | 'pool'> & MessageSettings,
  notice: UnsentNotice,
): Promise<ChosenRecipient[]> {
  const { owner_id: ownerId, unit_id: unitId, owner_email: email } = notice;
  const ofUnit = dailyLimit(pool, 'messages of unit', messageLimits.perUnit);
  const ofOwner = dailyLimit(pool, 'messages of owner', messageLimits.perOwner);
  const { address } = mailRecipient(ownerId, email);
  const stored = [
    ...(await listRecipients(db, ownerId, 'mail', [address])),
    ...(await listRecipients(db, ownerId, 'sms', notice.contacts)),
  ];
  const stateOf = (channel: RecipientRow['channel'], of: string): RecipientRow['state'] =>
    stored.find((row) => row.channel === channel && row.address === of)?.state ?? 'waiting';
  const reasonFor = async (state: RecipientRow['state']): Promise<MessageRow['held_because']> => {
    if (state !== 'confirmed') return state === 'declined' ? 'declined' : 'unconfirmed';
    if (notice.is_repeated) return 'repeated';
    const isAllowed = (await ofUnit(unitId)) && (await ofOwner(ownerId));
    return isAllowed ? null : 'limit';
  };
  const chosen: ChosenRecipient[] = [
    { channel: 'mail', address: email, heldBecause: await reasonFor(stateOf('mail', address)) },
  ];
  for (const number of notice.contacts) {
    const heldBecause = await reasonFor(stateOf('sms', number));
    chosen.push({ channel: 'sms', address: number, heldBecause });
  }
  return chosen;
}
