import * as detailEndpoints from '../../contract/orders.ts';
import * as endpoints from '../../contract/orders.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { orderMessages } from '../../rules/messages.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { isPossibleDate } from '../../rules/orders/sale-date.ts';
import { type Actor, maySeeDurations, scopeOf } from '../../rules/permissions.ts';
import { updateOrder } from './update-order.ts';
import { type Recording, createOrder } from './create-order.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { requireCursor } from '../shared/require.ts';
import type { Mount, OnRefused } from '../http/mount.ts';
import { fieldError, notFound, HttpError } from '../shared/errors.ts';
import { requireUnit } from '../units/unit-access.ts';
import {
  findCursor,
  listByReceipt,
  listPlainOrders,
  readOrderDetail,
} from './shown-orders.queries.ts';
import { orderDetailView, plainOrderView, saleView } from './sale.view.ts';
import { findOrder } from './orders.queries.ts';
import { acrossVenues, findInVenues } from '../venues/venue-access.ts';

const mostForAnyone = 50;

/** @param onRefused called with the error of an order that was refused */
export function orderRoutes(mount: Mount, deps: AppDeps, onRefused: OnRefused): void {
  mount(
    endpoints.createOrder,
    async ({ actor, headers, body, raw, reply }) => {
      if (actor.kind !== 'unit' && body.date && !isPossibleDate(body.date))
        throw fieldError({ date: orderMessages.impossibleDate });
      const isOfDeleted = actor.kind === 'unit' && actor.isDeleted === true;
      const unit = await sellingUnit(deps, actor, body.unitNumber);
      const { sale, replayed } = await createOrder(deps, {
        unit,
        order: body,
        key: headers['idempotency-key'] ?? body.id ?? null,
        body: raw.body,
        by: { actor, address: raw.ip },
      }).catch((error: unknown) => {
        const isUnknown = error instanceof HttpError && error.status === 404;
        throw isUnknown && isOfDeleted ? new HttpError(409, orderMessages.unitDeleted) : error;
      });
      reply.code(replayed ? 200 : 201);
      return saleView(sale, maySeeDurations(actor));
    },
    onRefused,
  );

  mount(detailEndpoints.getOrder, async ({ actor, params }) => {
    const id = parseId(params.id, 'order');
    const order = await findInVenues(deps.db, () => findOrder(deps.db, id, scopeOf(actor)));
    if (!order) throw notFound('order');
    return orderDetailView(await readOrderDetail(deps.db, order), maySeeDurations(actor));
  });

  mount(endpoints.updateOrder, async ({ actor, params, body, raw }) => {
    const id = parseId(params.id, 'order');
    const order = await findInVenues(deps.db, () => findOrder(deps.db, id, scopeOf(actor)));
    if (!order) throw notFound('order');
    const sale = await updateOrder(deps, order, body, { actor, address: raw.ip });
    return saleView(sale, maySeeDurations(actor));
  });

  mount(endpoints.listOrders, async ({ actor, query: { before, pagination } }) => {
    if (actor.kind === 'anonymous') {
      if (!deps.publicOrders) throw new HttpError(401, sessionMessages.pleaseLogIn);
      const orders = await withoutTenant(() => listByReceipt(deps.db, { size: mostForAnyone }));
      return orders.map(plainOrderView);
    }
    const scope = scopeOf(actor);
    const orders = await acrossVenues(deps.db, async () => {
      const after = await requireCursor(
        before,
        (id) => findCursor(deps.db, id, scope),
        orderMessages.noSuchOrderBefore,
      );
      return listPlainOrders(deps.db, scope, { after, at: deps.now(), size: pagination.size });
    });
    return orders.map(plainOrderView);
  });
}

/** Returns the selling unit: a unit key implies it; an account names it. */
async function sellingUnit(
  deps: AppDeps,
  actor: Actor,
  unitNumber: number | undefined,
): Promise<Recording['unit']> {
  if (actor.kind === 'unit') {
    if (unitNumber !== undefined && unitNumber !== actor.unitNumber) {
      throw fieldError({ unitNumber: orderMessages.otherUnit });
    }
    return {
      id: actor.unitId,
      venue_id: actor.venueId,
      unit_number: actor.unitNumber,
      owner_id: null,
    };
  }
  if (unitNumber === undefined) throw fieldError({ unitNumber: orderMessages.noUnit });
  return requireUnit(deps, actor, String(unitNumber));
}
