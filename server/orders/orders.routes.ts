import * as endpoints from '../../contract/orders.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { orderMessages, sessionMessages } from '../../rules/messages.ts';
import { type Actor, maySeeDurations, scopeOf } from '../../rules/permissions.ts';
import { updateOrder } from './update-order.ts';
import { type Recording, createOrder } from './create-order.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { fieldError, notFound, HttpError } from '../shared/errors.ts';
import { requireUnit } from '../units/unit-access.ts';
import { findOrder, listPlainOrders } from './orders.queries.ts';
import { plainOrderView, saleView } from './sale.view.ts';

const mostForAnyone = 50;

export function orderRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.createOrder, async ({ actor, headers, body, reply }) => {
    const unit = await sellingUnit(deps, actor, body.unitNumber);
    const { sale, replayed } = await createOrder(deps, {
      ...unit,
      order: body,
      key: headers['idempotency-key'] ?? body.id ?? null,
      enteredBy: actor.kind === 'unit' ? 'unit' : 'manual',
    });
    reply.code(replayed ? 200 : 201);
    return saleView(sale, maySeeDurations(actor));
  });

  mount(endpoints.updateOrder, async ({ actor, params, body }) => {
    const place = await findOrder(deps.db, asId(params.id, 'order'), scopeOf(actor));
    if (!place) throw notFound('order');
    return saleView(await updateOrder(deps, place, body), maySeeDurations(actor));
  });

  mount(endpoints.listOrders, async ({ actor, query: { pagination } }) => {
    if (actor.kind === 'anonymous') {
      if (!deps.publicOrders) throw new HttpError(401, sessionMessages.pleaseLogIn);
      const latest = { current: 1, size: mostForAnyone };
      const orders = await withoutTenant(() => listPlainOrders(deps.db, 'anyone', latest));
      return orders.map(plainOrderView);
    }
    return (await listPlainOrders(deps.db, scopeOf(actor), pagination)).map(plainOrderView);
  });
}

/** Returns the selling unit: a unit key implies it; an account names it. */
async function sellingUnit(
  deps: AppDeps,
  actor: Actor,
  unitNumber: number | undefined,
): Promise<Pick<Recording, 'unitId' | 'unitNumber' | 'hasDiscount'>> {
  if (actor.kind === 'unit') {
    if (unitNumber !== undefined && unitNumber !== actor.unitNumber) {
      throw fieldError({ unitNumber: orderMessages.otherUnit });
    }
    const { unitId, unitNumber: ownNumber, hasDiscount } = actor;
    return { unitId, unitNumber: ownNumber, hasDiscount };
  }
  if (unitNumber === undefined) throw fieldError({ unitNumber: orderMessages.noUnit });
  const unit = await requireUnit(deps, actor, String(unitNumber));
  return { unitId: unit.id, unitNumber, hasDiscount: unit.discount_rate > 0 };
}
