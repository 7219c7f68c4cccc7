import { formatMoney } from '../../../lib/money.ts';
import { undoMessages } from '../../../rules/messages.ts';
import { type Ingredient, updateIngredient } from '../../api/ingredients.ts';
import { offerUndo } from '../../components/offer-undo.ts';
import { notify } from '../../ui/toasts.tsx';

const labels = { price: 'Price', doublePrice: 'Price for double' } as const;
const fields = ['price', 'doublePrice'] as const;

const textOf = (amount: number | undefined): string =>
  amount === undefined ? undoMessages.none : formatMoney(amount);

/**
 * Reports that an ingredient was saved, with Undo for prices that changed.
 * @param before null when it is new to the unit
 */
export function reportSaved(done: string, before: Ingredient | null, after: Ingredient): void {
  const changed = before === null ? [] : fields.filter((field) => before[field] !== after[field]);
  if (before === null || changed.length === 0) return notify(done, 'success');
  const former = Object.fromEntries(changed.map((field) => [field, before[field]]));
  const texts = changed.map((field) =>
    undoMessages.changed(labels[field], textOf(before[field]), textOf(after[field])),
  );
  const back = changed.map((field) => textOf(before[field])).join(', ');
  offerUndo(
    [done, ...texts].join('. '),
    () => updateIngredient(after, former),
    undoMessages.changedBack(`Price of ${after.name}`, back),
  );
}
