import type { Endpoints } from '../../contract/endpoints.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { NoticeRow } from './notices.queries.ts';

export const noticeView = (row: NoticeRow): ResponseOf<Endpoints['listNotices']>[number] => ({
  id: row.id,
  unitId: row.unit_id,
  unitNumber: row.unit_number,
  unitName: row.unit_name,
  ingredientId: row.ingredient_id,
  ingredientName: row.ingredient_name,
  percent: row.percent,
  noticedAt: row.noticed_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  messages: row.messages.map(({ channel, recipient, state, sent_at, held_because }) => ({
    // No notice is a push message.
    channel: channel === 'sms' ? channel : 'mail',
    recipient,
    state,
    sentAt: sent_at?.toISOString() ?? null,
    heldBecause: held_because,
  })),
});
