import type { FastifyInstance } from 'fastify';
import * as endpoints from '../../contract/report-subscriptions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { scopeOf } from '../../rules/permissions.ts';
import { type Mount, mountOn } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require-account.ts';
import { findVenue } from '../venues/venues.queries.ts';
import { subscriptionView } from './close-outs.view.ts';
import { createReportSubscription } from './create-report-subscription.ts';
import { deleteReportSubscription } from './delete-report-subscription.ts';
import { sendReportSubscription } from './send-report-subscription.ts';
import { composeLastNight, withNights } from './subscribed.ts';
import { listSubscriptions } from './subscriptions.queries.ts';
import { unsubscribeReport } from './unsubscribe-report.ts';
import { updateReportSubscription } from './update-report-subscription.ts';

export function closeOutRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;
  const sent = sharedRateLimit(deps.pool, {
    name: 'close-outs sent now',
    most: 10,
    windowSeconds: 60 * 60,
  });

  mount(endpoints.listReportSubscriptions, ({ actor }) =>
    withoutTenant(async () => {
      const views = [];
      for (const row of await listSubscriptions(db, requireAccount(actor).userId)) {
        const [venueId = ''] = row.venue_ids;
        const venue = await findVenue(db, venueId, scopeOf(actor));
        // The job ends subscriptions to venues that are no longer in scope.
        if (venue) views.push(subscriptionView(await withNights(deps, row, venue), now()));
      }
      return views;
    }),
  );

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

  mount(
    endpoints.previewReportSubscription,
    async ({ actor, params }) => (await composeLastNight(deps, actor, params.id)).mail,
  );

  mount(endpoints.sendReportSubscription, async ({ actor, params }) => ({
    recipient: await sendReportSubscription({ ...deps, sent }, actor, params.id),
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
