/** Draft state of the screen: follows its unit and the stored values, without losing edits. */
import type { UnitCategory } from '../../../rules/stock/positions.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { differences, draftOf, forUnit, newDraft, rebase } from './draft.ts';
import type { Draft } from './draft.ts';
import { fieldOf } from './wire.ts';

interface DraftUnit {
  readonly _id: string;
  readonly category: UnitCategory;
}

export interface HeldDraft {
  readonly draft: Draft;
  /** Unit of the draft. */
  readonly unit: DraftUnit;
  /** Currently stored values; null for a new ingredient. */
  readonly stored: Ingredient | null;
  /** Stored values as shown to the user: an edited field retains the value from before the edit. */
  readonly seen: Ingredient | null;
}

/** @param stored undefined while loading */
export function follow(
  held: HeldDraft | null,
  unit: DraftUnit | undefined,
  stored: Ingredient | null | undefined,
): HeldDraft | null {
  if (!unit || stored === undefined) return held;
  if (!held) {
    const draft = stored ? draftOf(stored) : newDraft(unit.category);
    return { draft, unit, stored, seen: stored };
  }
  if (held.unit._id !== unit._id) {
    return { ...held, unit, draft: forUnit(held.draft, held.unit.category, unit.category) };
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
export function described(held: HeldDraft, stored: Ingredient): HeldDraft {
  const followed = follow(held, held.unit, stored) ?? held;
  return { ...followed, stored, seen: stored };
}
