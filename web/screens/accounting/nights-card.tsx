import { Button } from '@mantine/core';
import { useState } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { JournalFormat } from '../../../rules/accounting/journal-files.ts';
import { formatLabels, journalMessages } from '../../../rules/accounting/journal-messages.ts';
import type { JournalAccount } from '../../../rules/accounting/journal.ts';
import { exportJournal, type JournalNight, refreshJournals } from '../../api/accounting.ts';
import { useDownload } from '../../components/use-download.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import type { LoadState } from '../../ui/load-state.tsx';
import { Card, ErrorLine } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.tsx';
import { type EntryOfNight, fileOf } from './entry-cards.tsx';
import styles from './accounting-screen.module.css';

const AccountsDialog = lazyDialog('Accounts', () => import('./accounts-dialog.tsx'));

interface NightsCardProps {
  readonly venueId: string;
  /** Of the nights, where the venue has no clock. */
  readonly timezone: string | undefined;
  /** Number of the nights, also before they are known. */
  readonly count: number;
  /** Oldest first. */
  readonly of: LoadState<readonly JournalNight[]>;
  /** The night whose entries are shown below. */
  readonly chosen: string;
  readonly format: JournalFormat;
  readonly onFormat: (format: JournalFormat) => void;
}

const isDue = ({ isOver, entries, pending }: JournalNight): boolean =>
  isOver && (entries.length === 0 || pending.length > 0);

/** Nights as rows, what is exported of each, and the export. */
export function NightsCard(props: NightsCardProps) {
  const { venueId, timezone, count, of, chosen, format, onFormat } = props;
  const { start, running, failure } = useDownload();
  /** Accounts that the export needs; null while the dialog is closed. */
  const [needed, setNeeded] = useState<readonly JournalAccount[] | null>(null);
  const nights = of.state === 'data' ? of.data : [];
  const due = nights.filter(isDue);
  const mayExport = may('accounting.export');
  const exportNights = () => {
    const unnamed = new Set(due.flatMap(({ unnamed }) => unnamed));
    if (unnamed.size > 0) setNeeded([...unnamed]);
    else start(() => exportAll(venueId, { due, timezone, format }));
  };
  return (
    <Card
      flush
      title="Nights"
      actions={
        <span className="flex wrap gap-8">
          {may('accounting.write') && (
            <Button size="compact-sm" variant="default" onClick={() => setNeeded([])}>
              Accounts
            </Button>
          )}
          {mayExport && (
            <Button
              size="compact-sm"
              loading={running}
              disabled={due.length === 0}
              onClick={exportNights}
            >
              {due.length === 1 ? 'Export 1 night' : `Export ${due.length} nights`}
            </Button>
          )}
        </span>
      }
    >
      {failure !== undefined && <ErrorLine>{failure}</ErrorLine>}
      {may('reports.export') && (
        <div className={styles['format']}>
          <SelectField
            label="Files for"
            value={format}
            data={Object.entries(formatLabels).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => {
              if (isFormat(value)) onFormat(value);
            }}
          />
        </div>
      )}
      <DataTable
        label="Nights"
        columns={columns}
        of={of}
        rowKey={({ night }) => night}
        isMarked={({ night }) => night === chosen}
        skeletonRows={count}
        empty={null}
      />
      {needed && (
        <AccountsDialog venueId={venueId} needed={needed} onClose={() => setNeeded(null)} />
      )}
    </Card>
  );
}

const isFormat = (text: string): text is JournalFormat => Object.hasOwn(formatLabels, text);

interface ExportOptions {
  readonly due: readonly JournalNight[];
  readonly timezone: string | undefined;
  readonly format: JournalFormat;
}

/** Exports nights one after the other; the file has the entries that were added. */
async function exportAll(venueId: string, { due, timezone, format }: ExportOptions) {
  const added: EntryOfNight[] = [];
  try {
    for (const { night } of due) {
      // oxlint-disable-next-line no-await-in-loop -- An entry is stored before that of the next night.
      const entry = await exportJournal(venueId, night, timezone);
      if (entry) added.push({ night, entry });
    }
  } finally {
    await refreshJournals(venueId);
  }
  const file = fileOf(format, added);
  const [missing] = file.withoutCode;
  if (missing !== undefined) notify(journalMessages.needsCode(missing), 'error');
  return file;
}

/** Open, exported or late, of a night. */
function stateOf({ isOver, entries, pending, pendingTotal }: JournalNight): string {
  if (!isOver) return 'Goes on';
  if (entries.length === 0) return 'Open';
  if (pending.length > 0) return `Exported, ${formatMoney(pendingTotal)} late`;
  const late = entries.length - 1;
  if (late === 0) return 'Exported';
  return late === 1 ? 'Exported, 1 late entry' : `Exported, ${late} late entries`;
}

const columns: DataColumn<JournalNight>[] = [
  {
    id: 'night',
    header: 'Night',
    chars: 11,
    cell: ({ night }) => <Link href={paths.accounting({ day: night })}>{dayName(night)}</Link>,
  },
  { id: 'state', header: 'State', chars: 14, cell: stateOf },
  {
    id: 'total',
    header: 'Entry',
    align: 'end',
    width: 116,
    chars: 8,
    cell: ({ entries: [first], pendingTotal }) => (
      <span className="tabular">{formatMoney(first?.total ?? pendingTotal)}</span>
    ),
  },
];
