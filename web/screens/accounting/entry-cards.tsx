import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatMoney, toCents } from '../../../lib/money.ts';
import {
  accountsWithoutCode,
  entryDescription,
  type JournalEntry,
  type JournalFormat,
  journalFile,
} from '../../../rules/accounting/journal-files.ts';
import { formatLabels, journalMessages } from '../../../rules/accounting/journal-messages.ts';
import type { ExportedEntry, JournalNight } from '../../api/accounting.ts';
import { fullDayName } from '../../../lib/day-name.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { useDownload } from '../../components/use-download.ts';
import { may } from '../../session/permissions.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { loaded } from '../../ui/load-state.tsx';
import { Card, ErrorLine } from '../../ui/page.tsx';
import styles from './accounting-screen.module.css';

/** An exported entry with its night. */
export interface EntryOfNight {
  readonly night: string;
  readonly entry: ExportedEntry;
}

const extensions: Readonly<Record<JournalFormat, string>> = {
  quickbooks: '-quickbooks.csv',
  xero: '-xero.csv',
  csv: '.csv',
  json: '.json',
};

/** File of exported entries. Throws for Xero where an account has no code. */
export function fileOf(format: JournalFormat, exported: readonly EntryOfNight[]) {
  const entries = exported.map(({ night, entry }): JournalEntry => {
    const { number, date, description, location, lines } = entry;
    return {
      number,
      night,
      date,
      description,
      location,
      lines: lines.map(({ account, name, code, debit, credit }) => ({
        account,
        name,
        code,
        debitCents: toCents(debit),
        creditCents: toCents(credit),
      })),
    };
  });
  const nights = entries.map(({ night }) => night).toSorted();
  const span = [...new Set([nights[0] ?? '', nights.at(-1) ?? ''])].join('-to-');
  return {
    fileName: `journal-${span}${extensions[format]}`,
    file: new Blob([journalFile(format, entries)], {
      type: format === 'json' ? 'application/json' : 'text/csv',
    }),
    withoutCode: format === 'xero' ? accountsWithoutCode(entries) : [],
  };
}

interface EntryCardsProps {
  readonly night: JournalNight;
  readonly timezone: string;
  readonly format: JournalFormat;
}

/** Exported entries of a night, and what the next export adds. */
export function EntryCards({ night, timezone, format }: EntryCardsProps) {
  const { entries, pending, pendingTotal } = night;
  const isLate = entries.length > 0;
  return (
    <>
      {entries
        .filter(({ lines }) => lines.length > 0)
        .map((entry) => (
          <EntryCard
            key={entry.version}
            title={entry.version === 1 ? 'Journal entry' : entry.description}
            note={`Dated ${fullDayName(entry.date)}. Exported ${formatInZone(Date.parse(entry.exportedAt), timezone)} by ${entry.exportedBy}.`}
            lines={entry.lines}
            total={entry.total}
            download={{ format, entry: { night: night.night, entry } }}
          />
        ))}
      {pending.length > 0 && (
        <EntryCard
          title={isLate ? entryDescription(night.night, 2) : 'Journal entry'}
          note={isLate ? journalMessages.lateNote : journalMessages.openNote}
          lines={pending}
          total={pendingTotal}
        />
      )}
    </>
  );
}

interface EntryCardProps {
  readonly title: string;
  readonly note: string;
  readonly lines: JournalNight['pending'];
  readonly total: number;
  readonly download?: { readonly format: JournalFormat; readonly entry: EntryOfNight };
}

function EntryCard({ title, note, lines, total, download }: EntryCardProps) {
  const { start, failure } = useDownload();
  const rows: EntryRow[] = [
    ...lines,
    { account: 'total', name: 'Total', debit: total, credit: total },
  ];
  const save = ({ format, entry }: NonNullable<typeof download>) => {
    start(() => Promise.resolve(fileOf(format, [entry])));
  };
  const missing = download ? fileOf(download.format, [download.entry]).withoutCode : [];
  const [first] = missing;
  return (
    <Card
      flush
      title={title}
      actions={
        download &&
        may('reports.export') && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={first !== undefined}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => save(download)}
          >
            {formatLabels[download.format]}
            <span className="sr-only">{` file of ${title}`}</span>
          </Button>
        )
      }
    >
      <p className={styles['note']}>{note}</p>
      {failure !== undefined && <ErrorLine>{failure}</ErrorLine>}
      {first !== undefined && <p className={styles['note']}>{journalMessages.needsCode(first)}.</p>}
      <DataTable
        label={title}
        columns={columns}
        of={loaded(rows)}
        rowKey={({ account, debit }) => `${account} ${debit > 0}`}
        empty={null}
      />
    </Card>
  );
}

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
