import { useState } from 'react';
import { hasShape, useKeeping, useKept } from '../../components/use-kept.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import type { BrandImage } from './brand-image.ts';
import { differences, draftOf, newDraft } from './draft.ts';
import type { Draft, DraftHandle, HeldDraft } from './draft.ts';

/** True when the form differs from what it was opened with. */
export function isTyped({ draft, blank, seen }: HeldDraft, image: BrandImage): boolean {
  const before = seen ? draftOf(seen) : blank;
  return image.picked !== null || differences(draft, before).length > 0;
}

interface KeptDraft {
  readonly unitId: string;
  readonly draft: Draft;
}

const readKept = (kept: unknown): KeptDraft | null => {
  const example = { unitId: '', draft: newDraft('ROTENDER_CLASSIC') };
  return hasShape(kept, example) && hasShape(kept.draft, example.draft) ? kept : null;
};

/**
 * Guards the draft, and restores the one of a session that has ended.
 * @param id of the form: the ingredient and its unit, or a new ingredient
 */
export function useUnsavedDraft(id: string, handle: DraftHandle, image: BrandImage): void {
  const { held, change } = handle;
  const kept = useKept(id, readKept);
  const [restored, setRestored] = useState(kept === null);
  const typed = held !== null && isTyped(held, image);
  if (!restored && held && kept) {
    setRestored(true);
    if (kept.unitId === held.unit._id) change(kept.draft);
  }
  useUnsaved(typed);
  useKeeping(id, restored && held && typed ? { unitId: held.unit._id, draft: held.draft } : null);
}
