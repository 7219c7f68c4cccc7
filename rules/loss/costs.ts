/** Costs of ingredients, each from a time on. */

/** Costs of one ingredient. */
export const mostCosts = 500;

/** Cost of a bottle, bag or keg. */
export interface Cost {
  readonly fromMs: number;
  readonly cents: number;
  /** Millilitres that it holds. */
  readonly perMl: number;
}

/**
 * The cost that holds at a time; before the first one, that.
 * @param costs of one ingredient, in their order
 */
export const costAt = (costs: readonly Cost[], ms: number): Cost | null =>
  costs.findLast(({ fromMs }) => fromMs <= ms) ?? costs[0] ?? null;

/** True when none of the costs held at this time yet. */
export const isEstimatedAt = (costs: readonly Cost[], ms: number): boolean =>
  (costs[0]?.fromMs ?? -Infinity) > ms;

interface KnownCost {
  readonly from?: string;
  readonly cost?: number;
  readonly bottleMl: number;
  readonly caseSize?: number | null;
  readonly supplier?: string;
}

/**
 * A changed cost as it is sent: a new amount holds from today on, unless the known one holds from later; what else
 * changes corrects the known one.
 */
export function sentCost(
  { from, cost = 0, bottleMl, caseSize = null, supplier = '' }: KnownCost,
  change: { cost?: number; caseSize?: number | null; supplier?: string },
  todayMs: number,
): {
  from: number;
  cost: number;
  bottleMl: number;
  caseSize: number | null;
  supplier: string;
} {
  const knownMs = from === undefined ? -Infinity : Date.parse(from);
  const fromMs =
    change.cost === undefined && knownMs > -Infinity ? knownMs : Math.max(knownMs, todayMs);
  return { cost, bottleMl, caseSize, supplier, ...change, from: fromMs };
}

/** `18.9 L`. */
export const litresText = (ml: number): string =>
  `${(ml / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} L`;

/** `750 ml`, `18.9 L`. */
export const bottleText = (ml: number): string =>
  ml >= 10_000 ? litresText(ml) : `${ml.toLocaleString('en-US', { maximumFractionDigits: 0 })} ml`;

/** User-visible messages about costs. */
export const costMessages = {
  bottleMl: 'Use millilitres such as 750',
  caseSize: 'Use a number of bottles from 1 to 1,000',
  noFrom: 'Name the time from which the removed cost holds',
  tooMany: `An ingredient has at most ${mostCosts} costs`,
  none: 'There are no ingredients yet.',
  hint: 'Sales before the first cost are valued with it, as an estimate.',
} as const;
