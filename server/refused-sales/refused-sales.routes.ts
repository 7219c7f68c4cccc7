import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/orders.ts';
import { toDollars } from '../../lib/money.ts';
import { refusedSaleMessages } from '../../rules/orders/refused-sale-messages.ts';
import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { Mount, OnRefused } from '../http/mount.ts';
import { findRefusedSale, listRefusedSales, type RefusedSale } from './refused-sales.queries.ts';
import {
  chargedCents,
  type ReadItem,
  type ReadOrder,
  readRefusedOrders,
  recordRefusedSale,
  settleRefusedSale,
} from './refused-sales.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext, requireCursor } from '../shared/require.ts';
import { requireUnitOf } from '../units/unit-access.ts';
import { findInVenues, requireVenue } from '../venues/venue-access.ts';

export function refusedSaleRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;

  mount(endpoints.listRefusedSales, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const after = await requireCursor(
      query.before,
      async (id) => (await findRefusedSale(db, id, scopeOf(actor))) ?? undefined,
      refusedSaleMessages.noSuchSaleBefore,
    );
    const page = await listRefusedSales(db, venue.id, {
      state: query.state,
      unitId: await requireUnitOf(deps, actor, venue.id, query.unitId),
      before: after?.id,
      size: query.pagination.size,
    });
    return (await readRefusedOrders(db, page)).map(refusedSaleView);
  });

  mount(endpoints.settleRefusedSale, async (request) => {
    const { actor, params, body } = request;
    const refused = await requireRefusedSale(deps, actor, params.id);
    await settleRefusedSale(deps, refused, body.action, auditContext(request));
    const settled = await requireRefusedSale(deps, actor, params.id);
    const [view] = (await readRefusedOrders(db, [settled])).map(refusedSaleView);
    if (!view) throw notFound('refused sale');
    return view;
  });
}

/** Statuses that say nothing about the sale: the unit has to sign in, or to wait. */
const aboutTheUnit = [401, 404, 429];

/** Stores orders of units that are refused. */
export const recordRefusedOrders =
  (deps: Pick<AppDeps, 'db' | 'now'>): OnRefused =>
  async (error, { actor, body, headers }) => {
    if (actor.kind !== 'unit' || error.status >= 500 || aboutTheUnit.includes(error.status)) return;
    if (typeof body !== 'object' || body === null) return;
    const key = headers['idempotency-key'];
    const sent = { body, key: typeof key === 'string' && key !== '' ? key : null };
    await recordRefusedSale(deps, actor, sent, error);
  };

/** Returns the refused sale if its venue is in the actor's scope; otherwise throws 404, as for a missing one. */
async function requireRefusedSale(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  text: string,
): Promise<RefusedSale> {
  const id = parseId(text, 'refused sale');
  const found = await findInVenues(db, () => findRefusedSale(db, id, scopeOf(actor)));
  if (!found) throw notFound('refused sale');
  return found;
}

type Wire = EndpointResponse<'settleRefusedSale'>;

export function refusedSaleView({ refused, order }: ReadOrder): Wire {
  const cents = order && chargedCents(order.items);
  return {
    id: refused.id,
    unitId: refused.unit_id,
    unitNumber: refused.unit_number,
    unitName: refused.unit_name,
    firstAt: refused.first_at.toISOString(),
    lastAt: refused.last_at.toISOString(),
    times: refused.times,
    status: refused.status,
    field: refused.field,
    message: refused.message,
    soldAt: order?.date?.toISOString() ?? null,
    drinks: order?.items.map(drinkView) ?? [],
    amount: cents === null ? null : toDollars(cents),
    state: refused.state,
    canBeTaken: order !== null,
  };
}

const drinkView = ({ item, listed }: ReadItem): Wire['drinks'][number] => ({
  name: listed?.name ?? null,
  quantity: item.quantity,
  isDouble: item.isDouble,
  charged: item.price ?? null,
  listed: listed && toDollars(listed.unitPriceCents),
});
