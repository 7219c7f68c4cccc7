import type { FastifyInstance } from 'fastify';
import * as endpoints from '../../contract/report-subscriptions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { nextSending } from '../../rules/close-out/sending-times.ts';
import { subscriptionText } from '../../rules/close-out/close-out-messages.ts';
import { clockText } from '../../rules/nights/venue-clock.ts';
import { listSubscriptions } from './close-outs.queries.ts';
import {
  composeLast,
  createReportSubscription,
  deleteReportSubscription,
  findSubscribed,
  sendReportSubscription,
  type Subscribed,
  unsubscribeReport,
  updateReportSubscription,
} from './subscriptions.ts';
import { type Mount, mountOn } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';

export function closeOutRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;
  const sent = sharedRateLimit(deps.pool, {
    name: 'close-outs sent now',
    most: 10,
    windowSeconds: 60 * 60,
  });

  mount(endpoints.listReportSubscriptions, async ({ actor }) => {
    const views = [];
    const rows = await withoutTenant(() => listSubscriptions(db, requireAccount(actor).userId));
    for (const row of rows) {
      // The job ends subscriptions to venues that are no longer in scope.
      const found = await withoutTenant(() => findSubscribed(deps, actor, row));
      if (found) views.push(subscriptionView(found, now()));
    }
    return views;
  });

  mount(endpoints.createReportSubscription, async ({ actor, body, reply }) => {
    const created = await createReportSubscription(deps, actor, body);
    reply.code(201);
    return subscriptionView(created, now());
  });

  mount(endpoints.updateReportSubscription, async ({ actor, params, body }) =>
    subscriptionView(await updateReportSubscription(deps, actor, params.id, body), now()),
  );

  mount(endpoints.deleteReportSubscription, async ({ actor, params }) => {
    await deleteReportSubscription(deps, requireAccount(actor), params.id);
    return { deleted: true as const };
  });

  mount(endpoints.previewReportSubscription, async ({ actor, params, reads }) => {
    const { mail, attachment } = await composeLast({ ...deps, reads }, actor, params.id);
    return { ...mail, attachment: attachment?.name ?? null };
  });

  mount(endpoints.sendReportSubscription, async ({ actor, params, reads }) => ({
    recipient: await sendReportSubscription({ ...deps, reads, sent }, actor, params.id),
  }));
}

/** The address in the List-Unsubscribe header: mail providers send a form to it, without a session. */
export async function unsubscribeRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  await app.register((forms, _options, registered) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    mountOn(forms)(endpoints.unsubscribeReport, async ({ params }) => {
      await unsubscribeReport(deps, params.token);
      // The same for every token: it shows nothing about others.
      return { unsubscribed: true as const };
    });
    registered();
  });
}

export function subscriptionView({ row, venues, rules, view, schedule }: Subscribed, now: Date) {
  const next = nextSending(rules, schedule, now.getTime());
  const named = venues.map(({ venue: { id, name } }) => ({ id, name }));
  const [first] = named;
  const described = {
    kind: row.kind,
    viewName: view?.name,
    venueNames: named.map(({ name }) => name),
    schedule,
    isCalendarDay: venues[0]?.own === null,
  };
  return {
    id: row.id,
    kind: row.kind,
    venueId: first?.id ?? '',
    venueName: first?.name ?? '',
    venues: named,
    delayMinutes: row.delay_minutes,
    at: row.at_minutes === null ? null : clockText(row.at_minutes),
    weekday: row.weekday,
    timezone: row.timezone,
    view: view && { id: view.id, name: view.name },
    emptyNights: row.empty_nights,
    paused: row.paused,
    refusal: row.refusal,
    nextAt: new Date(next.atMs).toISOString(),
    text: subscriptionText(described, next),
  };
}
