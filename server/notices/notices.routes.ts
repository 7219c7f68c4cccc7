import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/venues.ts';
import type { Mount } from '../http/mount.ts';
import { listLatestNotices, type NoticeRow } from './notices.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireVenue } from '../venues/venue-access.ts';

const mostNotices = 50;

export function noticeRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.listNotices, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listLatestNotices(deps.db, venue.id, mostNotices)).map(noticeView);
  });
}

export const noticeView = (row: NoticeRow): EndpointResponse<'listNotices'>[number] => ({
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
