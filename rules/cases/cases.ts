import { splitCents } from '../../lib/split-cents.ts';
import type { ReportedPour } from '../diagnosis/diagnosis.ts';

/** Life of a case: open, refunding while a refund of its drink is in progress, resolved. */
export const resolutions = ['refunded', 'remade', 'meter', 'kept', 'declined'] as const;

/**
 * Outcome of a case: the money went back; the drink was poured again or made by hand; it was served and the unit measured
 * wrongly; the money was not asked for; the claim was declined.
 */
export type Resolution = (typeof resolutions)[number];

const ofStaff = ['remade', 'meter'] as const;

/** Whether bartenders may record it, also without a network; the other resolutions concern money. */
export const isOfStaff = (resolution: Resolution): resolution is (typeof ofStaff)[number] =>
  ofStaff.some((one) => one === resolution);

/** Time after which a case is not taken as settled then. */
export const reportedWithinMs = 72 * 3_600_000;

export type CaseState =
  | { readonly state: 'open' | 'refunding'; readonly resolution: null }
  | { readonly state: 'resolved'; readonly resolution: Resolution };

/**
 * State of a case after its drink changed. A refund that succeeded resolves it, whatever it was before; one that failed
 * or was returned opens it again; a request leaves a resolved one as it is until the outcome is known.
 */
export function caseAfter(now: CaseState, drink: 'paid' | 'requested' | 'refunded'): CaseState {
  if (drink === 'refunded') return { state: 'resolved', resolution: 'refunded' };
  const isRefundOver = now.state === 'refunding' || now.resolution === 'refunded';
  if (drink === 'requested')
    return now.state === 'resolved' && !isRefundOver
      ? now
      : { state: 'refunding', resolution: null };
  return isRefundOver ? { state: 'open', resolution: null } : now;
}

/** Causes of a failed glass, the likeliest first; the last two where no pour shows it. */
export const causes = [
  'empty',
  'blocked',
  'timeout',
  'partial',
  'cancelled',
  'power',
  'unknown',
] as const;

export type Cause = (typeof causes)[number];

/** Cause of a case, and the pour that shows it. */
export interface FoundCause<Pour> {
  readonly cause: Cause;
  readonly pour: Pour | null;
}

/**
 * Cause of the failed glasses of a drink: the likeliest outcome among its pours. A drink without any pour had no power,
 * or was stopped by hand; one whose pours are all complete does not show why glasses are missing.
 */
export function causeOf<Pour extends Pick<ReportedPour, 'outcome'>>(
  pours: readonly Pour[],
): FoundCause<Pour> {
  if (pours.length === 0) return { cause: 'power', pour: null };
  for (const cause of causes) {
    const pour = pours.find(({ outcome }) => outcome === cause);
    if (pour !== undefined) return { cause, pour };
  }
  return { cause: 'unknown', pour: null };
}

/** A drink line with its failed glasses; the tax and the tip are those of the whole line, in whole cents. */
export interface FailedLine {
  /** Price of one glass. */
  readonly priceCents: number;
  readonly quantity: number;
  /** Glasses that were not poured, from 1 to quantity. */
  readonly failed: number;
  readonly taxCents: number;
  readonly tipCents: number;
}

/**
 * Cents owed for the failed glasses of a line: the price of each and its share of the tax, of which they have the last
 * shares; with the tip of the line where no glass of the whole sale was poured. Nothing is owed for a free drink.
 */
export function owedCents(
  { priceCents, quantity, failed, taxCents, tipCents }: FailedLine,
  { isNothingPoured }: { isNothingPoured: boolean },
): number {
  if (priceCents === 0) return 0;
  const taxes = splitCents(
    taxCents,
    Array.from({ length: quantity }, () => 1),
  ).slice(-failed);
  const tax = taxes.reduce((sum, share) => sum + share, 0);
  return priceCents * failed + tax + (isNothingPoured ? tipCents : 0);
}

/** Automatic refunds of drinks that were not poured. */
export const refundPolicies = ['off', 'nothing_poured', 'any_failure'] as const;

export type RefundPolicy = (typeof refundPolicies)[number];

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

/** True for a case with these glasses if the policy refunds it; one with poured glasses needs that of any failure. */
export const isOfPolicy = (
  { failed, quantity }: Pick<FailedDrink, 'failed' | 'quantity'>,
  policy: RefundPolicy,
): boolean => policy === 'any_failure' || (policy === 'nothing_poured' && failed === quantity);

/**
 * True for a drink of the policy that was paid for by card, in a sale that was received with its payment within 48 hours.
 * The glasses that were poured stay paid for.
 */
export const canRefundAutomatically = (drink: FailedDrink, policy: RefundPolicy): boolean =>
  isOfPolicy(drink, policy) &&
  drink.owedCents > 0 &&
  drink.hasPayment &&
  drink.lateMs <= mostLateMs;
