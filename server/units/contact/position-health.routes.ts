import * as positionHealth from '../../../contract/position-health.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { type PositionHealth, positionHealthOf } from '../../../rules/health/position-health.ts';
import { countDays, nightRange } from '../../../rules/nights/nights.ts';
import type { Mount } from '../../http/mount.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { fieldError } from '../../shared/errors.ts';
import { readPourSums } from '../../sums/read-sums.queries.ts';
import { requireNightRules } from '../../venues/nights.ts';
import { requireUnit } from '../unit-access.ts';
import { listIngredientNames } from './position-health.queries.ts';

const mostDays = 92;

export function positionHealthRoutes(mount: Mount, deps: AppDeps): void {
  mount(positionHealth.getPositionHealth, async ({ actor, params, query, reads }) => {
    const { from, to, timezone } = query;
    const unit = await requireUnit(deps, actor, params.unitNumber);
    if (countDays(from, to) > mostDays)
      throw fieldError({ to: compareMessages.tooManyNights(mostDays) });
    const { id: unitId, venue_id: venueId } = unit;
    const range = nightRange(await requireNightRules(deps, venueId, timezone), from, to);
    const rows = await reads.query((db) => readPourSums(db, { venueId, unitId }, [range]));
    const ids = [...new Set(rows.map((row) => row.ingredient_id))];
    const names = await reads.query((db) => listIngredientNames(db, venueId, ids));
    const positions = positionHealthOf(
      rows.map(({ position, ingredient_id, timeouts, partials, pours, empty, blocked }) => ({
        position,
        ingredientId: ingredient_id,
        pours,
        empty,
        blocked,
        timeout: timeouts,
        partial: partials,
      })),
    );
    return {
      unitNumber: unit.unit_number,
      positions: positions.map((position) => positionView(position, names)),
    };
  });
}

type PositionView = ResponseOf<typeof positionHealth.getPositionHealth>['positions'][number];

const rounded = (share: number): number => Number(share.toFixed(4));

const positionView = (
  { rate, low, high, ingredients, ...position }: PositionHealth,
  names: ReadonlyMap<string, string>,
): PositionView => ({
  ...position,
  rate: rate === null ? null : rounded(rate),
  low: rounded(low),
  high: rounded(high),
  ingredients: ingredients.map((one) => ({ ...one, name: names.get(one.ingredientId) ?? '' })),
});
