/** Sends the form in an order that leaves no partial state, and shows the errors. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ingredientFormMessages } from '../../../rules/stock/ingredient-form-messages.ts';
import { ApiError, isConflict, errorMessage } from '../../api/api-error.ts';
import { uploadPicture } from '../../api/files.ts';
import type { Picture } from '../../api/files.ts';
import {
  type Ingredient,
  createIngredient,
  deactivateIngredient,
  ingredientQuery,
  updateIngredient,
} from '../../api/ingredients.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Unit } from '../../api/units.ts';
import { paths } from '../../paths.ts';
import { notify, withdrawNotice } from '../../ui/toasts.tsx';
import { fieldOf } from './draft.ts';
import type { DraftHandle, Field, HeldDraft } from './draft.ts';
import { reportSaved } from './report-saved.ts';
import { changesOf, newIngredientOf } from './wire.ts';
import type { Errors, Shown } from './wire.ts';

/** The picture upload failed and nothing was saved. */
class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
}

interface Plan {
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

/** @returns the ingredient as it is now */
async function save(plan: Plan): Promise<Ingredient> {
  const { held, unit, shown, isNewThere, picture, overrides, deactivates } = plan;
  const { draft, seen } = held;
  const { venueId, _id: unitId } = unit;
  const more = {
    ...(picture && { imageURL: await keyOf(venueId, picture) }),
    ...(overrides && { overrides }),
  };
  if (!seen) {
    const added = { ...newIngredientOf(draft, shown, { venueId, unitId }), ...more };
    return createIngredient(added);
  }
  const changes = { ...changesOf(draft, seen, shown, isNewThere), ...more };
  const names = Object.keys(changes).filter((name) => name !== 'overrides');
  // Clearing the positions is also part of the deactivation, so the update is sent only when other fields changed.
  const saysMore = names.some((name) => name !== 'positionInUnit');
  const updated = !deactivates || saysMore ? await updateIngredient(seen, changes) : seen;
  return deactivates ? deactivateIngredient(updated) : updated;
}

interface Save {
  readonly isSaving: boolean;
  /** Errors by field. */
  readonly problems: Errors;
  readonly setErrors: (problems: Errors) => void;
  /** Server messages, one per line. */
  readonly alerts: readonly string[];
  /** Number of rejected attempts. */
  readonly refusals: number;
  readonly refuse: (problems: Errors) => void;
  readonly send: (plan: Plan) => void;
}

const fields: readonly Field[] = [...Object.values(fieldOf), 'imageURL'];

function errorsOf(error: unknown): Errors {
  if (error instanceof UploadFailed) return { imageURL: ingredientFormMessages.notUploaded };
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries([...error.fields].filter(([name]) => fields.some((f) => f === name)));
}

function alertsOf(error: unknown): string[] {
  if (error === null || error instanceof UploadFailed) return [];
  const lines = error instanceof ApiError ? [...new Set(error.fields.values())] : [];
  return lines.length > 0 ? lines : [errorMessage(error)];
}

const upload = 'upload image';

/** @param onSaved called before navigating to Your Menu */
export function useSave(accept: DraftHandle['accept'], onSaved: () => void): Save {
  const navigate = useNavigate();
  const [problems, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const isSending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: save });

  const refuse = (found: Errors) => {
    setErrors(found);
    setRefusals((count) => count + 1);
  };

  return {
    isSaving: isPending,
    problems,
    setErrors,
    alerts: alertsOf(error),
    refusals,
    refuse: (found) => {
      reset();
      refuse(found);
    },
    send: (plan) => {
      if (isSending.current) return;
      isSending.current = true;
      setErrors({});
      mutate(plan, {
        onSuccess: (ingredient) => {
          const { draft, seen } = plan.held;
          const done = ingredientFormMessages.savedAt(draft.name.trim(), draft.positions);
          reportSaved(done, plan.isNewThere ? null : seen, ingredient);
          onSaved();
          const href = paths.ingredientInMenu(ingredient._id);
          void navigate({ to: '.', href, ignoreBlocker: true });
        },
        onError: (failure) => {
          const { stored, unit } = plan.held;
          const now =
            stored && queryClient.getQueryData(ingredientQuery(stored._id, unit._id).queryKey);
          if (isConflict(failure) && now) accept(now);
          if (failure instanceof UploadFailed) {
            notify(ingredientFormMessages.uploadFailed, 'error', upload);
          } else withdrawNotice(upload);
          refuse(errorsOf(failure));
        },
        onSettled: () => {
          isSending.current = false;
        },
      });
    },
  };
}
