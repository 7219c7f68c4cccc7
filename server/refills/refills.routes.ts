import * as discards from '../../contract/stock.ts';
import * as endpoints from '../../contract/stock.ts';
import * as stockEndpoints from '../../contract/stock.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { parseClockText } from '../../rules/nights/venue-clock.ts';
import { stockMovementMessages } from '../../rules/stock/stock-messages.ts';
import { getStockForecast } from '../forecast/get-stock-forecast.ts';
import type { Mount } from '../http/mount.ts';
import { countStock, discardStock, refillPositions, updateRefillPlan } from './refills.ts';
import { movementView, refillListView } from './refills.view.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { auditContext, requireCursor } from '../shared/require.ts';
import { findMovement, listMovements } from '../stock/movements.queries.ts';
import { requireUnit } from '../units/unit-access.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { requireTimezone } from '../venues/nights.ts';

const lastMinuteOfDay = 1439;

export function refillRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getRefillList, async ({ actor, params, query, reads }) => {
    const { timezone, until: horizon } = query;
    requireTimezone(timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    const forecast = await getStockForecast({ ...deps, reads }, venue.id, { timezone, horizon });
    return refillListView(forecast);
  });

  mount(endpoints.refillPositions, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return { refills: await refillPositions(deps, unit, body.refills, actor) };
  });

  mount(endpoints.updateRefillPlan, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const minutes = body.at === null ? null : parseClockText(body.at, lastMinuteOfDay);
    if (body.at !== null && minutes === null) throw fieldError({ at: forecastMessages.badTime });
    await updateRefillPlan(deps, venue, minutes, auditContext({ actor, raw }));
    return { at: body.at };
  });
}

export function stockRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(stockEndpoints.listUnitMovements, async ({ actor, params, query }) => {
    requireTimezone(query.timezone);
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const rules = (await findNightRules(db, unit.venue_id)) ?? calendarDays(query.timezone);
    const { timezone } = nightAt(rules, now().getTime());
    const before = await requireCursor(
      query.before,
      (id) => findMovement(db, unit, id),
      stockMovementMessages.noSuchMovementBefore,
    );
    const { size } = query.pagination;
    const [ingredientId] = query.ingredientId === undefined ? [] : validIds([query.ingredientId]);
    if (query.ingredientId !== undefined && ingredientId === undefined)
      return { timezone, movements: [], isLast: true };
    const rows = await listMovements(db, unit, {
      ingredientId,
      position: query.position === undefined ? undefined : Number(query.position),
      before,
      size: size + 1,
    });
    return {
      timezone,
      movements: rows.slice(0, size).map(movementView),
      isLast: rows.length <= size,
    };
  });

  mount(discards.discardStock, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return { discards: await discardStock(deps, unit, body.discards, actor) };
  });

  mount(discards.countStock, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return { counts: await countStock(deps, unit, body.counts, actor) };
  });
}
