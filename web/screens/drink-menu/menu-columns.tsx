import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { updateVenueDrink } from '../../api/drink-pages.ts';
import type { Drink } from '../../api/drinks.ts';
import { EditableCell } from '../../components/editable-cell.tsx';
import { PriceCell } from '../../components/price-cell.tsx';
import { type DataColumn, Names } from '../../ui/data-table.tsx';
import styles from './menu-columns.module.css';

interface MenuColumnsOptions {
  readonly withDouble: boolean;
  /** True when the venue has several units: shows the unit of each drink. */
  readonly withUnit: boolean;
  readonly onDelete: (drink: Drink) => void;
}

const nameError = (text: string) => (text === '' ? drinkMessages.noName : null);
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
    cell: (drink) => <PriceCell drink={drink} field="price" withDouble={withDouble} />,
  };
  const double: DataColumn<Drink> = {
    id: 'doublePrice',
    header: 'Price for Double',
    align: 'end',
    width: 132,
    chars: 6,
    from: 'medium',
    cell: (drink) => <PriceCell drink={drink} field="doublePrice" withDouble />,
    folded: (drink) => (
      <span className={styles['folded']}>
        Double <PriceCell drink={drink} field="doublePrice" withDouble />
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
