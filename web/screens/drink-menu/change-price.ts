import { formatMoney } from '../../../lib/money.ts';
import { undoMessages } from '../../../rules/messages.ts';
import { updateVenueDrink } from '../../api/drink-pages.ts';
import type { Drink } from '../../api/drinks.ts';
import { offerUndo } from '../../components/offer-undo.ts';

export type PriceField = 'price' | 'doublePrice';

export const priceLabel = (field: PriceField, { name }: Drink): string =>
  `${field === 'price' ? 'Price' : 'Price for double'} of ${name}`;

/** Saves a price of a drink, and offers to undo it. */
export async function changePrice(drink: Drink, field: PriceField, to: number): Promise<void> {
  const from = drink[field] ?? 0;
  await updateVenueDrink(drink, { [field]: to });
  const label = priceLabel(field, drink);
  offerUndo(
    undoMessages.changed(label, formatMoney(from), formatMoney(to)),
    () => updateVenueDrink({ ...drink, [field]: to }, { [field]: from }),
    undoMessages.changedBack(label, formatMoney(from)),
  );
}
