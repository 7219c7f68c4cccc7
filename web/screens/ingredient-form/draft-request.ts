/** Validates the form of an ingredient, and converts it to a request. */
import { dollarsOf, plainNumber } from '../../../lib/price-text.ts';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { thresholdOf } from '../../../rules/stock/ingredient.ts';
import type { UnitCategory } from '../../../rules/stock/positions.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import { densityRange, tareWeightRange, weightMessages } from '../../../rules/stock/weight.ts';
import type { Ingredient, IngredientChanges, NewIngredient } from '../../api/ingredients.ts';
import { type Draft, draftOf, type Field, rolesOf } from './draft.ts';

export type Errors = Partial<Record<Field, string>>;

/** Optional fields of the form. */
export interface Shown {
  readonly unitCategory: UnitCategory;
  readonly threshold: boolean;
  /** With source carousel. */
  readonly doublePrice: boolean;
}

const hasDouble = ({ source }: Draft, shown: Shown): boolean =>
  shown.doublePrice && source === 'carousel';

const hasPouringTime = ({ unitCategory }: Shown): boolean => unitCategory !== 'ROTENDER_CLASSIC';

/** Bags of the soda gun are not. */
export const isWeighed = ({ source }: Draft): boolean => source === 'carousel';

function priceError(text: string): string | null {
  if (text.trim() === '') return drinkMessages.empty;
  return dollarsOf(text) === null ? drinkMessages.badPrice : null;
}

function pouringTimeError(text: string): string | null {
  const ms = Number(text);
  if (text === '' || (Number.isInteger(ms) && ms >= 5000 && ms <= 30_000)) return null;
  return ingredientFormMessages.pouringTime;
}

/** Typed number; null for none and for what is no number. */
const numberOf = (text: string): number | null => {
  const plain = plainNumber(text);
  return plain === null ? null : Number(plain);
};

/** An optional number within a range. */
function rangeError(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
  message: string,
): string | null {
  if (text.trim() === '') return null;
  const value = numberOf(text);
  return value !== null && value >= least && value <= most ? null : message;
}

/** Validation errors by field, in form order. */
export function errorsOf(draft: Draft, shown: Shown): Errors {
  const found: (readonly [Field, string | null])[] = [
    ['name', draft.name.trim() === '' ? ingredientFormMessages.noName : null],
    ['ingredientPouringTime', hasPouringTime(shown) ? pouringTimeError(draft.pouringTime) : null],
    ...(isWeighed(draft)
      ? ([
          ['tareWeight', rangeError(draft.tareWeight, tareWeightRange, weightMessages.badTare)],
          ['density', rangeError(draft.density, densityRange, weightMessages.badDensity)],
        ] as const)
      : []),
    [
      'threshold',
      shown.threshold && thresholdOf(draft.threshold) === null
        ? ingredientFormMessages.badThreshold
        : null,
    ],
    ['price', priceError(draft.price)],
    ['doublePrice', hasDouble(draft, shown) ? priceError(draft.doublePrice) : null],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

/** Converts a valid draft to API fields; hidden fields are left out. */
const toRequest = (draft: Draft, shown: Shown) => ({
  name: draft.name.trim(),
  source: draft.source,
  baseOrMixer: rolesOf(draft),
  category: draft.category,
  servingSize: draft.servingSizeMl,
  ingredientSize: draft.sizeMl,
  ...(hasPouringTime(shown) && {
    ingredientPouringTime: draft.pouringTime === '' ? null : Number(draft.pouringTime),
  }),
  ...(isWeighed(draft) && {
    tareWeight: numberOf(draft.tareWeight),
    density: numberOf(draft.density),
  }),
  positionInUnit: [...draft.positions],
  ...(shown.threshold && { threshold: thresholdOf(draft.threshold) ?? 0 }),
  price: dollarsOf(draft.price) ?? 0,
  ...(hasDouble(draft, shown) && { doublePrice: dollarsOf(draft.doublePrice) ?? 0 }),
});

export const newIngredientOf = (
  draft: Draft,
  shown: Shown,
  at: Pick<NewIngredient, 'venueId' | 'unitId'>,
): NewIngredient => ({ ...toRequest(draft, shown), ...at });

/** Per-unit fields, which must be sent to a unit to which the ingredient is new. */
const ofTheUnit: readonly string[] = ['price', 'doublePrice', 'threshold'];

/**
 * Only changed fields, so that concurrent changes to other fields are preserved.
 * @param seen the ingredient as it was before
 * @param isNewThere true when it is new to its unit
 */
export function changesOf(
  draft: Draft,
  seen: Ingredient,
  shown: Shown,
  isNewThere: boolean,
): IngredientChanges {
  const before = new Map<string, unknown>(Object.entries(toRequest(draftOf(seen), shown)));
  const changed = Object.entries(toRequest(draft, shown)).filter(
    ([field, value]) =>
      (isNewThere && ofTheUnit.includes(field)) ||
      JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return Object.fromEntries(changed);
}
