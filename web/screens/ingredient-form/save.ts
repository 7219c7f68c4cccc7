/** Sends the form in an order that leaves no partial state. */
import { createIngredient, updateIngredient, deactivateIngredient } from '../../api/ingredients.ts';
import { uploadPicture } from '../../api/files.ts';
import type { Picture } from '../../api/files.ts';
import type { Unit } from '../../api/units.ts';
import type { HeldDraft } from './held-draft.ts';
import { changesOf, newIngredientOf } from './wire.ts';
import type { Shown } from './wire.ts';

/** The picture upload failed and nothing was saved. */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
}

export interface Plan {
  readonly held: HeldDraft;
  readonly unit: Unit;
  readonly shown: Shown;
  /** True when the ingredient exists in the venue but is new to the unit. */
  readonly isNewThere: boolean;
  /** A picture that was not uploaded yet. */
  readonly picture: Picture | null;
  /** Ingredients to replace, by position; undefined permits any. */
  readonly overrides: Record<string, string> | undefined;
  /** True when it is removed from the unit. */
  readonly deactivates: boolean;
}

const keys = new WeakMap<Blob, string>();

/** Key of a picture, which is uploaded once over all save attempts. */
async function keyOf(venueId: string, picture: Picture): Promise<string> {
  const known = keys.get(picture.png);
  if (known !== undefined) return known;
  const key = await uploadPicture(venueId, picture).catch((error: unknown) => {
    throw new UploadFailed('The picture has not arrived', { cause: error });
  });
  keys.set(picture.png, key);
  return key;
}

export async function save(plan: Plan): Promise<void> {
  const { held, unit, shown, isNewThere, picture, overrides, deactivates } = plan;
  const { draft, seen } = held;
  const { venueId, _id: unitId } = unit;
  const more = {
    ...(picture && { imageURL: await keyOf(venueId, picture) }),
    ...(overrides && { overrides }),
  };
  if (!seen) {
    await createIngredient({ ...newIngredientOf(draft, shown, { venueId, unitId }), ...more });
    return;
  }
  const changes = { ...changesOf(draft, seen, shown, isNewThere), ...more };
  const names = Object.keys(changes).filter((name) => name !== 'overrides');
  // Clearing the positions is also part of the deactivation, so the update is sent only when other fields changed.
  const saysMore = names.some((name) => name !== 'positionInUnit');
  if (!deactivates || saysMore) await updateIngredient(seen, changes);
  if (deactivates) await deactivateIngredient(seen);
}
