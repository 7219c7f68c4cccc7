/** Counting by weight: what is in an open bottle, bag or keg by what it weighs. */

/** Grams of an empty one; and grams per millilitre of what it holds. */
export const tareWeightRange = { least: 0.1, most: 100_000 };
export const densityRange = { least: 0.5, most: 2 };

/** Of the weight of its content when full: scales and bottles are not exact. */
const tolerance = 0.02;

export interface Weighable {
  readonly tareWeight: number;
  readonly density: number;
}

/** True where both are known, of an ingredient or of what was stored of it earlier. */
export const canBeWeighed = <Of extends object>(
  of: Of & { [Key in keyof Weighable]?: number | null },
): of is Of & Weighable => typeof of.tareWeight === 'number' && typeof of.density === 'number';

const gramsText = (grams: number): string =>
  `${grams.toLocaleString('en-US', { maximumFractionDigits: 0 })} g`;

/**
 * Millilitres by the weight with the bottle, in steps of 0.01, or why it cannot be that weight. What is within the
 * tolerance below the empty or above the full one counts as that one.
 */
export function weighedMl(
  grams: number,
  { tareWeight, density, sizeMl }: Weighable & { readonly sizeMl: number },
): { readonly ml: number } | { readonly problem: string } {
  const fullGrams = sizeMl * density;
  const inside = grams - tareWeight;
  if (inside < -tolerance * fullGrams)
    return { problem: weightMessages.underTare(gramsText(tareWeight)) };
  if (inside > (1 + tolerance) * fullGrams)
    return { problem: weightMessages.aboveFull(gramsText(tareWeight + fullGrams)) };
  const ml = Math.min(sizeMl, Math.max(0, inside / density));
  return { ml: Math.round(100 * ml) / 100 };
}

/** User-visible messages about weights. */
export const weightMessages = {
  badTare: 'Enter grams from 0.1 to 100,000, such as 480',
  badDensity: 'Enter grams per ml from 0.5 to 2, such as 0.95',
  badWeight: 'Enter the weight in grams, such as 860',
  underTare: (empty: string) => `This is less than the empty bottle, which weighs ${empty}`,
  aboveFull: (full: string) => `This is more than a full bottle, which weighs ${full}`,
  hint: 'With both, open bottles are counted by weight too.',
} as const;
