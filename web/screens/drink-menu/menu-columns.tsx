import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import { drinkMessages, undoMessages, venueMessages } from '../../../rules/messages.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { errorMessage, isConflict } from '../../api/api-error.ts';
import { updateVenueDrink } from '../../api/drink-pages.ts';
import type { Drink } from '../../api/drinks.ts';
import { attempt, offerUndo } from '../../components/attempt.ts';
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

interface EditableCellProps {
  /** Accessible name: 'Price of Negroni'. */
  readonly label: string;
  /** Name of its column; Enter moves to the next cell of the column. */
  readonly column: string;
  /** Stored value, as displayed. */
  readonly value: string;
  /** Error message for a text; null when it can be saved. */
  readonly errorOf: (text: string) => string | null;
  /** Throws when rejected. */
  readonly save: (text: string) => Promise<void>;
  readonly money?: boolean;
  /** Shown below the value. */
  readonly note?: ReactNode;
}

interface Refusal {
  readonly why: string;
  /** True when another user has changed the value: leaving the cell sends nothing. */
  readonly conflict: boolean;
}

type Cell = HTMLInputElement | HTMLTextAreaElement;

/** The next cell of the column, or the same one at the end of the page. */
function cellBelow(input: Cell): Cell {
  const column = input.closest('table')?.querySelectorAll<Cell>('[data-column]');
  const cells = [...(column ?? [])].filter(
    ({ dataset }) => dataset['column'] === input.dataset['column'],
  );
  return cells[cells.indexOf(input) + 1] ?? input;
}

/**
 * Editable cell: Enter saves and moves down, leaving saves, Escape restores. A rejected text stays, with the reason
 * below it.
 */
function EditableCell(props: EditableCellProps) {
  const { label, column, value, errorOf, save, money = false, note } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const box = useRef<Cell>(null);
  const reasonId = useId();

  const restore = () => {
    setTyped(null);
    setRefusal(null);
  };
  const send = async (text: string) => {
    setSaving(true);
    setRefusal(null);
    try {
      await save(text);
      setTyped(null);
      setSaved(true);
    } catch (error) {
      setRefusal({ why: errorMessage(error), conflict: isConflict(error) });
    } finally {
      setSaving(false);
    }
  };
  const commit = () => {
    if (typed === null || saving || refusal?.conflict) return;
    if (typed.trim() === value) return restore();
    const problem = errorOf(typed.trim());
    if (problem === null) void send(typed.trim());
    else setRefusal({ why: problem, conflict: false });
  };

  const onKeyDown = (event: KeyboardEvent<Cell>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      const below = cellBelow(event.currentTarget);
      // The blur saves; at the end of the page the focus stays.
      if (below === event.currentTarget) commit();
      else below.focus();
    }
    if (event.key === 'Escape') restore();
  };

  const control = {
    ref: (element: Cell | null) => {
      box.current = element;
    },
    'aria-label': label,
    'aria-invalid': refusal !== null,
    'aria-describedby': refusal ? reasonId : undefined,
    'data-column': column,
    className: styles['input'] ?? '',
    value: typed ?? value,
    autoComplete: 'off',
    spellCheck: false,
    readOnly: saving,
    onFocus: (event: FocusEvent<Cell>) => event.currentTarget.select(),
    onChange: (event: ChangeEvent<Cell>) => {
      // A name is one line, which is shown in as many as it needs.
      setTyped(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '));
      setSaved(false);
      if (!refusal?.conflict) setRefusal(null);
    },
    onBlur: commit,
    onKeyDown,
  };
  return (
    <div className={styles['cell']} data-money={money} data-saving={saving}>
      <span className="flex relative">
        {money ? <input inputMode="decimal" {...control} /> : <textarea rows={1} {...control} />}
        {saved && typed === null && (
          <IconCheck size={14} stroke={2} aria-hidden="true" className={styles['saved']} />
        )}
      </span>
      <output className="sr-only">{saved && typed === null ? 'Saved' : ''}</output>
      {refusal && (
        <span id={reasonId} role="alert" className={styles['reason']}>
          <span className="sr-only">{`${label} was not changed. `}</span>
          {refusal.why}
        </span>
      )}
      {refusal?.conflict && (
        <span className={styles['choice']}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              restore();
              box.current?.focus();
            }}
          >
            {venueMessages.takeTheirs}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              if (typed !== null) void send(typed.trim());
              box.current?.focus();
            }}
          >
            {venueMessages.keepMine}
          </Button>
        </span>
      )}
      {!refusal && note}
    </div>
  );
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
