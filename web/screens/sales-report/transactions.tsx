import { IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { salesPageSize } from '../../api/reports.ts';
import { footKey } from '../../components/list-page.ts';
import { useBreakpoint } from '../../ui/breakpoint.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { saleColumns } from './columns.tsx';
import { compactColumns } from './compact-columns.tsx';
import { CsvButton } from './csv-button.tsx';
import { MailButton } from './mail-button.tsx';
import { toRows } from './sale-rows.ts';
import { TimePaging } from './time-paging.tsx';
import type { CsvSubject } from './csv-file.ts';
import type { ShownReport } from './use-sales-report.ts';
import styles from './transactions.module.css';

interface TransactionsProps {
  readonly shown: ShownReport;
  /** IANA name of the looked-up zone. */
  readonly timezone: string;
  readonly withDuration: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly csv: CsvSubject | null;
}

const icon = <IconReceipt size={22} stroke={1.6} />;

function emptyWords({ status, problem, report }: ShownReport, page: number): string {
  if (status === 'idle' && !problem) return 'Choose the days and press Lookup sales.';
  if (!report) return 'There are no sales to show.';
  return page > 1 ? reportMessages.noMoreSales : reportMessages.nothingFound;
}

export function Transactions(props: TransactionsProps) {
  const { shown, timezone, withDuration, page, onPage, csv } = props;
  const { report, range, status } = shown;
  const isNarrow = useBreakpoint() === 'narrow';
  const columns = useMemo(
    () => (isNarrow ? compactColumns(timezone) : saleColumns(timezone, withDuration)),
    [isNarrow, timezone, withDuration],
  );
  const rows = useMemo(() => toRows(report?.sales ?? []), [report]);
  const total = report?.pagination.total ?? 0;
  return (
    <>
      <DataTable
        label="Sales Transactions"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        status={status === 'idle' ? 'ready' : status}
        skeletonRows={salesPageSize}
        twoLines={isNarrow}
        empty={<EmptyState icon={icon}>{emptyWords(shown, page)}</EmptyState>}
      />
      <div key={footKey(status)} className={styles['foot']}>
        {range && (
          <TimePaging
            range={range}
            page={page}
            last={report && Math.ceil(total / salesPageSize)}
            onPage={onPage}
          />
        )}
        {report && total > 0 && (
          <span className={styles['total']}>
            {total.toLocaleString('en-US')} {total === 1 ? 'sale' : 'sales'}, oldest first
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
