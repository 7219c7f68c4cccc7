/** Draft of an ingredient in the form: its values as typed, and how it follows the unit and the stored values. */
import { useState } from 'react';
import type { ImagePick } from '../../components/picked-image.tsx';
import { toggled } from '../../../lib/lists.ts';
import { priceText } from '../../../lib/price-text.ts';
import {
  defaultSizes,
  type IngredientCategory,
  type IngredientRole,
  settleIngredient,
} from '../../../rules/stock/ingredient.ts';
import {
  type IngredientSource,
  positionsFor,
  settlePositions,
  type UnitCategory,
} from '../../../rules/stock/positions.ts';
import { containerFor } from '../../../rules/stock/serving-sizes.ts';
import type { Ingredient, IngredientChanges } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';

export interface Draft {
  readonly name: string;
  readonly source: IngredientSource;
  /** As ticked; the soda gun always holds mixers. */
  readonly roles: readonly IngredientRole[];
  readonly category: IngredientCategory;
  readonly servingSizeMl: number;
  readonly sizeMl: number;
  /** In ms, as typed; empty for none. */
  readonly pouringTime: string;
  /** Grams of an empty bottle, as typed; empty for none. */
  readonly tareWeight: string;
  /** Grams per ml, as typed; empty for none. */
  readonly density: string;
  /** In numeric order, without duplicates. */
  readonly positions: readonly string[];
  /** In percent, as typed. */
  readonly threshold: string;
  /** In dollars, as typed. */
  readonly price: string;
  readonly doublePrice: string;
}

/** Field names of the API. */
export type Field = keyof IngredientChanges;

/** API field of each draft field. */
export const fieldOf: Record<keyof Draft, Field> = {
  name: 'name',
  source: 'source',
  roles: 'baseOrMixer',
  category: 'category',
  servingSizeMl: 'servingSize',
  sizeMl: 'ingredientSize',
  pouringTime: 'ingredientPouringTime',
  tareWeight: 'tareWeight',
  density: 'density',
  positions: 'positionInUnit',
  threshold: 'threshold',
  price: 'price',
  doublePrice: 'doublePrice',
};

/** A stored ingredient without a category counts as Liquor. */
type Loaded = Omit<Ingredient, 'category'> & Partial<Pick<Ingredient, 'category'>>;

const emptyDraft = (unitCategory: UnitCategory): Draft => ({
  name: '',
  source: 'carousel',
  roles: ['base'],
  category: unitCategory === 'ROTENDER_CLASSIC' ? 'Liquor' : 'Beer',
  ...sizesOf(unitCategory, 'carousel'),
  pouringTime: '',
  tareWeight: '',
  density: '',
  positions: [],
  threshold: '20',
  price: '0',
  doublePrice: '0',
});

const sizesOf = (unitCategory: UnitCategory, source: IngredientSource) => ({
  servingSizeMl: defaultSizes[unitCategory].servingSizeMl,
  sizeMl: containerFor(unitCategory, source).defaultMl,
});

/** @param position chosen in advance; one that the unit does not have is ignored */
export function newDraft(unitCategory: UnitCategory, position?: string): Draft {
  const draft = emptyDraft(unitCategory);
  const source = (['carousel', 'soda gun'] as const).find(
    (one) => position !== undefined && positionsFor(unitCategory, one).includes(position),
  );
  if (position === undefined || source === undefined) return draft;
  return togglePosition(withSource(draft, source, unitCategory), position, unitCategory);
}

export const draftOf = (ingredient: Loaded): Draft => ({
  name: ingredient.name,
  source: ingredient.source,
  roles: ingredient.baseOrMixer,
  category: ingredient.category ?? 'Liquor',
  servingSizeMl: ingredient.servingSize,
  sizeMl: ingredient.ingredientSize,
  pouringTime: ingredient.ingredientPouringTime?.toString() ?? '',
  tareWeight: ingredient.tareWeight?.toString() ?? '',
  density: ingredient.density?.toString() ?? '',
  positions: ingredient.positionInUnit,
  threshold: String(ingredient.threshold),
  price: priceText(ingredient.price),
  doublePrice: priceText(ingredient.doublePrice),
});

/** Resulting roles: the soda gun holds mixers, and no selection counts as base. */
export function rolesOf({ source, roles }: Pick<Draft, 'source' | 'roles'>): IngredientRole[] {
  if (source === 'soda gun') return ['mixer'];
  return roles.length > 0 ? [...roles] : ['base'];
}

/** Applies the ingredient rules, which are shared with the server. */
function settled(draft: Draft, unitCategory: UnitCategory): Draft {
  const received = { ...draft, baseOrMixer: rolesOf(draft), servingSize: draft.servingSizeMl };
  const outcome = settleIngredient(received, unitCategory);
  if ('problems' in outcome) return draft;
  const { category, servingSizeMl } = outcome.facts;
  return { ...draft, category, servingSizeMl };
}

/** Container and positions change with the source. */
export function withSource(
  draft: Draft,
  source: IngredientSource,
  unitCategory: UnitCategory,
): Draft {
  if (source === draft.source) return draft;
  const moved = { ...draft, source, positions: [], ...sizesOf(unitCategory, source) };
  return settled(moved, unitCategory);
}

export function withRole(
  draft: Draft,
  role: IngredientRole,
  isTicked: boolean,
  unitCategory: UnitCategory,
): Draft {
  const roles = (['base', 'mixer'] as const).filter((one) =>
    one === role ? isTicked : draft.roles.includes(one),
  );
  return settled({ ...draft, roles }, unitCategory);
}

/** Liquor is always poured by 45 ml. */
export function withCategory(
  draft: Draft,
  category: IngredientCategory,
  unitCategory: UnitCategory,
): Draft {
  const shot = category === 'Liquor' ? { servingSizeMl: 45 } : {};
  return settled({ ...draft, category, ...shot }, unitCategory);
}

export const withServing = (
  draft: Draft,
  servingSizeMl: number,
  unitCategory: UnitCategory,
): Draft => settled({ ...draft, servingSizeMl }, unitCategory);

export const withSize = (draft: Draft, sizeMl: number, unitCategory: UnitCategory): Draft =>
  settled({ ...draft, sizeMl }, unitCategory);

export function togglePosition(draft: Draft, position: string, unitCategory: UnitCategory): Draft {
  const positions = toggled(draft.positions, position);
  const placed = settlePositions(positions, unitCategory, draft.source);
  return 'problem' in placed ? draft : { ...draft, positions: placed.positions.map(String) };
}

/**
 * Adapts the draft to another unit: clears its positions, and for another category retains only name, threshold and
 * prices.
 */
export function forUnit(draft: Draft, from: UnitCategory, to: UnitCategory): Draft {
  if (from === to) return { ...draft, positions: [] };
  const { name, threshold, price, doublePrice } = draft;
  return { ...newDraft(to), name, threshold, price, doublePrice };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Fields that differ between two drafts. */
export const differences = (a: Draft, b: Draft): (keyof Draft)[] =>
  fields.filter((field) => !same(a[field], b[field]));

const fields: readonly (keyof Draft)[] = [
  'name',
  'source',
  'roles',
  'category',
  'servingSizeMl',
  'sizeMl',
  'pouringTime',
  'tareWeight',
  'density',
  'positions',
  'threshold',
  'price',
  'doublePrice',
];

/**
 * Reapplies the edits to the currently stored values.
 * @param before the stored values when the edits were made
 */
export function rebase(draft: Draft, before: Draft, after: Draft): Draft {
  const typed = differences(draft, before).map((field) => [field, draft[field]]);
  return { ...after, ...Object.fromEntries(typed) };
}

interface DraftUnit {
  readonly _id: string;
  readonly category: UnitCategory;
}

export interface HeldDraft {
  readonly draft: Draft;
  /** Unit of the draft. */
  readonly unit: DraftUnit;
  /** What a new ingredient was opened with. */
  readonly blank: Draft;
  /** Currently stored values; null for a new ingredient. */
  readonly stored: Ingredient | null;
  /** Stored values as shown to the user: an edited field retains the value from before the edit. */
  readonly seen: Ingredient | null;
}

/**
 * @param stored undefined while loading
 * @param position chosen in advance for a new ingredient
 */
export function follow(
  held: HeldDraft | null,
  unit: DraftUnit | undefined,
  stored: Ingredient | null | undefined,
  position?: string,
): HeldDraft | null {
  if (!unit || stored === undefined) return held;
  if (!held) {
    const blank = newDraft(unit.category, position);
    return { draft: stored ? draftOf(stored) : blank, blank, unit, stored, seen: stored };
  }
  if (held.unit._id !== unit._id) {
    const draft = forUnit(held.draft, held.unit.category, unit.category);
    return { ...held, unit, draft, blank: newDraft(unit.category) };
  }
  if (held.stored === stored || !held.seen || !stored) return held;
  const before = draftOf(held.seen);
  const now: Readonly<Record<string, unknown>> = { ...held.seen };
  const typedOver = differences(held.draft, before).map((field) => [
    fieldOf[field],
    now[fieldOf[field]],
  ]);
  return {
    ...held,
    stored,
    seen: { ...stored, ...Object.fromEntries(typedOver) },
    draft: rebase(held.draft, before, draftOf(stored)),
  };
}

/** Updates the state after the user was shown the stored values. */
export function withAcknowledged(held: HeldDraft, stored: Ingredient): HeldDraft {
  const followed = follow(held, held.unit, stored) ?? held;
  return { ...followed, stored, seen: stored };
}

export interface DraftHandle {
  /** null until the unit and the stored values are loaded. */
  readonly held: HeldDraft | null;
  readonly change: (draft: Draft) => void;
  /** Marks these stored values as shown to the user. */
  readonly accept: (stored: Ingredient) => void;
}

/**
 * @param stored the ingredient, null for a new one, undefined while loading
 * @param position chosen in advance for a new ingredient
 */
export function useHeldDraft(
  unit: Unit | undefined,
  stored: Ingredient | null | undefined,
  position?: string,
): DraftHandle {
  const [kept, setStored] = useState<HeldDraft | null>(null);
  const held = follow(kept, unit, stored, position);
  if (held !== kept) setStored(held);
  return {
    held,
    change: (draft) => setStored((now) => now && { ...now, draft }),
    accept: (now) => setStored((before) => before && withAcknowledged(before, now)),
  };
}

/** True when the form differs from what it was opened with. */
export function isTyped({ draft, blank, seen }: HeldDraft, image: ImagePick): boolean {
  const before = seen ? draftOf(seen) : blank;
  return image.picked !== null || differences(draft, before).length > 0;
}
