import type { ForecastIngredient } from './get-stock-forecast.ts';

/** What runs out first is first; of what runs out at the same time, what earns more. */
export const byUrgency = (a: ForecastIngredient, b: ForecastIngredient): number =>
  urgencyOf(a) - urgencyOf(b) || b.forecast.atRiskCents - a.forecast.atRiskCents;

function urgencyOf({ forecast: { left, runOut } }: ForecastIngredient): number {
  if (left === 0) return 0;
  return runOut.earliestMs ?? Number.MAX_SAFE_INTEGER;
}
