/** Filters and order of a list of sales; the figures of the report do not depend on them. */
import { Button } from '@mantine/core';
import { type Ref, useId, useState } from 'react';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { isFilter, readPayment } from '../../../rules/reports/sale-filter.ts';
import type { Sale, SalesPage } from '../../api/reports.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { useSlash } from '../../ui/screen-keys.ts';
import { fromStart, marks } from './sales-view.ts';
import styles from './sales-tools.module.css';

interface SalesToolsProps {
  /** Names to choose from. */
  readonly drinks: readonly string[];
  /** The shown sales, whose card readers are offered. */
  readonly sales: readonly Sale[];
  readonly view: SalesPage;
  readonly onView: (view: SalesPage) => void;
  readonly onChooseDrink?: () => void;
}

const orders = { oldest: 'Oldest first', newest: 'Newest first' } as const;
const markLabels = { failed: 'Not poured', comp: 'Comp', refunded: 'Refunded' } as const;

export function SalesTools({ drinks, sales, view, onView, onChooseDrink }: SalesToolsProps) {
  const search = useSlash();
  const [isWrong, setWrong] = useState(false);
  const readers = sales.map(({ paymentReaderDeviceName }) => paymentReaderDeviceName);
  return (
    <div className={styles['tools']}>
      <fieldset aria-label="Filters" className="flex align-center wrap gap-8">
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            className={styles['chip']}
            aria-pressed={view.show === mark}
            onClick={() => onView(fromStart(view, { show: view.show === mark ? undefined : mark }))}
          >
            {markLabels[mark]}
          </button>
        ))}
        <NameFilter
          ref={search}
          label="Drink"
          value={view.drink ?? view.currentDrink ?? ''}
          names={drinks}
          onFocus={onChooseDrink}
          onChange={(drink) =>
            onView(fromStart(view, { drink: drink || undefined, currentDrink: undefined }))
          }
        />
        <NameFilter
          label="Card reader"
          value={view.reader ?? ''}
          names={readers}
          onChange={(reader) => onView(fromStart(view, { reader: reader || undefined }))}
        />
        <NameFilter
          label="Amount or card"
          value={view.payment ?? ''}
          names={[]}
          onChange={(payment) => {
            const isRead = payment === '' || readPayment(payment) !== null;
            setWrong(!isRead);
            if (isRead) onView(fromStart(view, { payment: payment || undefined }));
          }}
        />
        {isFilter(view) && (
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => onView({ page: 1, sort: view.sort })}
          >
            Clear
          </Button>
        )}
      </fieldset>
      <div className={styles['order']}>
        <SegmentedChoice
          label="Order of sales"
          options={orders}
          value={view.sort}
          onChange={(sort) => onView(fromStart(view, { sort }))}
        />
      </div>
      {isWrong && (
        <p role="alert" className={styles['wrong']}>
          {reportMessages.noPayment}
        </p>
      )}
      {isFilter(view) && <p className={styles['note']}>{reportMessages.ofWholePeriod}</p>}
    </div>
  );
}

interface NameFilterProps {
  readonly label: string;
  /** Empty for any. */
  readonly value: string;
  /** Names to choose from. */
  readonly names: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
  readonly onFocus?: (() => void) | undefined;
  readonly onChange: (name: string) => void;
}

const isTyping = (event: Event): boolean =>
  event instanceof InputEvent && /^(insertText|insertComposition|delete)/.test(event.inputType);

const isLonger = (name: string, text: string): boolean => name !== text && name.startsWith(text);

/** A name that is chosen from a list or typed; it takes effect when it is one of the list, or with Enter or leaving. */
export function NameFilter({ label, value, names, ref, onFocus, onChange }: NameFilterProps) {
  const list = useId();
  const [typed, setTyped] = useState(value);
  /** The last name that took effect, also while it is not the value yet. */
  const [name, setName] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    if (value !== name) {
      setName(value);
      setTyped(value);
    }
  }
  const options = [...new Set(names)].filter((one) => one !== '').toSorted();
  const commit = (text: string) => {
    if (text.trim() === name) return;
    setName(text.trim());
    onChange(text.trim());
  };
  return (
    <label className={styles['chip']} data-on={value !== ''}>
      <span>{label}</span>
      <input
        ref={ref}
        list={list}
        value={typed}
        placeholder="Any"
        dir="auto"
        autoComplete="off"
        maxLength={100}
        onFocus={onFocus}
        onChange={({ currentTarget: { value: text }, nativeEvent }) => {
          setTyped(text);
          // While a longer name may still be typed, only a choice from the list takes effect.
          const isPart = isTyping(nativeEvent) && options.some((one) => isLonger(one, text));
          if (options.includes(text) && !isPart) commit(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(typed);
        }}
        onBlur={() => commit(typed)}
      />
      <datalist id={list}>
        {options.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
    </label>
  );
}
