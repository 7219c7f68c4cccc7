import type { MixedDrink, ReportedPart } from './pour-outcome.ts';

export interface MixedLine {
  readonly successQuantity: number;
  readonly pours: ReportedPart[];
}

/**
 * Mixes the drinks of one order line in sequence. A random failure affects the first one; after a failed drink the
 * guest mostly does not wait for the next.
 * @param mix pours one drink, which fails when its argument is true
 * @param random gives numbers from 0 to below 1
 */
export function mixLine(
  { quantity, fails }: { readonly quantity: number; readonly fails: boolean },
  mix: (fails: boolean) => MixedDrink,
  random: () => number,
): MixedLine {
  const mixed: MixedDrink[] = [];
  for (let drink = 0; drink < quantity; drink += 1) {
    if (mixed.at(-1)?.isServed === false && random() < 0.7) break;
    mixed.push(mix(fails && drink === 0));
  }
  return {
    successQuantity: mixed.filter(({ isServed }) => isServed).length,
    pours: mixed.flatMap(({ pours }) => pours),
  };
}
