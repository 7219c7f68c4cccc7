import { Readable } from 'node:stream';
import * as costs from '../../contract/costs.ts';
import * as loss from '../../contract/loss.ts';
import * as margins from '../../contract/margins.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { auditContext } from '../shared/require.ts';
import { requireUnitOf } from '../units/unit-access.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { requireIngredient, updateIngredientCosts } from './costs.ts';
import { listCosts, listIngredientCosts } from './costs.queries.ts';
import { getLoss } from './get-loss.ts';
import { getMargins } from './get-margins.ts';
import { getLossPack } from './get-loss-pack.ts';
import { lossPackCsv, lossPackView } from './loss-pack.view.ts';
import { costedIngredientView, costView, lossView, marginsView } from './loss.view.ts';

export function lossRoutes(mount: Mount, deps: AppDeps): void {
  mount(costs.listCosts, async ({ actor, params, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const found = await reads.query((db) => listCosts(db, venue.id, deps.now()));
    return found.map(costedIngredientView);
  });

  mount(costs.listIngredientCosts, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { id } = await requireIngredient(deps.db, venue.id, params.id);
    return (await listIngredientCosts(deps.db, venue.id, id)).map(costView);
  });

  mount(costs.updateIngredientCosts, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const by = auditContext({ actor, raw });
    return (await updateIngredientCosts(deps, venue, params.id, body, by)).map(costView);
  });

  mount(loss.getLoss, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await requireUnitOf(deps, actor, venue.id, query.unitId);
    return lossView(await getLoss({ db: deps.db, reads }, { venueId: venue.id, unitId }, query));
  });

  mount(margins.getMargins, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await requireUnitOf(deps, actor, venue.id, query.unitId);
    const { db, now } = deps;
    return marginsView(await getMargins({ db, now, reads }, { venueId: venue.id, unitId }, query));
  });

  mount(loss.getLossPack, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await requireUnitOf(deps, actor, venue.id, query.unitId);
    const scope = { venueId: venue.id, unitId };
    return lossPackView(query.month, await getLossPack({ db: deps.db, reads }, scope, query));
  });

  mount(loss.downloadLossPackCsv, async ({ actor, params, query, reads, reply }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await requireUnitOf(deps, actor, venue.id, query.unitId);
    const scope = { venueId: venue.id, unitId };
    const pack = await getLossPack({ db: deps.db, reads }, scope, query);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="loss-pack-${query.month}.csv"`);
    return Readable.from(lossPackCsv(pack));
  });
}
