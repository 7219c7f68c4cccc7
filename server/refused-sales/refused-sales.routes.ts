import * as endpoints from '../../contract/refused-sales.ts';
import { refusedSaleMessages } from '../../rules/orders/refused-sale-messages.ts';
import { type Actor, scopeOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { asId } from '../shared/ids.ts';
import { changedBy, requireCursor } from '../shared/require.ts';
import type { Mount, OnRefused } from '../http/mount.ts';
import { recordRefusedSale } from './record-refused-sale.ts';
import { requireUnitOf } from '../units/unit-access.ts';
import { findInVenues, requireVenue } from '../venues/venue-access.ts';
import { readRefusedOrders } from './read-refused-orders.ts';
import { findRefusedSale, listRefusedSales, type RefusedSale } from './refused-sales.queries.ts';
import { refusedSaleView } from './refused-sales.view.ts';
import { settleRefusedSale } from './settle-refused-sale.ts';

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
    await settleRefusedSale(deps, refused, body.action, changedBy(request));
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
  const id = asId(text, 'refused sale');
  const found = await findInVenues(db, () => findRefusedSale(db, id, scopeOf(actor)));
  if (!found) throw notFound('refused sale');
  return found;
}
