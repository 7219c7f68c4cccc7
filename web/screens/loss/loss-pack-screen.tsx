import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { todayIn } from '../../../lib/day-range.ts';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { lossMessages, mlText, packLabels, wasteCauses } from '../../../rules/loss/loss-text.ts';
import { fetchLossPackCsv, type LossPack, lossPackQuery, type PackLine } from '../../api/loss.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useDownload } from '../../components/use-download.ts';
import { useNightRules, useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { InlineSelect } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Link, useSetAddress } from '../../ui/link.tsx';
import { loaded, loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonCard } from '../../ui/page.tsx';
import styles from './loss-screen.module.css';

const monthsBack = 24;

const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The months until this day, latest first. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: monthsBack }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** Comps and spillage of a month, as a page to print and as a file. */
export default function LossPackScreen() {
  const { month: chosen, each } = useSearch({ from: '/reports/loss-pack' });
  const setAddress = useSetAddress();
  const { active, state: venues } = useVenues();
  const { state: clock, rules } = useNightRules(active?.id, [venues]);
  const zone = useVenueTimezone(active?.id);
  const { timezone } = guessedTimezone();
  const months = monthsUntil(todayIn(zone, useNow()));
  const month = months.find((one) => one === chosen) ?? months[1] ?? '';
  const venueId = active?.id ?? '';
  const query = { month, timezone: rules ? undefined : timezone };
  const result = useQuery({
    ...lossPackQuery(venueId, query),
    enabled: rules !== undefined && active !== undefined,
  });
  const state = loadState(result, {
    what: 'comps and spillage',
    after: [venues, clock],
    isEmpty: ({ lines }) => lines.length === 0,
  });
  const { start, running, failure } = useDownload();
  const show = (search: { month?: string; each?: string | undefined }) =>
    setAddress(paths.lossPack({ month, each, ...search }));
  return (
    <>
      <PageHeader
        title="Comps and spillage"
        breadcrumb={<Link href={paths.loss()}>Loss</Link>}
        context={
          <ContextLine>
            <VenueName />
            <span> · {monthName(month)}</span>
          </ContextLine>
        }
        actions={
          <>
            <Button
              variant="default"
              className={styles['onScreen'] ?? ''}
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
              disabled={state.state !== 'data'}
              loading={running}
              onClick={() =>
                start(async (signal) => ({
                  fileName: `loss-pack-${month}.csv`,
                  file: await fetchLossPackCsv(venueId, query, signal),
                }))
              }
            >
              CSV
            </Button>
            <Button
              variant="default"
              className={styles['onScreen'] ?? ''}
              leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden="true" />}
              disabled={state.state !== 'data'}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </>
        }
      />
      <div className="stack gap-18">
        <div className={styles['choices']}>
          <InlineSelect
            aria-label="Month"
            value={month}
            data={months.map((value) => ({ value, label: monthName(value) }))}
            onChange={({ currentTarget: { value } }) => show({ month: value })}
          />
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={each === '1'}
              onChange={({ currentTarget: { checked } }) =>
                show({ each: checked ? '1' : undefined })
              }
            />
            Show each sale and movement
          </label>
        </div>
        {failure !== undefined && <p role="alert">{failure}</p>}
        <Loaded
          of={state}
          pending={<SkeletonCard />}
          empty={
            <Card>
              <EmptyState>{lossMessages.emptyPack}</EmptyState>
            </Card>
          }
        >
          {(pack) =>
            pack.parts.map((part) => (
              <Part key={part.part} of={part} pack={pack} zone={zone} isEach={each === '1'} />
            ))
          }
        </Loaded>
      </div>
    </>
  );
}

type PackPartSums = LossPack['parts'][number];

interface PartProps {
  readonly of: PackPartSums;
  readonly pack: LossPack;
  readonly zone: string;
  readonly isEach: boolean;
}

function Part({ of, pack, zone, isEach }: PartProps) {
  const label = packLabels[of.part];
  const lines = pack.lines.filter(({ part }) => part === of.part);
  const total: Row = { ...of, name: 'Together', text: '', bottles: null, count: null };
  const rows: Row[] = [...lines.map((line) => ({ ...line, text: causeText(line) })), total];
  const entries = lines.flatMap((line) => line.entries.map((entry) => ({ ...entry, line })));
  const isCut = lines.some(({ count, entries: shown }) => count > shown.length);
  return (
    <Card flush title={label}>
      <DataTable
        label={label}
        columns={columns}
        of={loaded(rows)}
        rowKey={({ name, text, bottles }) => `${name} ${text} ${bottles === null}`}
        empty={null}
      />
      {isEach && (
        <DataTable
          label={`Sales and movements: ${label}`}
          columns={entryColumns(zone)}
          of={loaded(entries)}
          rowKey={({ line, at, orderId, movementId, ml }) =>
            `${line.ingredientId} ${line.cause} ${orderId ?? movementId} ${at} ${ml}`
          }
          empty={null}
        />
      )}
      {isEach && isCut && <p className={styles['note']}>{lossMessages.packCut}</p>}
    </Card>
  );
}

interface Row extends Pick<PackPartSums, 'ml' | 'cost' | 'menuPrice'> {
  readonly name: string;
  /** Cause of failed pours. */
  readonly text: string;
  readonly bottles: number | null;
  readonly count: number | null;
}

const causeText = ({ cause }: PackLine): string => (cause === null ? '' : wasteCauses[cause]);

const moneyText = (amount: number | null): string => (amount === null ? '–' : formatMoney(amount));

const bottlesText = (bottles: number | null): string =>
  bottles === null ? '' : bottles.toLocaleString('en-US', { maximumFractionDigits: 2 });

const sums: DataColumn<Pick<Row, 'ml' | 'cost' | 'menuPrice'>>[] = [
  {
    id: 'ml',
    header: 'Amount',
    align: 'end',
    width: 104,
    chars: 7,
    cell: ({ ml }) => mlText(ml),
  },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    width: 104,
    chars: 7,
    from: 'medium',
    cell: ({ cost }) => moneyText(cost),
    folded: ({ cost }) => (cost === null ? null : `Cost ${formatMoney(cost)}`),
  },
  {
    id: 'menuPrice',
    header: 'Menu price',
    align: 'end',
    width: 116,
    chars: 7,
    from: 'medium',
    cell: ({ menuPrice }) => moneyText(menuPrice),
    folded: ({ menuPrice }) => (menuPrice === null ? null : `Menu price ${formatMoney(menuPrice)}`),
  },
];

const columns: DataColumn<Row>[] = [
  {
    id: 'name',
    header: 'Ingredient',
    chars: 16,
    cell: ({ name, text }) => (
      <>
        <bdi className="break-anywhere">{name}</bdi>
        {text !== '' && <span className="dim">{`, ${text}`}</span>}
      </>
    ),
  },
  {
    id: 'count',
    header: 'Sales or movements',
    align: 'end',
    width: 168,
    chars: 4,
    from: 'wide',
    cell: ({ count }) => count?.toLocaleString('en-US') ?? '',
    folded: ({ count }) => (count ? `${count.toLocaleString('en-US')} sales or movements` : null),
  },
  {
    id: 'bottles',
    header: 'Bottles',
    align: 'end',
    width: 92,
    chars: 4,
    from: 'medium',
    cell: ({ bottles }) => bottlesText(bottles),
    folded: ({ bottles }) => (bottles === null ? null : `${bottlesText(bottles)} bottles`),
  },
  ...sums,
];

type Entry = PackLine['entries'][number] & { readonly line: PackLine };

const entryColumns = (zone: string): DataColumn<Entry>[] => [
  {
    id: 'at',
    header: 'Time',
    width: 240,
    chars: 24,
    cell: ({ at }) => formatInZone(Date.parse(at), zone),
  },
  {
    id: 'what',
    header: 'Sale or movement',
    chars: 16,
    from: 'medium',
    cell: entryText,
    folded: entryText,
  },
  ...sums,
];

function entryText({ line, unit, position, orderId, note }: Entry): string {
  const place = position === null ? unit : `${unit}, position ${position}`;
  const cause = causeText(line);
  const what = orderId === null ? note : `sale ${orderId}`;
  return [line.name, cause, place, what].filter((part) => part !== '').join(', ');
}
