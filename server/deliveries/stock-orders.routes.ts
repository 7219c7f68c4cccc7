import { Readable } from 'node:stream';
import * as contract from '../../contract/stock-orders.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { csvTable } from '../../lib/csv-cell.ts';
import { groupBy } from '../../lib/lists.ts';
import {
  deliveryPlace,
  mostStockOrders,
  orderFileName,
  orderTable,
} from '../../rules/stock/stock-orders.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { findTimezone } from '../venues/nights.queries.ts';
import { requireTimezone } from '../venues/nights.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { readOrderList } from './read-order-list.ts';
import * as commands from './stock-orders.ts';
import * as queries from './stock-orders.queries.ts';
import { lineView, orderView, supplyView, toOrderView } from './stock-orders.view.ts';

const orderIdOf = (id: string): string => parseId(id, 'order').toLowerCase();

export function stockOrderRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;

  mount(contract.getOrderList, async ({ actor, params, query, reads }) => {
    requireTimezone(query.timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await readOrderList({ ...deps, reads }, venue, query.timezone)).map(toOrderView);
  });

  mount(contract.updateSupply, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    return supplyView(await commands.updateSupply(deps, venue, params.id, body, by));
  });

  mount(contract.listStockOrders, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return present(venue.id, { most: mostStockOrders });
  });

  mount(contract.createStockOrder, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    const id = await withoutTenant(() => commands.createStockOrder(deps, venue, body, by));
    return presentOne(venue.id, id);
  });

  mount(contract.cancelStockOrder, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = orderIdOf(params.id);
    await commands.cancelStockOrder(deps, venue, id, auditContext({ actor, raw }));
    return presentOne(venue.id, id);
  });

  mount(contract.downloadStockOrderCsv, async ({ actor, params, reply }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = orderIdOf(params.id);
    const [order] = await queries.listOrders(db, venue.id, { id, most: 1 });
    if (!order) throw notFound('order');
    const lines = await queries.listOrderLines(db, venue.id, [id]);
    const name = orderFileName(order.ordered_at.getTime(), await findTimezone(db, venue.id));
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`);
    return Readable.from([csvTable(orderTable(lines.map(lineView), deliveryPlace(venue)))]);
  });

  async function present(venueId: string, which: Parameters<typeof queries.listOrders>[2]) {
    const rows = await queries.listOrders(db, venueId, which);
    const lines = await queries.listOrderLines(
      db,
      venueId,
      rows.map(({ id }) => id),
    );
    const linesOf = groupBy(lines, ({ order_id }) => order_id);
    return rows.map((row) => orderView(row, linesOf.get(row.id) ?? []));
  }

  async function presentOne(venueId: string, id: string) {
    const [one] = await present(venueId, { id, most: 1 });
    if (!one) throw notFound('order');
    return one;
  }
}
