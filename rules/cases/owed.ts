import { splitCents } from '../../lib/split-cents.ts';

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
