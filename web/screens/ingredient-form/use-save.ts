import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ingredientFormMessages } from '../../../rules/messages.ts';
import { ApiError, isConflict, errorMessage } from '../../api/api-error.ts';
import { ingredientQuery } from '../../api/ingredients.ts';
import { queryClient } from '../../api/query-client.ts';
import { paths } from '../../paths.ts';
import { notify } from '../../ui/toasts.tsx';
import { save, UploadFailed } from './save.ts';
import type { Plan } from './save.ts';
import type { DraftHandle } from './use-held-draft.ts';
import { fieldOf } from './wire.ts';
import type { Field, Errors } from './wire.ts';

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
        onSuccess: () => {
          onSaved();
          void navigate({ to: '.', href: paths.createDrink });
        },
        onError: (failure) => {
          const { stored, unit } = plan.held;
          const now =
            stored && queryClient.getQueryData(ingredientQuery(stored._id, unit._id).queryKey);
          if (isConflict(failure) && now) accept(now);
          if (failure instanceof UploadFailed) {
            notify(ingredientFormMessages.uploadFailed, 'error');
          }
          refuse(errorsOf(failure));
        },
        onSettled: () => {
          isSending.current = false;
        },
      });
    },
  };
}
