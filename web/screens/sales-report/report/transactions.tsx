import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, Suspense, useId, useMemo, useState } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import { isDrinkShown, isFilter } from '../../../../rules/reports/sale-filter.ts';
import {
  drinkStatisticsQuery,
  type Sale,
  type SalesPage,
  salesPageSize,
  type SalesRange,
  type SalesReport,
} from '../../../api/reports.ts';
import { CsvButton, MailButton } from '../export/export-buttons.tsx';
import type { CsvSubject } from '../export/csv-file.ts';
import {
  Actions,
  DrinkName,
  Money,
  Poured,
  saleColumns,
  SaleTime,
  Status,
} from './sale-columns.tsx';
import { lineTotal, type SaleRow, toRows } from './sale-rows.ts';
import { fromStart, marks } from './lookup.ts';
import { TimePaging } from './time-paging.tsx';
import type { ShownReport } from './use-sales-report.ts';
import { useBreakpoint } from '../../../ui/hooks.ts';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { rowsOf } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { useSlash } from '../../../ui/screen-keys.ts';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import styles from './transactions.module.css';

const ListedSum = lazyPart(() => import('./listed-sum.tsx'));

interface TransactionsProps {
  readonly shown: ShownReport;
  /** IANA name of the looked-up zone. */
  readonly timezone: string;
  readonly withDuration: boolean;
  readonly view: SalesPage;
  readonly onView: (view: SalesPage) => void;
  readonly onOpenOrder: (id: string) => void;
  readonly csv: CsvSubject | null;
}

const icon = <IconReceipt size={22} stroke={1.6} />;

function emptyWords({ report }: ShownReport, view: SalesPage): string {
  if (isFilter(view)) {
    return report?.searchedUntil ? reportMessages.noneSoFar : reportMessages.noneMatches;
  }
  return view.page > 1 ? reportMessages.noMoreSales : reportMessages.nothingFound;
}

/** Empty for a full page: where its search stands is not known. */
function searchedText({ sales, searchedUntil, pagination }: SalesReport, timezone: string): string {
  if (sales.length >= salesPageSize) return '';
  return searchedUntil
    ? reportMessages.searchedUntil(formatInZone(Date.parse(searchedUntil.date), timezone))
    : reportMessages.allSearched(pagination.total);
}

export function Transactions(props: TransactionsProps) {
  const { shown, timezone, withDuration, view, onView, onOpenOrder, csv } = props;
  const { report, range, state } = shown;
  const isNarrow = useBreakpoint() === 'narrow';
  const columns = useMemo(
    () =>
      isNarrow
        ? compactColumns(timezone, onOpenOrder)
        : saleColumns(timezone, withDuration, onOpenOrder),
    [isNarrow, timezone, withDuration, onOpenOrder],
  );
  const { show, drink } = view;
  const rows = useMemo(
    () =>
      rowsOf(state, ({ sales }) =>
        toRows(sales).filter((row) => isDrinkShown({ show, drink }, row.drink)),
      ),
    [state, show, drink],
  );
  const total = report?.pagination.total ?? 0;
  return (
    <>
      <SalesTools range={range} sales={report?.sales ?? []} view={view} onView={onView} />
      <DataTable
        label="Sales Transactions"
        columns={columns}
        of={rows}
        rowKey={({ key }) => key}
        onOpen={({ sale }) => onOpenOrder(sale.id)}
        skeletonRows={salesPageSize}
        twoLines={isNarrow}
        empty={<EmptyState icon={icon}>{emptyWords(shown, view)}</EmptyState>}
      />
      <div key={String(report === undefined)} className={styles['foot']}>
        {range && <TimePaging range={range} view={view} report={report} onView={onView} />}
        {report && total > 0 && (
          <span className="dim text-13">
            {isFilter(view) ? (
              searchedText(report, timezone)
            ) : (
              <>
                {total.toLocaleString('en-US')} {total === 1 ? 'sale' : 'sales'}, {view.sort} first
                · Sum: {formatMoney(report.grossVolume)}
              </>
            )}
          </span>
        )}
        {range && report && isFilter(view) && (
          <Suspense>
            <ListedSum range={range} report={report} view={view} />
          </Suspense>
        )}
        <div className={styles['csv']}>
          <MailButton subject={csv} />
          <CsvButton subject={csv} />
        </div>
      </div>
    </>
  );
}

// The sales of a report on narrow screens: two lines each, with the amount at the end of the first.

interface CompactSaleProps {
  readonly row: SaleRow;
  readonly timezone: string;
  readonly onOpen: (orderId: string) => void;
}

function CompactSale({ row, timezone, onOpen }: CompactSaleProps) {
  const { sale, drink } = row;
  const { quantity, isDouble } = drink;
  return (
    <div className={styles['sale']}>
      <span className={styles['line']}>
        <span className="grow shrink break-anywhere">
          <DrinkName row={row} onOpen={onOpen} />
          {quantity > 1 && <span className="dim"> × {quantity}</span>}
          {isDouble && <span className="dim"> double</span>}
        </span>
        <Money dollars={lineTotal(drink)} />
      </span>
      <span className={styles['line']}>
        <span className={styles['date']}>
          <SaleTime date={sale.date} timezone={timezone} />
        </span>
        <span className={styles['notes']}>
          <Poured drink={drink} />
          <Status row={row} />
        </span>
      </span>
      <span className={styles['actions']}>
        <Actions row={row} />
      </span>
    </div>
  );
}

/** @param timezone IANA name of the zone for dates */
export const compactColumns = (
  timezone: string,
  onOpen: (orderId: string) => void,
): DataColumn<SaleRow>[] => [
  {
    id: 'sale',
    header: 'Sale',
    chars: 20,
    cell: (row) => <CompactSale row={row} timezone={timezone} onOpen={onOpen} />,
  },
];

// Filters and order of the list of sales; the figures of the report do not depend on them.

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

interface NameFilterProps {
  readonly label: string;
  /** Empty for any. */
  readonly value: string;
  /** Names to choose from. */
  readonly names: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
  readonly onFocus?: () => void;
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
    if (text.trim() === value) return;
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
