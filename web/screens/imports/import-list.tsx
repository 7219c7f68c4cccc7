/** Imports of a venue: their progress, and a way to take each back. */
import { Button } from '@mantine/core';
import { IconDownload, IconFileImport } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import {
  fetchRejectedLines,
  importsQuery,
  isAtWork,
  type SalesImport,
  takeBackImport,
} from '../../api/imports.ts';
import { attempt } from '../../components/attempt.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useDownload } from '../../components/use-download.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Link } from '../../ui/link.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { type LoadState, rowsOf } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import styles from './imports-screen.module.css';

const count = (number: number): string => number.toLocaleString('en-US');

interface ImportListProps {
  readonly venueId: string;
  readonly after: readonly LoadState<unknown>[];
}

export function ImportList({ venueId, after }: ImportListProps) {
  const [page, setPage] = useState(1);
  const list = useListPage(importsQuery(venueId, page), 'imports', after);
  const columns = useMemo(() => importColumns(venueId), [venueId]);
  const rows = useMemo(() => rowsOf(list.state, ({ imports }) => imports), [list.state]);
  const total = list.data?.pagination.total ?? 0;
  return (
    <ListCard
      label="Imports"
      columns={columns}
      of={rows}
      rowKey={({ id }) => id}
      skeletonRows={3}
      twoLines
      empty={
        <EmptyState
          icon={IconFileImport}
          action={<Link href={paths.help('how-import')}>How to bring in past sales</Link>}
        >
          Nothing has been imported into this venue yet.
        </EmptyState>
      }
      foot={
        total > 10 && <Pager of="imports" page={page} size={10} total={total} onPage={setPage} />
      }
    />
  );
}

function stateText(one: SalesImport): string {
  if (one.state === 'running') return 'Importing';
  if (one.state === 'taking back') return 'Taking back';
  if (one.state === 'taken back')
    return `Taken back: ${count(one.takenBack)} sales${one.stored > 0 ? `. ${count(one.stored)} stay, refunded since` : ''}`;
  if (one.note !== null) return one.note;
  const parts = [
    one.refunded > 0 && `${count(one.refunded)} refunded`,
    one.alreadyThere > 0 && `${count(one.alreadyThere)} already there`,
    one.leftOut > 0 && `${count(one.leftOut)} left out`,
    one.rejected > 0 && `${count(one.rejected)} rejected`,
  ].filter((part) => part !== false);
  return ['Imported', ...parts].join(', ');
}

function StateLine({ one }: { readonly one: SalesImport }) {
  if (!isAtWork(one)) return <span className="dim text-13">{stateText(one)}</span>;
  const text = `${stateText(one)}: ${Math.floor(one.progress * 100)}%`;
  return (
    <span className="block">
      <span className="dim text-13">{text}</span>
      <progress className="progress-bar" value={one.progress} aria-label={text} />
    </span>
  );
}

/** Downloads the lines that could not be stored, to be corrected in the file. */
function RejectedLines({ venueId, one }: { readonly venueId: string; readonly one: SalesImport }) {
  const { running, failure, start } = useDownload();
  const download = () =>
    start(async (signal) => ({
      fileName: `${one.fileName.replace(/\.csv$/i, '')}.rejected.csv`,
      file: await fetchRejectedLines(venueId, one.id, signal),
    }));
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        className={styles['rejected']}
        leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
        aria-label={`Download rejected lines of ${one.fileName}`}
        loading={running}
        onClick={download}
      >
        Rejected lines
      </Button>
      {failure !== undefined && (
        <span role="alert" className="out text-13 block">
          {failure}
        </span>
      )}
    </>
  );
}

async function takeBack(venueId: string, one: SalesImport): Promise<void> {
  const isSure = await confirm({
    text: `Take back the import of ${one.fileName}?`,
    details: [
      `${count(one.stored)} sales and ${formatMoney(one.amount)} before tax and tips leave all reports.`,
      'Sales that were refunded in Barback since stay.',
      'The file can be imported again.',
    ],
    confirmLabel: 'Take back',
    danger: true,
  });
  if (isSure) await attempt(`take back ${one.id}`, () => takeBackImport(venueId, one.id));
}

const canBeTakenBack = (one: SalesImport): boolean =>
  one.state === 'stopped' || (one.state === 'done' && one.stored + one.refunded > 0);

const importColumns = (venueId: string): DataColumn<SalesImport>[] => [
  {
    id: 'file',
    header: 'File',
    chars: 24,
    cell: (one) => (
      <>
        <bdi className="medium break-anywhere block">{one.fileName}</bdi>
        <StateLine one={one} />
        {one.hasRejectedLines && !isAtWork(one) && <RejectedLines venueId={venueId} one={one} />}
      </>
    ),
  },
  {
    id: 'unit',
    header: 'Unit',
    width: 150,
    from: 'wide',
    cell: ({ unitNumber, unitName }) => unitTitle({ unitNumber, name: unitName }),
    folded: ({ unitNumber, unitName }) => unitTitle({ unitNumber, name: unitName }),
  },
  {
    id: 'started',
    header: 'Started',
    width: 210,
    from: 'wide',
    cell: ({ startedAt }) => <Time at={startedAt} />,
    folded: ({ startedAt }) => <Time at={startedAt} />,
  },
  {
    id: 'sales',
    header: 'Sales',
    align: 'end',
    width: 100,
    from: 'medium',
    cell: ({ stored }) => count(stored),
    folded: ({ stored }) => `${count(stored)} sales`,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    width: 140,
    from: 'medium',
    cell: (one) => (one.state === 'taken back' ? '–' : formatMoney(one.amount)),
    folded: (one) => (one.state === 'taken back' ? null : formatMoney(one.amount)),
  },
  {
    id: 'operation',
    header: 'Operation',
    align: 'end',
    width: 124,
    cell: (one) =>
      canBeTakenBack(one) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Take back ${one.fileName}`}
          onClick={() => void takeBack(venueId, one)}
        >
          Take back
        </Button>
      ),
  },
];

const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>{formatInZone(Date.parse(at), guessedTimezone().timezone)}</time>
);
