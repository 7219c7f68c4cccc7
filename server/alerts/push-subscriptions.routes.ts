import * as pushEndpoints from '../../contract/push-subscriptions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import { listPushSubscriptions } from '../recipients/push-subscriptions.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require-account.ts';
import { createPushSubscription } from './create-push-subscription.ts';
import { deletePushSubscription } from './delete-push-subscription.ts';
import { pushSubscriptionView } from './push-subscriptions.view.ts';
import { sendTestPush } from './send-test-push.ts';

/** Browsers belong to an account, also where that is of an owner's staff, so they are read without a tenant. */
export function pushSubscriptionRoutes(mount: Mount, deps: AppDeps): void {
  const limit = sharedRateLimit(deps.pool, { name: 'test pushes', most: 10, windowSeconds: 3600 });

  mount(pushEndpoints.listPushSubscriptions, async ({ actor }) => {
    const { userId, sessionId } = requireAccount(actor);
    const rows = await withoutTenant(() => listPushSubscriptions(deps.db, userId, deps.now()));
    return {
      publicKey: deps.push?.publicKey ?? null,
      subscriptions: rows.map((row) => pushSubscriptionView(row, sessionId)),
    };
  });

  mount(pushEndpoints.createPushSubscription, async ({ actor, body, raw }) => {
    const account = requireAccount(actor);
    const row = await withoutTenant(() =>
      createPushSubscription(deps, account, body, raw.headers['user-agent']),
    );
    return pushSubscriptionView(row, account.sessionId);
  });

  mount(pushEndpoints.deletePushSubscription, async ({ actor, params }) => {
    await withoutTenant(() => deletePushSubscription(deps, requireAccount(actor), params.id));
    return { deleted: true as const };
  });

  mount(pushEndpoints.sendTestPush, async ({ actor, params }) => {
    await withoutTenant(() => sendTestPush({ ...deps, limit }, requireAccount(actor), params.id));
    return { queued: true as const };
  });
}
