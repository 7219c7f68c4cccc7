/** Limits as the screen shows and reads them: pictures in MB, everything else as it is counted. */
import { quotaNames, usualQuotas } from '../../../rules/owners/quotas.ts';
import type { QuotaName, Quotas } from '../../../rules/owners/quotas.ts';

export const limitLabels: Record<QuotaName, string> = {
  venues: 'Venues',
  units: 'Units',
  unitKeys: 'Unit keys',
  ingredients: 'Ingredients',
  drinks: 'Drinks',
  imageBytes: 'Pictures',
};

const bytesPerMb = 1_000_000;

/** Unit of measurement of a limit; empty for a count. */
export const unitOf = (name: QuotaName): string => (name === 'imageBytes' ? 'MB' : '');

/** A limit in the unit of its field. */
export const shownAmount = (name: QuotaName, amount: number): number =>
  name === 'imageBytes' ? amount / bytesPerMb : amount;

/** An amount as text, such as `1,000`. */
export const amountText = (name: QuotaName, amount: number): string =>
  shownAmount(name, amount).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** An amount with its unit, such as `500 MB`. */
export const withUnit = (name: QuotaName, amount: number): string =>
  [amountText(name, amount), unitOf(name)].filter(Boolean).join(' ');

/**
 * Limits that differ from the stored ones, to be sent; null returns to the usual limit.
 * @param typed text of each field
 */
export function changedLimits(
  limits: Quotas,
  typed: (name: QuotaName) => string,
): Partial<Record<QuotaName, number | null>> {
  const changes: Partial<Record<QuotaName, number | null>> = {};
  for (const name of quotaNames) {
    const text = typed(name).replaceAll(',', '').trim();
    const limit = text === '' ? null : amountOf(name, Number(text));
    if ((limit ?? usualQuotas[name]) !== limits[name]) changes[name] = limit;
  }
  return changes;
}

const amountOf = (name: QuotaName, number: number): number =>
  name === 'imageBytes' ? Math.round(number * bytesPerMb) : number;
