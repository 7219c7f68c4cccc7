import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import { isDrinkShown, isFilter } from '../../../../rules/reports/sale-filter.ts';
import {
  drinkStatisticsQuery,
  refetchSalesPage,
  type SalesPage,
  salesPageSize,
  type SalesRange,
} from '../../../api/reports.ts';
import { CsvButton, MailButton } from '../export/export-buttons.tsx';
import type { CsvSubject } from '../export/csv-file.ts';
import { Actions, DrinkName, saleColumns } from './sale-columns.tsx';
import { Money, Poured, SaleTime, Status } from '../../../components/sales/sale-cells.tsx';
import { lineTotal, type SaleRow, toRows } from '../../../components/sales/sale-rows.ts';
import { SalesTools } from '../../../components/sales/sales-tools.tsx';
import { TimePaging } from '../../../components/sales/time-paging.tsx';
import type { ShownReport } from './use-sales-report.ts';
import { useBreakpoint } from '../../../ui/hooks.ts';
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx';
import { rowsOf } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/page.tsx';
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

const noRange: SalesRange = { venueId: '', startDate: 0, endDate: 0 };

function emptyWords({ report }: ShownReport, view: SalesPage): string {
  if (isFilter(view)) {
    return report?.searchedUntil ? reportMessages.noneSoFar : reportMessages.noneMatches;
  }
  return view.page > 1 ? reportMessages.noMoreSales : reportMessages.nothingFound;
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
  const [isChoosing, setChoosing] = useState(false);
  const { data: drinks = [] } = useQuery({
    ...drinkStatisticsQuery(range ?? noRange),
    enabled: isChoosing && range !== undefined,
  });
  const { show, drink, currentDrink } = view;
  const rows = useMemo(
    () =>
      rowsOf(state, ({ sales }) =>
        toRows(sales).filter((row) => isDrinkShown({ show, drink, currentDrink }, row.drink)),
      ),
    [state, show, drink, currentDrink],
  );
  const total = report?.pagination.total ?? 0;
  return (
    <>
      <SalesTools
        drinks={drinks.map(({ name }) => name)}
        sales={report?.sales ?? []}
        view={view}
        onView={onView}
        onChooseDrink={() => setChoosing(true)}
      />
      <DataTable
        label="Sales Transactions"
        columns={columns}
        of={rows}
        rowKey={({ key }) => key}
        onOpen={({ sale }) => onOpenOrder(sale.id)}
        skeletonRows={salesPageSize}
        twoLines={isNarrow}
        empty={<EmptyState icon={IconReceipt}>{emptyWords(shown, view)}</EmptyState>}
      />
      <div key={String(report === undefined)} className={styles['foot']}>
        {range && (
          <TimePaging
            read={(page) => refetchSalesPage(range, page)}
            view={view}
            report={report}
            onView={onView}
          />
        )}
        {report && total > 0 && !isFilter(view) && (
          <span className="dim text-13">
            {total.toLocaleString('en-US')} {total === 1 ? 'sale' : 'sales'}, {view.sort} first ·
            Sum: {formatMoney(report.grossVolume)}
          </span>
        )}
        {range && report && isFilter(view) && (
          <Suspense>
            <ListedSum range={range} report={report} view={view} timezone={timezone} />
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
