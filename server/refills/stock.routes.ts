import * as discards from '../../contract/discards.ts';
import * as stockEndpoints from '../../contract/stock-movements.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import { stockMovementMessages } from '../../rules/stock/movement-messages.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { requireCursor } from '../shared/require.ts';
import { requireUnit } from '../units/unit-access.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { discardStock } from './discard-stock.ts';
import { findMovement, listMovements } from '../stock/listed-movements.queries.ts';
import { movementView } from './movements.view.ts';

export function stockRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(stockEndpoints.listUnitMovements, async ({ actor, params, query }) => {
    if (!isTimezone(query.timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
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
}
