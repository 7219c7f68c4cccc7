/**
 * Shares an amount out over several entries in proportion to their weights, in whole cents that add
 * up to it exactly: how the tax, tips and processing fee of a sale are split over its drinks by line
 * price. By largest remainder; of equal remainders the earlier entry gets the cent. When every weight
 * is zero (a sale of free drinks) the first entry takes all of it.
 *
 * @param totalCents whole cents, 0 or more
 * @param weights whole numbers, 0 or more
 * @returns one share per weight, each within a cent of its exact share
 * @throws RangeError for amounts or weights outside these ranges, and when there is an amount to
 *   share but nobody to share it with
 */
export function splitCents(totalCents: number, weights: readonly number[]): number[] {
  if (![totalCents, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0)) {
    throw new RangeError('An amount is split in whole cents by whole weights of 0 or more');
  }
  if (weights.length === 0) {
    if (totalCents === 0) return [];
    throw new RangeError('There is nothing to split the amount over');
  }
  // Big integers, because an amount times a weight can pass what a number holds exactly.
  const total = BigInt(totalCents);
  const weightSum = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (weightSum === 0n) return weights.map((_, index) => (index === 0 ? totalCents : 0));

  const products = weights.map((weight) => total * BigInt(weight));
  const shares = products.map((product) => Number(product / weightSum));
  const leftCents = totalCents - shares.reduce((sum, share) => sum + share, 0);
  products
    .map((product, index) => ({ index, remainder: product % weightSum }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
    .slice(0, leftCents)
    .forEach(({ index }) => {
      shares[index] = (shares[index] ?? 0) + 1;
    });
  return shares;
}
