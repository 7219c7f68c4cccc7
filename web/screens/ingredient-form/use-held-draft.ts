import { useState } from 'react';
import type { Ingredient } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';
import type { Draft } from './draft.ts';
import { follow, described } from './held-draft.ts';
import type { HeldDraft } from './held-draft.ts';

export interface DraftHandle {
  /** null until the unit and the stored values are loaded. */
  readonly held: HeldDraft | null;
  readonly change: (draft: Draft) => void;
  /** Marks these stored values as shown to the user. */
  readonly accept: (stored: Ingredient) => void;
}

/** @param stored the ingredient, null for a new one, undefined while loading */
export function useHeldDraft(
  unit: Unit | undefined,
  stored: Ingredient | null | undefined,
): DraftHandle {
  const [kept, setStored] = useState<HeldDraft | null>(null);
  const held = follow(kept, unit, stored);
  if (held !== kept) setStored(held);
  return {
    held,
    change: (draft) => setStored((now) => now && { ...now, draft }),
    accept: (now) => setStored((before) => before && described(before, now)),
  };
}
