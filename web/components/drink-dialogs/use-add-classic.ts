import { useMutation } from '@tanstack/react-query';
import { drinkMessages } from '../../../rules/messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { createDrink } from '../../api/drinks.ts';
import type { NewDrink } from '../../api/drinks.ts';
import { notify } from '../../ui/toasts.tsx';

interface AddClassic {
  /** Name of the classic being added. */
  readonly adding: string | null;
  readonly problem: string | null;
  readonly add: (drink: NewDrink) => void;
}

/** Adds classics one after the other; the dialog stays open for the next. */
export function useAddClassic(): AddClassic {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: createDrink,
    onSuccess: (drink) => notify(drinkMessages.isOnMenu(drink), 'success'),
  });
  return {
    adding: isPending ? variables.name : null,
    problem: error === null ? null : errorMessage(error),
    add: (drink) => {
      if (!isPending) mutate(drink);
    },
  };
}
