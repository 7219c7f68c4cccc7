/** Which cases are listed: those of days, and those of a figure of the ledger. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { dateMessages } from '../../../lib/time-in-zone.ts';
import { drinksText } from '../../../rules/cases/case-messages.ts';
import { isLedgerPart, ledgerLabels, type LedgerPart } from '../../../rules/cases/ledger-parts.ts';
import { readDay } from '../../components/date-text.ts';
import { DayField } from '../../components/day-field.tsx';
import type { FailuresSearch } from '../../paths.ts';
import styles from './failures-screen.module.css';

/** First and last day, YYYY-MM-DD; null for no bound. */
export interface ListedDays {
  readonly from: string | null;
  readonly to: string | null;
}

/** Reads the filters of an address; what cannot be a filter is ignored. */
export function readCaseFilters(
  search: FailuresSearch,
): ListedDays & { part: LedgerPart | undefined } {
  const days = { from: readDay(search.from ?? ''), to: readDay(search.to ?? '') };
  const part = isLedgerPart(search.part) ? search.part : undefined;
  return isReversed(days) ? { from: null, to: null, part } : { ...days, part };
}

const isReversed = ({ from, to }: ListedDays): boolean => from !== null && to !== null && from > to;

interface CaseDaysProps {
  readonly days: ListedDays;
  readonly onChange: (days: ListedDays) => void;
}

/** Lists the cases of the days as soon as they are days. */
export function CaseDays({ days, onChange }: CaseDaysProps) {
  const [followed, setFollowed] = useState(days);
  const [value, setValue] = useState(days);
  if (followed.from !== days.from || followed.to !== days.to) {
    setFollowed(days);
    setValue(days);
  }
  const change = (changes: Partial<ListedDays>) => {
    const next = { ...value, ...changes };
    setValue(next);
    if (!isReversed(next)) onChange(next);
  };
  return (
    <div className={styles['days']}>
      <DayField
        label="From"
        calendarLabel="Pick the first day"
        value={value.from}
        onChange={(from) => change({ from })}
      />
      <DayField
        label="To"
        calendarLabel="Pick the last day"
        value={value.to}
        error={isReversed(value) ? dateMessages.daysReversed : undefined}
        onChange={(to) => change({ to })}
      />
      {(value.from !== null || value.to !== null) && (
        <Button variant="default" onClick={() => change({ from: null, to: null })}>
          All days
        </Button>
      )}
    </div>
  );
}

interface CasesOfPartProps {
  readonly part: LedgerPart;
  readonly sum: { readonly cases: number; readonly amount?: number };
  readonly onAll: () => void;
}

/** `Sum: 3 drinks, $41.00 refunded`. */
export const CasesOfPart = ({ part, sum, onAll }: CasesOfPartProps) => (
  <div className={styles['sum']}>
    <output>
      {`Sum: ${drinksText(sum.cases)}`}
      {sum.amount !== undefined && `, ${formatMoney(sum.amount)} ${ledgerLabels[part].past}`}
    </output>
    <Button size="compact-sm" variant="subtle" onClick={onAll}>
      Show all
    </Button>
  </div>
);
