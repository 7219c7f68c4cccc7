import type { z } from 'zod';
import type * as endpoints from '../../contract/report-subscriptions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { scheduleOfBody } from './schedule-of-body.ts';
import {
  findSubscribed,
  requireSubscription,
  requireTimezone,
  type Subscribed,
} from './subscribed.ts';
import { updateSubscription } from './subscriptions.queries.ts';

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
