/** Sends what the form says, in the order that leaves nothing half done. */
import { createIngredient, updateIngredient, deactivateIngredient } from '../../api/ingredients.ts';
import { uploadPicture } from '../../api/files.ts';
import type { Picture } from '../../api/files.ts';
import type { Unit } from '../../api/units.ts';
import type { HeldDraft } from './held-draft.ts';
import { changesOf, newIngredientOf } from './wire.ts';
import type { Shown } from './wire.ts';

/** The picture has not arrived, so nothing was saved. */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
}

export interface Plan {
  readonly held: HeldDraft;
  readonly unit: Unit;
  readonly shown: Shown;
  /** Whether the unit gets the ingredient only now, though its venue has it. */
  readonly isNewThere: boolean;
  /** A picture that was not sent yet. */
  readonly picture: Picture | null;
  /** What may give way, by position; undefined when anything may. */
  readonly overrides: Record<string, string> | undefined;
  /** It is taken out of the unit. */
  readonly deactivates: boolean;
}

const keys = new WeakMap<Blob, string>();

/** The key of a picture: it is sent once, however often saving is tried. */
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
  // The change takes it out of its positions as well: should the second call fail, it has said nothing new.
  const saysMore = names.some((name) => name !== 'positionInUnit');
  if (!deactivates || saysMore) await updateIngredient(seen, changes);
  if (deactivates) await deactivateIngredient(seen);
}
