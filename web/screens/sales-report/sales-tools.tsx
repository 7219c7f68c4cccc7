/** Filters and order of the list of sales; the figures of the report do not depend on them. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFilter } from '../../../rules/reports/sale-filter.ts';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { drinkStatisticsQuery } from '../../api/reports.ts';
import type { Sale, SalesPage, SalesRange } from '../../api/reports.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { useSlash } from '../../ui/use-slash.ts';
import { NameFilter } from './name-filter.tsx';
import styles from './sales-tools.module.css';
import { fromStart, marks } from './sales-view.ts';

interface SalesToolsProps {
  readonly range: SalesRange | undefined;
  /** The shown sales, whose card readers are offered. */
  readonly sales: readonly Sale[];
  readonly view: SalesPage;
  readonly onView: (view: SalesPage) => void;
}

const orders = { oldest: 'Oldest first', newest: 'Newest first' } as const;
const markLabels = { failed: 'Not poured', comp: 'Comp', refunded: 'Refunded' } as const;
const noRange: SalesRange = { venueId: '', startDate: 0, endDate: 0 };

export function SalesTools({ range, sales, view, onView }: SalesToolsProps) {
  const search = useSlash();
  const [isChoosing, setChoosing] = useState(false);
  const { data: drinks = [] } = useQuery({
    ...drinkStatisticsQuery(range ?? noRange),
    enabled: isChoosing && range !== undefined,
  });
  const readers = sales.map(({ paymentReaderDeviceName }) => paymentReaderDeviceName);
  return (
    <div className={styles['tools']}>
      <fieldset aria-label="Filters" className={styles['filters']}>
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
          value={view.drink ?? ''}
          names={drinks.map(({ name }) => name)}
          onFocus={() => setChoosing(true)}
          onChange={(drink) => onView(fromStart(view, { drink: drink || undefined }))}
        />
        <NameFilter
          label="Card reader"
          value={view.reader ?? ''}
          names={readers}
          onChange={(reader) => onView(fromStart(view, { reader: reader || undefined }))}
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
      {isFilter(view) && <p className={styles['note']}>{reportMessages.ofWholePeriod}</p>}
    </div>
  );
}
