/**
 * Splits an amount in proportion to weights, in whole cents that add up to it exactly; used to split the tax, tips and
 * processing fee of a sale over its drinks by line price. Uses the largest remainder method; the tie-break favours the
 * earlier entry. When every weight is zero (a sale of free drinks) the first entry gets all of it.
 * @param totalCents whole cents, 0 or more
 * @param weights whole numbers, 0 or more
 * @returns one share per weight, each within a cent of its exact share
 * @throws RangeError for amounts or weights outside these ranges, and when there is an amount to split but no weights
 */
export function splitCents(totalCents: number, weights: readonly number[]): number[] {
  if (![totalCents, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0)) {
    throw new RangeError('An amount is split in whole cents by whole weights of 0 or more');
  }
  if (weights.length === 0) {
    if (totalCents === 0) return [];
    throw new RangeError('There is nothing to split the amount over');
  }
  // BigInt, because an amount times a weight can exceed the safe integer range.
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
