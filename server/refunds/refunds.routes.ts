/** Refunds, and webhooks of card providers. */
import type { FastifyInstance } from 'fastify';
import { validate } from 'uuid';
import * as endpoints from '../../contract/refunds.ts';
import { withTenant } from '../../db/tenant.ts';
import { toDollars } from '../../lib/money.ts';
import { refundMessages } from '../../rules/refunds/refund-messages.ts';
import { memberOf, scopeOf } from '../../rules/permissions.ts';
import { readDrinkIndexes } from '../../rules/refunds/refund.ts';
import { handleStripeWebhook } from './call-provider.ts';
import { refundDrinks, refundLimitLeft } from './refund-drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { type Mount, mountOn } from '../http/mount.ts';
import { notFound, HttpError } from '../shared/errors.ts';
import { auditContext, requireAccount } from '../shared/require.ts';
import { findInVenues, inAllVenues } from '../venues/venue-access.ts';
import { findOrder } from '../orders/orders.queries.ts';

export function refundRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.refundDrinks, async ({ actor, params, query, raw, reply }) => {
    const id = parseId(params.orderId, 'order');
    const place = await findInVenues(deps.db, () => findOrder(deps.db, id, scopeOf(actor)));
    if (!place) throw notFound('order');
    const indexes = readDrinkIndexes(query.drinkIndexes);
    if (!indexes) throw new HttpError(422, refundMessages.nameDrinks);
    const { glasses } = query;
    if (glasses !== undefined && indexes.length > 1)
      throw new HttpError(422, refundMessages.glassesOfOne);
    const requested = indexes.map((index) => ({ index, glasses }));
    const { status, message, amountCents } = await refundDrinks(deps, place, requested, {
      ...auditContext({ actor, raw }),
      warn: (text) => raw.log.warn(text),
    });
    const amount = toDollars(amountCents);
    if (status === 'refunded') return { statusCode: 200 as const, status, message, amount };
    reply.code(202);
    return { statusCode: 202 as const, status, message, amount };
  });

  mount(endpoints.getRefundLimit, async ({ actor }) => {
    const { userId, isPreview = false } = requireAccount(actor);
    const limit = memberOf(actor)?.refundLimitCents ?? null;
    if (limit === null) return { limit: null, left: null };
    // The refunds of the account that previews are not those of the role.
    const left = isPreview
      ? limit
      : await inAllVenues(deps.db, () => refundLimitLeft(deps.db, userId, limit, deps.now()));
    return { limit: toDollars(limit), left: toDollars(left) };
  });
}

/** Encapsulated plugin scope, where JSON bodies stay raw for signature verification. */
export async function webhookRoutes(app: FastifyInstance, deps: AppDeps): Promise<void> {
  await app.register((webhooks, _options, registered) => {
    webhooks.removeContentTypeParser('application/json');
    webhooks.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    mountOn(webhooks)(endpoints.handleStripeWebhook, async ({ params, headers, raw }) => {
      const { venueId } = params;
      const venueIds = validate(venueId) ? [venueId] : [];
      await withTenant({ ownerId: null, venueIds }, () =>
        handleStripeWebhook(deps, {
          venueId,
          body: Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0),
          signature: headers['stripe-signature'] ?? '',
          receivedAt: deps.now(),
        }),
      );
      return { received: true as const };
    });
    registered();
  });
}
