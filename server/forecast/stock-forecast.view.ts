import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import type { ForecastIngredient, ForecastPlace, StockForecast } from './get-stock-forecast.ts';

type View = EndpointResponse<'getStockForecast'>;

export const isoOrNull = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

/** Probability with three decimals. */
export const roundedOdds = (odds: number): number => Math.round(odds * 1000) / 1000;

export const stockForecastView = ({ nowMs, timezone, untilMs, units }: StockForecast): View => ({
  asOf: new Date(nowMs).toISOString(),
  timezone,
  until: new Date(untilMs).toISOString(),
  units: units.map(({ unit, isTracked, pace, ingredients, atRiskCents }) => ({
    unitId: unit.id,
    unitNumber: unit.unit_number,
    unitName: unit.name,
    tracked: isTracked,
    pace: Math.round(pace * 100) / 100,
    atRisk: toDollars(atRiskCents),
    ingredients: ingredients.map((one) => ingredientView(one, timezone)),
  })),
});

const ingredientView = (
  { ingredientId, name, forecast, basis, isLevelKnown }: ForecastIngredient,
  timezone: string,
): View['units'][number]['ingredients'][number] => ({
  ingredientId,
  name,
  positions: forecast.places.map(({ position }) => position),
  left: isLevelKnown ? forecast.left : null,
  ratePerHour: forecast.ratePerHour === null ? null : Math.round(forecast.ratePerHour * 10) / 10,
  earliest: isoOrNull(forecast.runOut.earliestMs),
  likely: isoOrNull(forecast.runOut.likelyMs),
  latest: isoOrNull(forecast.runOut.latestMs),
  odds: roundedOdds(forecast.runOut.odds),
  atRisk: toDollars(forecast.atRiskCents),
  notes: forecast.places.flatMap((place) => noteOf(place, timezone) ?? []),
  basis,
});

/** Message about a place that a pour found empty; null for others. */
export const noteOf = (
  { position, remainingMl, reportedEmptyAt }: ForecastPlace,
  timezone: string,
): string | null =>
  reportedEmptyAt &&
  forecastMessages.checkBottle(position, reportedEmptyAt.getTime(), remainingMl, timezone);
