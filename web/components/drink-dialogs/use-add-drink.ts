import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { drinkMessages } from '../../../rules/messages.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { createDrink } from '../../api/drinks.ts';
import type { NewDrink } from '../../api/drinks.ts';
import { paths } from '../../paths.ts';
import { notify } from '../../ui/toasts.tsx';
import type { DrinkField, DrinkErrors } from './drink-draft.ts';

interface AddDrink {
  readonly adding: boolean;
  /** Errors returned by the server. */
  readonly problems: DrinkErrors;
  readonly add: (drink: NewDrink) => void;
  readonly forget: () => void;
}

const fields: readonly DrinkField[] = ['name', 'price', 'ingredients'];

function errorsOf(error: unknown): DrinkErrors {
  if (error === null) return {};
  const fieldErrors = fields.flatMap((field) => {
    const text = error instanceof ApiError ? error.fields.get(field) : undefined;
    return text === undefined ? [] : [[field, text]];
  });
  return fieldErrors.length > 0 ? Object.fromEntries(fieldErrors) : { rest: errorMessage(error) };
}

/** Adds a drink, then opens the menu with it highlighted. */
export function useAddDrink(): AddDrink {
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: createDrink,
    onSuccess: (drink) => {
      notify(drinkMessages.isOnMenu(drink), 'success');
      return navigate({ to: '.', href: paths.drinkInMenu(drink._id), ignoreBlocker: true });
    },
  });
  return { adding: isPending, problems: errorsOf(error), add: mutate, forget: reset };
}
