import { restockMessage } from '../../rules/stock/restock-message.ts';
import type { AppDeps } from '../shared/deps.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { findUnsentNotice, findVenueOfNotice } from './notices.queries.ts';
import { resolveNotice } from './restock-notices.queries.ts';
import { chooseRecipients } from './choose-recipients.ts';
import type { MessageSettings } from './message-settings.ts';
import { queueMessages } from './queue-messages.ts';

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
