/** Applies the ingredient rules to a draft. */
import { roundToHundredths } from '../../lib/hundredths.ts';
import { withPoint } from '../../lib/price-text.ts';
import { ingredientMessages } from '../messages.ts';
import type { IngredientSource, UnitCategory } from './positions.ts';

export type IngredientRole = 'base' | 'mixer';
export type IngredientCategory = 'Beer' | 'Liquor' | 'Wine' | 'Syrup/Puree' | 'Pre-mixed cocktails';

/** Requested values; missing ones get the default of the unit's category. Sizes in ml, the pouring time in ms. */
export interface IngredientDraft {
  readonly source?: IngredientSource | undefined;
  readonly baseOrMixer?: readonly IngredientRole[] | undefined;
  readonly category?: IngredientCategory | undefined;
  readonly servingSize?: number | undefined;
  readonly ingredientSize?: number | undefined;
  readonly ingredientPouringTime?: number | null | undefined;
}

export interface IngredientFacts {
  readonly source: IngredientSource;
  readonly baseOrMixer: IngredientRole[];
  readonly category: IngredientCategory;
  readonly servingSizeMl: number;
  readonly sizeMl: number;
  readonly pouringTimeMs: number | null;
}

/** Default sizes of a new ingredient, in ml: a shot from a one-litre bottle, or 16 oz from a keg. */
export const defaultSizes: Record<UnitCategory, { servingSizeMl: number; sizeMl: number }> = {
  ROTENDER_CLASSIC: { servingSizeMl: 45, sizeMl: 1000 },
  BEERTENDER: { servingSizeMl: 480, sizeMl: 50_000 },
};

const shotMl = 45;

/** True when a serving is always 45 ml: liquor, and therefore every base, on the carousel of a classic unit. */
export const hasFixedServing = (
  { source, category }: Pick<IngredientFacts, 'source' | 'category'>,
  unitCategory: UnitCategory,
): boolean => unitCategory === 'ROTENDER_CLASSIC' && source === 'carousel' && category === 'Liquor';

/**
 * Resolves a draft for a unit of this category. The soda gun comes with the classic unit and holds mixers only. An
 * ingredient that is neither base nor mixer counts as base; one that is both counts as mixer. On a classic carousel a
 * base is always Liquor, and Liquor is always poured by 45 ml. Sizes are rounded to 0.01 ml.
 * @returns the resolved ingredient, or a message per field
 */
export function settleIngredient(
  draft: IngredientDraft,
  unitCategory: UnitCategory,
): { facts: IngredientFacts } | { problems: Record<string, string> } {
  const { source = 'carousel' } = draft;
  const isClassic = unitCategory === 'ROTENDER_CLASSIC';
  const isShelf = isClassic && source === 'carousel';
  const baseOrMixer = rolesOf(source, draft.baseOrMixer ?? []);
  const isBaseOnly = !baseOrMixer.includes('mixer');
  const category = isShelf && isBaseOnly ? 'Liquor' : (draft.category ?? 'Liquor');
  const defaults = defaultSizes[unitCategory];
  const servingSizeMl = hasFixedServing({ source, category }, unitCategory)
    ? shotMl
    : roundToHundredths(draft.servingSize ?? defaults.servingSizeMl);
  const sizeMl = roundToHundredths(draft.ingredientSize ?? defaults.sizeMl);
  const problems = {
    ...(source === 'soda gun' && !isClassic ? { source: ingredientMessages.noSodaGun } : {}),
    ...(servingSizeMl > 0 ? {} : { servingSize: ingredientMessages.noSize }),
    ...(sizeMl > 0 ? {} : { ingredientSize: ingredientMessages.noSize }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  const pouringTimeMs = draft.ingredientPouringTime ?? null;
  return { facts: { source, baseOrMixer, category, servingSizeMl, sizeMl, pouringTimeMs } };
}

function rolesOf(source: IngredientSource, received: readonly IngredientRole[]): IngredientRole[] {
  if (source === 'soda gun') return ['mixer'];
  const roles: IngredientRole[] = ['base', 'mixer'];
  const ticked = roles.filter((role) => received.includes(role));
  return ticked.length > 0 ? ticked : ['base'];
}

// Threshold input: whole percent from 0 to 100.

function wholePercent(text: string): number {
  const percent = Number(withPoint(text));
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : 0;
}

/**
 * Normalized field text: clamped, and 0 when it is not a number. Empty stays empty, and a lone minus sign or a decimal
 * point at the end is allowed while typing.
 */
export function thresholdText(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed === '-' || /^\d+[.,]$/.test(typed)) return typed;
  return String(wholePercent(typed));
}

/** Percentage of a field on blur; null when it is empty. */
export const thresholdOf = (text: string): number | null =>
  text === '' ? null : wholePercent(text);

// Refills of positions.

/** What became of the rest in the old bottle: kept in the storeroom, poured over into the new one, or thrown away. */
export const leftovers = ['kept', 'poured_over', 'thrown_away'] as const;
export type Leftover = (typeof leftovers)[number];

/** What became of a refill that was reported. */
export const refillResults = ['refilled', 'superseded', 'moved'] as const;

/** A refill is reported at most so long after it. */
export const reportedWithinMs = 72 * 3_600_000;

/** What was taken out of positions without being sold. */
export const discardResults = ['discarded', 'moved'] as const;

export const mostDiscardedMl = 100_000;

/** Counts of what is in positions. */
export const countResults = ['counted', 'moved'] as const;

/** As bars count, and as sizes are named. */
const mlPerOunce = 30;

export const volumeUnits = { ml: 'ml', oz: 'oz' } as const;
export type VolumeUnit = keyof typeof volumeUnits;

/** Millilitres, to two decimals. */
export const toMl = (amount: number, unit: VolumeUnit): number =>
  Math.round(amount * (unit === 'oz' ? mlPerOunce : 1) * 100) / 100;
