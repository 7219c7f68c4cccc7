/** Available sizes of an ingredient, by their common names. */
import { defaultSizes } from './ingredient.ts';
import type { IngredientSource, UnitCategory } from './positions.ts';

export interface SizeOption {
  readonly ml: number;
  readonly label: string;
}

/** Container type of an ingredient and its sizes. */
export interface Container {
  readonly label: 'Bottle Size' | 'Bag Size' | 'Keg Size';
  readonly sizes: readonly SizeOption[];
  readonly defaultMl: number;
}

/** Formats ounces at 30 ml to the ounce, as bars count: `1.5 oz` */
const ouncesText = (ml: number): string => `${(ml / 15) * 0.5} oz`;

const inOunces = (ml: number): SizeOption => ({ ml, label: ouncesText(ml) });
const inMl = (ml: number): SizeOption => ({ ml, label: `${ml} ml` });

const shots = Array.from({ length: 18 }, (_, index) => inOunces(15 * (index + 1)));
const glasses = [360, 480, 720].map(inOunces);

/** Serving sizes: 0.5 to 9 oz from the classic unit, a glass of 12, 16 or 24 oz from any other. */
export const servingSizes = (category: UnitCategory): readonly SizeOption[] =>
  category === 'ROTENDER_CLASSIC' ? shots : glasses;

/** US gallons, to 0.01 ml: computed from the count, so that nothing is lost before rounding. */
const gallons = (count: number): SizeOption => ({
  ml: Math.round(count * 378_541) / 100,
  label: `${count} gallons`,
});

const bags = [2, 2.5, 3, 3.5, 4, 4.5, 5].map(gallons);

const keg = (ml: number, name: string): SizeOption => ({ ml, label: `${name} (${ml / 1000} L)` });

const bottle: Container = {
  label: 'Bottle Size',
  sizes: [750, 1000].map(inMl),
  defaultMl: defaultSizes.ROTENDER_CLASSIC.sizeMl,
};
const bag: Container = { label: 'Bag Size', sizes: bags, defaultMl: gallons(5).ml };
// The labels include litres because the names mislead: this barrel is smaller than its half.
const kegs: Container = {
  label: 'Keg Size',
  sizes: [
    keg(50_000, '1 barrel'),
    keg(58_670, '1/2 barrel'),
    keg(29_340, '1/4 barrel'),
    keg(19_550, '1/6 barrel'),
  ],
  defaultMl: defaultSizes.BEERTENDER.sizeMl,
};

/** Container of an ingredient of this source at a unit of this category. */
export function containerFor(category: UnitCategory, source: IngredientSource): Container {
  if (category !== 'ROTENDER_CLASSIC') return kegs;
  return source === 'carousel' ? bottle : bag;
}

// Bags of 2.5 and 5 imperial gallons, used by older ingredients.
const imperialBagsMl = [11_365, 22_730];

/** Choices for an existing ingredient: more bags than for a new one. */
export const sizesToEdit = ({ label, sizes }: Container): readonly SizeOption[] =>
  label === 'Bag Size' ? imperialBagsMl.reduce(withSize, sizes) : sizes;

/** Choices including this size: one without a name is listed in ml. */
export function withSize(sizes: readonly SizeOption[], ml: number): readonly SizeOption[] {
  if (sizes.some((size) => size.ml === ml)) return sizes;
  return [...sizes, inMl(ml)].sort((a, b) => a.ml - b.ml);
}
