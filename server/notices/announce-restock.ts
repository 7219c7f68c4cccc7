import { restockMessage } from '../../rules/stock/restock-message.ts';
import type { AppDeps } from '../shared/deps.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { findUnsentNotice } from './notices.queries.ts';
import { resolveNotice } from './restock-notices.queries.ts';
import { queueMessages, type NewMessage } from './queue-messages.ts';

/**
 * Sends a restock notice: a text message to each contact of the unit and a mail to the owner. Sends nothing when stock
 * was refilled meanwhile, and resolves the notice where stock is not tracked. Idempotent: sends each message once.
 */
export async function announceRestock(
  { db, flags, now }: Pick<AppDeps, 'db' | 'flags' | 'now'>,
  noticeId: string,
): Promise<void> {
  const notice = await findUnsentNotice(db, noticeId);
  if (!notice) return;
  if (!(await tracksStock({ flags }, { ...notice, id: notice.unit_id }))) {
    // Once stock is tracked again, a shortage opens another notice.
    await resolveNotice(db, noticeId, now());
    return;
  }
  const { subject, text } = restockMessage({
    venueName: notice.venue_name,
    unitNumber: notice.unit_number,
    ingredientName: notice.ingredient_name,
    percent: notice.percent,
  });
  const same = { venue_id: notice.venue_id, notice_id: noticeId, body: text };
  const messages: NewMessage[] = [
    { ...same, channel: 'mail', recipient: notice.owner_email, subject },
    ...notice.contacts.map((recipient) => ({ ...same, channel: 'sms' as const, recipient })),
  ];
  await db.transaction().execute((transaction) => queueMessages(transaction, messages, now()));
}
