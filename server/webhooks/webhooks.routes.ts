import * as endpoints from '../../contract/webhooks.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { webhookMessages } from '../../rules/webhooks/webhooks.ts';
import type { Mount } from '../http/mount.ts';
import { ownerOfRequest } from '../owners/owners.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { sharedRateLimit } from '../shared/rate-limit.ts';
import { auditContext } from '../shared/require.ts';
import { listDeliveries } from './deliveries.queries.ts';
import * as commands from './webhooks.ts';
import { listWebhooks } from './webhooks.queries.ts';
import { deliveryView, webhookView } from './webhooks.view.ts';

const deliveriesOfPage = 50;

export function outgoingWebhookRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;
  const tests = sharedRateLimit(deps.pool, {
    name: 'webhook test',
    most: 10,
    windowSeconds: 60,
    message: webhookMessages.tooManyTests,
  });

  mount(endpoints.listWebhooks, async ({ actor, query }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const rows = await withoutTenant(() => listWebhooks(db, ownerId));
    return { on: deps.webhooks !== null, webhooks: rows.map((row) => webhookView(row, now())) };
  });

  mount(endpoints.createWebhook, async ({ actor, query, body, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const by = auditContext({ actor, raw });
    return withoutTenant(() => commands.createWebhook(deps, ownerId, body, by));
  });

  mount(endpoints.updateWebhook, async ({ actor, query, params, body, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const ref = { ownerId, id: parseId(params.id, 'webhook') };
    const by = auditContext({ actor, raw });
    const row = await withoutTenant(() => commands.updateWebhook(deps, ref, body, by));
    return webhookView(row, now());
  });

  mount(endpoints.deleteWebhook, async ({ actor, query, params, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const ref = { ownerId, id: parseId(params.id, 'webhook') };
    await withoutTenant(() => commands.deleteWebhook(deps, ref, auditContext({ actor, raw })));
    return { deleted: true as const };
  });

  mount(endpoints.rotateWebhookSecret, async ({ actor, query, params, raw }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const ref = { ownerId, id: parseId(params.id, 'webhook') };
    return withoutTenant(() =>
      commands.rotateWebhookSecret(deps, ref, auditContext({ actor, raw })),
    );
  });

  mount(endpoints.listWebhookDeliveries, async ({ actor, query, params }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const id = parseId(params.id, 'webhook');
    const before = query.before === undefined ? undefined : parseId(query.before, 'delivery');
    return withoutTenant(async () => {
      await commands.requireWebhook(deps, { ownerId, id });
      const rows = await listDeliveries(db, id, { before, size: deliveriesOfPage });
      return { deliveries: rows.map(deliveryView) };
    });
  });

  mount(endpoints.replayWebhook, async ({ actor, query, params, body }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const ref = { ownerId, id: parseId(params.id, 'webhook') };
    const scope = { to: 'owner', ownerId, venueIds: null } as const;
    await withoutTenant(() => commands.replayWebhook(deps, ref, body, scope));
    return { queued: true as const };
  });

  mount(endpoints.testWebhook, async ({ actor, query, params }) => {
    const ownerId = await ownerOfRequest(deps, actor, query.ownerId);
    const ref = { ownerId, id: parseId(params.id, 'webhook') };
    await withoutTenant(() => commands.requireWebhook(deps, ref));
    await tests.count(ownerId);
    return withoutTenant(() => commands.testWebhook(deps, ref));
  });
}
