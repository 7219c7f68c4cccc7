import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dayName } from '../../../lib/day-name.ts';
import { todayIn } from '../../../lib/day-range.ts';
import { formatMoney, toCents } from '../../../lib/money.ts';
import { quickBooksCsv } from '../../../rules/accounting/journal-files.ts';
import { accountNames, journalMessages } from '../../../rules/accounting/journal-messages.ts';
import { nightAt, shiftDay } from '../../../rules/nights/nights.ts';
import { type Journal, journalQuery } from '../../api/accounting.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { DayField } from '../../components/day-field.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useDownload } from '../../components/use-download.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Link } from '../../ui/link.tsx';
import { loaded, loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import styles from './accounting-screen.module.css';

/** The accounting journal of a night, which agrees with the sales report. */
export default function AccountingScreen() {
  const { day: chosen } = useSearch({ from: '/accounting' });
  const navigate = useNavigate();
  const nowMs = useNow();
  const { active, state: venues } = useVenues();
  const { state: clock, rules } = useNightRules(active?.id, [venues]);
  const { timezone } = guessedTimezone();
  const tonight = rules ? nightAt(rules, nowMs).day : todayIn(timezone, nowMs);
  const night = chosen ?? shiftDay(tonight, -1);
  const result = useQuery({
    ...journalQuery(active?.id ?? '', { night, timezone: rules ? undefined : timezone }),
    enabled: rules !== undefined && active !== undefined,
  });
  const state = loadState(result, {
    what: 'journal',
    after: [venues, clock],
    isEmpty: ({ lines }) => lines.length === 0,
  });
  const show = (day: string | null) => {
    if (day !== null && day <= tonight)
      void navigate({ to: '.', href: paths.accounting({ day }), replace: true });
  };
  return (
    <>
      <PageHeader
        title="Accounting"
        auditLog={<Link href={paths.reports}>All reports</Link>}
        context={
          <ContextLine>
            <VenueName />
            {active && <span> · {dayName(night)}</span>}
          </ContextLine>
        }
      />
      <div className="stack gap-18">
        <div className={styles['night']}>
          <DayField
            label="Night"
            calendarLabel="Choose a night"
            value={night}
            latest={tonight}
            onChange={show}
          />
        </div>
        <Loaded
          of={state}
          pending={
            <Card>
              <SkeletonLine width={24} />
            </Card>
          }
          empty={
            <Card>
              <EmptyState>{journalMessages.empty}</EmptyState>
            </Card>
          }
        >
          {(journal) => (
            <>
              {!journal.isOver && <p>{journalMessages.goesOn}</p>}
              <Entry journal={journal} venue={active} />
              <Reconciliation of={journal.reconciliation} />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

interface EntryProps {
  readonly journal: Journal;
  readonly venue: { readonly id: string; readonly name: string } | undefined;
}

function Entry({ journal: { night, lines, total }, venue }: EntryProps) {
  const { start, failure } = useDownload();
  const rows: EntryRow[] = [
    ...lines,
    { account: 'total', name: 'Total', debit: total, credit: total },
  ];
  const quickBooks = () =>
    Promise.resolve({
      fileName: `journal-${night}-quickbooks.csv`,
      file: new Blob([quickBooksCsv([entryOf(night, lines, venue)], accountNames)], {
        type: 'text/csv',
      }),
    });
  return (
    <Card
      flush
      title="Journal entry"
      actions={
        may('reports.export') && (
          <span className="flex wrap gap-8">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => start(quickBooks)}
            >
              QuickBooks
            </Button>
            <TableFileButton
              of="journal entry"
              file={{
                name: `journal-${night}`,
                head: ['Night', 'Account', 'Debit', 'Credit'],
                rows: lines.map(({ name, debit, credit }) => [night, name, debit, credit]),
              }}
            />
          </span>
        )
      }
    >
      {failure !== undefined && <p role="alert">{failure}</p>}
      <DataTable
        label="Journal entry"
        columns={columns}
        of={loaded(rows)}
        rowKey={({ account }) => account}
        empty={null}
      />
    </Card>
  );
}

/** QuickBooks takes numbers of up to 21 characters; the venue is part of them, since each has an entry for a night. */
const entryOf = (night: string, lines: Journal['lines'], venue: EntryProps['venue']) => ({
  number: `${night.replaceAll('-', '')}-${(venue?.id ?? '').slice(-8)}`,
  date: night,
  description: `Sales of ${dayName(night)}`,
  location: venue?.name ?? '',
  lines: lines.map(({ account, debit, credit }) => ({
    account,
    debitCents: toCents(debit),
    creditCents: toCents(credit),
  })),
});

interface EntryRow {
  readonly account: string;
  readonly name: string;
  readonly debit: number;
  readonly credit: number;
}

const amount = (dollars: number): string => (dollars === 0 ? '' : formatMoney(dollars));

const columns: DataColumn<EntryRow>[] = [
  {
    id: 'account',
    header: 'Account',
    chars: 16,
    cell: ({ account, name }) => (account === 'total' ? <strong>{name}</strong> : name),
  },
  {
    id: 'debit',
    header: 'Debit',
    align: 'end',
    width: 116,
    chars: 8,
    cell: ({ debit }) => amount(debit),
  },
  {
    id: 'credit',
    header: 'Credit',
    align: 'end',
    width: 116,
    chars: 8,
    cell: ({ credit }) => amount(credit),
  },
];

/** From the journal to the sales report, which has a refund on the night of its sale. */
function Reconciliation({ of }: { readonly of: Journal['reconciliation'] }) {
  const lines = [
    ['Journal, less its refunds', of.journal],
    ['Less refunds of this night that were settled in others', -of.settledElsewhere],
    ['Plus refunds of other nights that were settled in this one', of.ofOtherNights],
    ['Difference', of.remainder],
    ['Sales report of the night', of.report],
  ] as const;
  return (
    <Card title="Agreement with the sales report">
      <dl className={styles['sums']}>
        {lines.map(([label, dollars]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(dollars)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
