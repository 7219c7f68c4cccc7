import type { EndpointResponse } from '../../contract/endpoints.ts';
import { groupBy } from '../../lib/lists.ts';
import { toDollars } from '../../lib/money.ts';
import { byUrgency } from '../../rules/forecast/refill-horizon.ts';
import { clockText } from '../../rules/nights/venue-clock.ts';
import { movementText } from '../../rules/stock/movement-text.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { ForecastIngredient, StockForecast } from '../forecast/get-stock-forecast.ts';
import { isoOrNull, noteOf, roundedOdds } from '../forecast/stock-forecast.view.ts';
import type { ListedMovement } from '../stock/movements.queries.ts';

type View = EndpointResponse<'getRefillList'>;
type Item = View['units'][number]['items'][number];

/** Units with something to refill, and what to load for all of them. */
export function refillListView({
  nowMs,
  timezone,
  untilMs,
  refillMinutes,
  units,
}: StockForecast): View {
  const listed = units
    .map(({ unit, isTracked, ingredients, atRiskCents }) => ({
      unitId: unit.id,
      unitNumber: unit.unit_number,
      unitName: unit.name,
      tracked: isTracked,
      atRisk: toDollars(atRiskCents),
      items: [...ingredients].sort(byUrgency).flatMap((one) => itemViews(one, timezone)),
    }))
    .filter(({ items }) => items.length > 0);
  const items = listed.flatMap((unit) => unit.items);
  return {
    asOf: new Date(nowMs).toISOString(),
    timezone,
    until: new Date(untilMs).toISOString(),
    plan: refillMinutes === null ? null : clockText(refillMinutes),
    tracked: units.some(({ isTracked }) => isTracked),
    units: listed,
    load: [...groupBy(items, ({ name, sizeMl }) => `${sizeMl} ${name}`).values()]
      .flatMap((same) => {
        const [one] = same;
        return one ? [{ name: one.name, sizeMl: one.sizeMl, bottles: same.length }] : [];
      })
      .sort((a, b) => a.name.localeCompare(b.name) || a.sizeMl - b.sizeMl),
    atRisk: toDollars(units.reduce((sum, { atRiskCents }) => sum + atRiskCents, 0)),
  };
}

const itemViews = (
  { ingredientId, name, forecast }: ForecastIngredient,
  timezone: string,
): Item[] =>
  forecast.refill.map((place) => ({
    position: place.position,
    ingredientId,
    name,
    levelPercent: Math.round((100 * place.remainingMl) / place.sizeMl),
    sizeMl: place.bottleMl,
    earliest: isoOrNull(forecast.runOut.earliestMs),
    likely: isoOrNull(forecast.runOut.likelyMs),
    odds: roundedOdds(forecast.runOut.odds),
    atRisk: toDollars(forecast.atRiskCents),
    note: noteOf(place, timezone),
  }));

export const movementView = (
  row: ListedMovement,
): EndpointResponse<'listUnitMovements'>['movements'][number] => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  text: movementText(row.kind, {
    note: row.note,
    levelBeforeMl: row.level_before_ml,
    levelAfterMl: row.level_after_ml,
  }),
  position: String(row.position),
  ingredientId: row.ingredient_id,
  ingredient: row.ingredient,
  levelBefore: row.level_before_ml,
  levelAfter: row.level_after_ml,
  by: row.account && personName(row.account),
});
