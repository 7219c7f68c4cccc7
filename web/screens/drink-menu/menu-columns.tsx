import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatMoney } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { undoMessages } from '../../../rules/messages.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { updateVenueDrink } from '../../api/drink-pages.ts';
import type { Drink } from '../../api/drinks.ts';
import { attempt, offerUndo } from '../../components/attempt.ts';
import { EditableCell } from '../../components/editable-cell.tsx';
import { may } from '../../session/permissions.ts';
import { type DataColumn, Names } from '../../ui/data-table.tsx';
import styles from './menu-columns.module.css';

interface MenuColumnsOptions {
  readonly withDouble: boolean;
  /** True when the venue has several units: shows the unit of each drink. */
  readonly withUnit: boolean;
  readonly onDelete: (drink: Drink) => void;
}

const nameError = (text: string) => (text === '' ? drinkMessages.noName : null);
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

/** Text for those who may not change prices. */
const Price = ({ drink, field, withDouble }: PriceProps) =>
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

const Ingredients = ({ drink }: { readonly drink: Drink }) => (
  <span className={styles['ingredients']}>
    <Names of={drink.ingredients.map(({ name }) => name)} />
  </span>
);

export function menuColumns({
  withDouble,
  withUnit,
  onDelete,
}: MenuColumnsOptions): DataColumn<Drink>[] {
  const name: DataColumn<Drink> = {
    id: 'name',
    header: 'Name',
    chars: 16,
    cell: (drink) => (
      <>
        <EditableCell
          column="name"
          label={`Name of ${drink.name}`}
          value={drink.name}
          errorOf={nameError}
          save={(text) => updateVenueDrink(drink, { name: text })}
        />
        {withUnit && (
          <span className={styles['note']}>
            {unitTitle({ unitNumber: drink.unitNumber, name: drink.unitName })}
          </span>
        )}
        {!drink.active && <span className={styles['note']}>Deactivated</span>}
        {drink.soldOut && <span className={styles['note']}>{menuMessages.soldOut}</span>}
      </>
    ),
  };
  const price: DataColumn<Drink> = {
    id: 'price',
    header: 'Price',
    align: 'end',
    width: 112,
    chars: 6,
    cell: (drink) => <Price drink={drink} field="price" withDouble={withDouble} />,
  };
  const double: DataColumn<Drink> = {
    id: 'doublePrice',
    header: 'Price for Double',
    align: 'end',
    width: 132,
    chars: 6,
    from: 'medium',
    cell: (drink) => <Price drink={drink} field="doublePrice" withDouble />,
    folded: (drink) => (
      <span className={styles['folded']}>
        Double <Price drink={drink} field="doublePrice" withDouble />
      </span>
    ),
    leads: true,
  };
  const ingredients: DataColumn<Drink> = {
    id: 'ingredients',
    header: 'Ingredients',
    width: '38%',
    chars: 28,
    from: 'medium',
    cell: (drink) => <Ingredients drink={drink} />,
    folded: (drink) => <Ingredients drink={drink} />,
  };
  const remove: DataColumn<Drink> = {
    id: 'delete',
    header: 'Delete',
    align: 'end',
    width: 76,
    chars: 2,
    cell: (drink) => (
      <ActionIcon
        className={styles['delete']}
        aria-label={`Delete ${drink.name}`}
        data-delete={drink._id}
        onClick={() => onDelete(drink)}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
    ),
  };
  return [name, price, ...(withDouble ? [double] : []), ingredients, remove];
}

type PriceField = 'price' | 'doublePrice';

const priceLabel = (field: PriceField, { name }: Drink): string =>
  `${field === 'price' ? 'Price' : 'Price for double'} of ${name}`;

/** Saves a price of a drink, and offers to undo it. */
async function changePrice(drink: Drink, field: PriceField, to: number): Promise<void> {
  const from = drink[field] ?? 0;
  await updateVenueDrink(drink, { [field]: to });
  const label = priceLabel(field, drink);
  offerUndo(
    undoMessages.changed(label, formatMoney(from), formatMoney(to)),
    () => updateVenueDrink({ ...drink, [field]: to }, { [field]: from }),
    undoMessages.changedBack(label, formatMoney(from)),
  );
}
