import { Button } from '@mantine/core';
import { formatMoney } from '../../lib/money.ts';
import { dollarsOf } from '../../lib/price-text.ts';
import { drinkMessages } from '../../rules/drinks/drink-messages.ts';
import { changeMessages } from '../../rules/change-messages.ts';
import { updateVenueDrink } from '../api/drink-pages.ts';
import type { Drink } from '../api/drinks.ts';
import { may } from '../session/permissions.ts';
import { attempt, offerUndo } from './attempt.ts';
import { EditableCell } from './editable-cell.tsx';
import styles from './price-cell.module.css';

const priceError = (text: string) => (dollarsOf(text) === null ? drinkMessages.badPrice : null);

interface PriceProps {
  readonly drink: Drink;
  readonly field: PriceField;
  /** True when doubles are sold. */
  readonly withDouble: boolean;
}

/** Offers to raise the price of a double that costs less than a single. */
function DoubleBelow({ drink }: { readonly drink: Drink }) {
  const raised = formatMoney(drink.price);
  return (
    <span className={styles['below']}>
      <span>{drinkMessages.doubleBelow(formatMoney(drink.doublePrice ?? 0))}</span>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${drinkMessages.raiseDouble(raised)}, ${drink.name}`}
        onClick={() =>
          void attempt(`raise ${drink._id}`, () => changePrice(drink, 'doublePrice', drink.price))
        }
      >
        {drinkMessages.raiseDouble(raised)}
      </Button>
    </span>
  );
}

const isBelow = ({ price, doublePrice = 0 }: Drink): boolean =>
  doublePrice > 0 && doublePrice < price;

/** A price of a drink, which is typed over; text for those who may not change prices. */
export const PriceCell = ({ drink, field, withDouble }: PriceProps) =>
  may('prices.write') ? (
    <EditableCell
      money
      column={field}
      label={priceLabel(field, drink)}
      value={formatMoney(drink[field] ?? 0)}
      errorOf={priceError}
      save={(text) => changePrice(drink, field, dollarsOf(text) ?? 0)}
      note={field === 'price' && withDouble && isBelow(drink) && <DoubleBelow drink={drink} />}
    />
  ) : (
    <span className="tabular">{formatMoney(drink[field] ?? 0)}</span>
  );

type PriceField = 'price' | 'doublePrice';

const priceLabel = (field: PriceField, { name }: Drink): string =>
  `${field === 'price' ? 'Price' : 'Price for double'} of ${name}`;

/** Saves a price of a drink, and offers to undo it. */
async function changePrice(drink: Drink, field: PriceField, to: number): Promise<void> {
  const from = drink[field] ?? 0;
  await updateVenueDrink(drink, { [field]: to });
  const label = priceLabel(field, drink);
  offerUndo(
    changeMessages.changed(label, formatMoney(from), formatMoney(to)),
    () => updateVenueDrink({ ...drink, [field]: to }, { [field]: from }),
    changeMessages.changedBack(label, formatMoney(from)),
  );
}
