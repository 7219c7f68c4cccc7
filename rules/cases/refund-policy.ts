/** Automatic refunds of drinks that were not poured. */

export const refundPolicies = ['off', 'nothing_poured'] as const;

/** Of a venue that has set nothing; the cap is for a night. */
export const usualRefundPolicy = {
  policy: 'off',
  delayMinutes: 10,
  capCents: 20_000,
} as const;

interface FailedDrink {
  readonly failed: number;
  readonly quantity: number;
  readonly owedCents: number;
  readonly hasPayment: boolean;
  /** Time from the sale to the receipt of its payment. */
  readonly lateMs: number;
}

const mostLateMs = 48 * 3_600_000;

/**
 * True for a drink of which nothing was poured, that was paid for by card, in a sale that was received with its payment
 * within 48 hours. A drink of which some was poured is left to people.
 */
export const canRefundAutomatically = (drink: FailedDrink): boolean =>
  drink.failed === drink.quantity &&
  drink.owedCents > 0 &&
  drink.hasPayment &&
  drink.lateMs <= mostLateMs;
