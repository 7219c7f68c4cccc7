import * as contract from '../../contract/stock-counts.ts';
import { getWeekUse } from '../forecast/get-week-use.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { requireTimezone } from '../venues/nights.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { onHandIn, readStock } from './read-stock.ts';
import * as commands from './stock-counts.ts';
import * as queries from './stock-counts.queries.ts';
import * as stores from './stores.ts';
import { countView, stockView } from './stock-counts.view.ts';

const countIdOf = (id: string): string => parseId(id, 'count').toLowerCase();

export function stockCountRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(contract.getStock, async ({ actor, params, query, reads }) => {
    requireTimezone(query.timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    const [stock, countId, used] = await Promise.all([
      readStock(deps, venue.id),
      queries.findOpenCount(db, venue.id),
      getWeekUse({ ...deps, reads }, venue.id, query.timezone),
    ]);
    return stockView(stock, { asOf: now(), countId, used, onHand: onHandIn(stock) });
  });

  mount(contract.createStore, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return stores.createStore(deps, venue, body.name, auditContext({ actor, raw }));
  });

  mount(contract.updateStore, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    return stores.updateStore(deps, { venue, id: params.id }, body.name, by);
  });

  mount(contract.deleteStore, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    await stores.deleteStore(deps, { venue, id: params.id }, auditContext({ actor, raw }));
    return { id: params.id };
  });

  mount(contract.startStockCount, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return present(venue.id, await commands.startStockCount(deps, venue.id, actor));
  });

  mount(contract.getStockCount, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return present(venue.id, countIdOf(params.id));
  });

  mount(contract.addCountLines, async ({ actor, params, body }) => {
    const { id: venueId } = await requireVenue(deps, actor, params.venueId);
    const id = countIdOf(params.id);
    await commands.addCountLines(deps, { venueId, id }, body.lines, actor);
    return present(venueId, id);
  });

  mount(contract.endStockCount, async ({ actor, params, body }) => {
    const { id: venueId } = await requireVenue(deps, actor, params.venueId);
    const id = countIdOf(params.id);
    await commands.endStockCount(deps, { venueId, id }, body.chosen, actor);
    return present(venueId, id);
  });

  mount(contract.discardStockCount, async ({ actor, params }) => {
    const { id: venueId } = await requireVenue(deps, actor, params.venueId);
    const id = countIdOf(params.id);
    await commands.discardStockCount(deps, venueId, id);
    return { id };
  });

  async function present(venueId: string, id: string) {
    const [count, lines, stock] = await Promise.all([
      queries.findCount(db, venueId, id),
      queries.listLines(db, venueId, id),
      readStock(deps, venueId),
    ]);
    if (!count) throw notFound('count');
    return countView(count, lines, stock);
  }
}
