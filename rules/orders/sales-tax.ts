const partsPerPercent = 10_000;
const partsPerWhole = BigInt(100 * partsPerPercent);

/**
 * Sales tax on a price, in cents, rounded half up. Computed in integers: 2.28 % of $12.50 is 29 cents (28.5 rounded
 * up), where floating point gives 28.
 * @param priceCents whole cents, 0 or more
 * @param taxPercentage 0 to 100, at most four decimals
 * @throws RangeError outside these ranges
 */
export function salesTaxCents(priceCents: number, taxPercentage: number): number {
  const parts = Math.round(taxPercentage * partsPerPercent);
  if (!(taxPercentage >= 0 && taxPercentage <= 100) || parts / partsPerPercent !== taxPercentage) {
    throw new RangeError('A tax percentage is 0 to 100 with at most four decimals');
  }
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) {
    throw new RangeError('A price is in whole cents of 0 or more');
  }
  return Number((BigInt(priceCents) * BigInt(parts) + partsPerWhole / 2n) / partsPerWhole);
}
