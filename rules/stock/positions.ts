/** Positions available to an ingredient in a unit. */
import { ingredientMessages } from '../messages.ts';

export type UnitCategory = 'ROTENDER_CLASSIC' | 'BEERTENDER';
export type IngredientSource = 'carousel' | 'soda gun';

const numbered = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(first + index));

const classicCarousel = numbered(1, 16);
const otherCarousel = numbered(1, 2);
const sodaGun = numbered(101, 4);

/**
 * Positions of a unit, as stored and shown: the carousel of the classic unit has "1" to "16", that of any other "1"
 * and "2"; the soda gun has "101" to "104" and comes with the classic unit only.
 */
export function positionsFor(category: UnitCategory, source: IngredientSource): readonly string[] {
  if (source === 'carousel') {
    return category === 'ROTENDER_CLASSIC' ? classicCarousel : otherCarousel;
  }
  return category === 'ROTENDER_CLASSIC' ? sodaGun : [];
}

/**
 * Normalizes the chosen positions for storage: without duplicates, in numeric order.
 * @returns the numbers, or a message that names the first position an ingredient of this source cannot have here
 */
export function settlePositions(
  chosen: readonly string[],
  category: UnitCategory,
  source: IngredientSource,
): { positions: number[] } | { problem: string } {
  const positions = [...new Set(chosen.map(Number))].sort((a, b) => a - b);
  const allowed = new Set(positionsFor(category, source).map(Number));
  const strange = positions.find((position) => !allowed.has(position));
  if (strange === undefined) return { positions };
  return { problem: ingredientMessages.noSuchPosition(strange, source, category) };
}
