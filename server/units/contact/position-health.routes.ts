import * as positionHealth from '../../../contract/position-health.ts';
import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { positionHealthOf } from '../../../rules/health/position-health.ts';
import {
  flowsOf,
  movedFaults,
  movedFaultText,
  nightsOfPosition,
  readNights,
} from '../../../rules/health/position-nights.ts';
import { countDays, nightRange, nightsOf, shiftDay } from '../../../rules/nights/nights.ts';
import type { Mount } from '../../http/mount.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { fieldError, notFound } from '../../shared/errors.ts';
import { readPourSums } from '../../sums/read-sums.queries.ts';
import { requireNightRules } from '../../venues/nights.ts';
import { requireVenue } from '../../venues/venue-access.ts';
import { requireUnit } from '../unit-access.ts';
import { listIngredientNames } from './position-health.queries.ts';
import { positionView, twinsView } from './position-health.view.ts';
import { poursOf } from './summed-pours.ts';
import { readTwins } from './twins.ts';

const mostDays = 92;

export function positionHealthRoutes(mount: Mount, deps: AppDeps): void {
  mount(positionHealth.getPositionHealth, async ({ actor, params, query, reads }) => {
    const { from, to, timezone } = query;
    const unit = await requireUnit(deps, actor, params.unitNumber);
    if (countDays(from, to) > mostDays)
      throw fieldError({ to: compareMessages.tooManyNights(mostDays) });
    const { id: unitId, venue_id: venueId } = unit;
    const rules = await requireNightRules(deps, venueId, timezone);
    const nights = nightsOf(rules, shiftDay(to, 1 - readNights), to);
    const ranges = [nightRange(rules, from, to), ...nights];
    const rows = await reads.query((db) => readPourSums(db, { venueId, unitId }, ranges));
    const ids = [...new Set(rows.map((row) => row.ingredient_id))];
    const names = await reads.query((db) => listIngredientNames(db, venueId, ids));
    const nameOf = (id: string): string => names.get(id) ?? '';
    const pours = rows.map(poursOf);
    const byNight = pours.filter(({ night }) => night >= 0);
    const flows = flowsOf(byNight);
    const slowing = new Set([...flows].flatMap(([at, { isSlowing }]) => (isSlowing ? [at] : [])));
    return {
      unitNumber: unit.unit_number,
      positions: positionHealthOf(
        pours.filter(({ night }) => night < 0),
        slowing,
      ).map((position) => {
        const at = position.position;
        const shown = { flow: flows.get(at), nights: nightsOfPosition(byNight, at), to };
        return positionView(position, shown, nameOf);
      }),
      movedFaults: movedFaults(byNight).map((moved) => {
        const named = { ...moved, name: nameOf(moved.ingredientId) };
        return { ...named, text: movedFaultText(named) };
      }),
    };
  });

  mount(positionHealth.listTwins, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { unitNumber, timezone } = query;
    const unit = unitNumber === undefined ? null : await requireUnit(deps, actor, unitNumber);
    if (unit && unit.venue_id !== venue.id) throw notFound('unit');
    const asked = { unitNumber: unit?.unit_number ?? null, timezone };
    const { twins, ...days } = await readTwins({ ...deps, reads }, venue.id, asked);
    return { ...days, twins: twins.map(twinsView) };
  });
}
