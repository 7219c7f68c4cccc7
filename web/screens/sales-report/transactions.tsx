import { IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { isDrinkShown, isFilter } from '../../../rules/reports/sale-filter.ts';
import { salesPageSize } from '../../api/reports.ts';
import type { SalesPage, SalesReport } from '../../api/reports.ts';
import { footKey } from '../../components/list-page.ts';
import { useBreakpoint } from '../../ui/breakpoint.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { saleColumns } from './columns.tsx';
import { compactColumns } from './compact-columns.tsx';
import { CsvButton } from './csv-button.tsx';
import { MailButton } from './mail-button.tsx';
import { toRows } from './sale-rows.ts';
import { SalesTools } from './sales-tools.tsx';
import { TimePaging } from './time-paging.tsx';
import type { CsvSubject } from './csv-file.ts';
import type { ShownReport } from './use-sales-report.ts';
import styles from './transactions.module.css';

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
  if (!report) return 'There are no sales to show.';
  if (isFilter(view)) {
    return report.searchedUntil ? reportMessages.noneSoFar : reportMessages.noneMatches;
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
  const { report, range, status } = shown;
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
    () => toRows(report?.sales ?? []).filter((row) => isDrinkShown({ show, drink }, row.drink)),
    [report, show, drink],
  );
  const total = report?.pagination.total ?? 0;
  return (
    <>
      <SalesTools range={range} sales={report?.sales ?? []} view={view} onView={onView} />
      <DataTable
        label="Sales Transactions"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        onOpen={({ sale }) => onOpenOrder(sale.id)}
        status={status === 'idle' ? 'ready' : status}
        skeletonRows={salesPageSize}
        twoLines={isNarrow}
        empty={<EmptyState icon={icon}>{emptyWords(shown, view)}</EmptyState>}
      />
      <div key={footKey(status)} className={styles['foot']}>
        {range && <TimePaging range={range} view={view} report={report} onView={onView} />}
        {report && total > 0 && (
          <span className={styles['total']}>
            {isFilter(view) ? (
              searchedText(report, timezone)
            ) : (
              <>
                {total.toLocaleString('en-US')} {total === 1 ? 'sale' : 'sales'}, {view.sort} first
              </>
            )}
          </span>
        )}
        <div className={styles['csv']}>
          <MailButton subject={csv} />
          <CsvButton subject={csv} />
        </div>
      </div>
    </>
  );
}
