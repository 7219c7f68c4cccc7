import type { ReactNode } from 'react';
import { counted } from '../../../lib/counted.ts';
import { formatMoney } from '../../../lib/money.ts';
import { issueText } from '../../../rules/issues/issue-messages.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/page.tsx';
import type { VenueRow, VenueToday } from './venue-rows.ts';
import styles from './venues-screen.module.css';

/** What is shown of today: a skeleton while it is loading, and a dash where it could not be loaded. */
function ofToday(
  { today }: VenueRow,
  chars: number,
  show: (today: VenueToday) => ReactNode,
): ReactNode {
  if (today === null) return <SkeletonLine width={chars} />;
  return today === undefined ? <span className="dim">–</span> : show(today);
}

const openText = ({ isOpen }: VenueToday): string | null =>
  isOpen === null ? null : isOpen ? 'Open now' : 'Closed now';

interface StateLineProps {
  readonly row: VenueRow;
  /** False where another line says whether the venue is open. */
  readonly withOpen: boolean;
}

/** One line, whatever it says, so that rows keep their height when it arrives. */
const StateLine = ({ row, withOpen }: StateLineProps) => (
  <span className={styles['state']} title={row.today ? stateText(row.today) : undefined}>
    {ofToday(row, 18, (today) => (
      <>
        {withOpen && today.isOpen !== null && <span className="dim">{openText(today)} ·</span>}
        {today.issues.all === 0 ? (
          <span className="dim">{stateText(today)}</span>
        ) : (
          <Link href={paths.alerts({ venue: today.venueId })}>{stateText(today)}</Link>
        )}
      </>
    ))}
  </span>
);

function stateText({ issues, firstIssue, units }: VenueToday): string {
  if (issues.all > 0) return issueText(issues.all, firstIssue);
  return units === 0 ? 'No units yet' : 'Nothing needs you';
}

const gross: DataColumn<VenueRow> = {
  id: 'gross',
  header: 'Gross volume today',
  width: 118,
  align: 'end',
  chars: 8,
  cell: (row) => ofToday(row, 8, ({ figures }) => formatMoney(figures.gross)),
};

const orders: DataColumn<VenueRow> = {
  id: 'orders',
  header: 'Orders today',
  width: 100,
  align: 'end',
  chars: 4,
  cell: (row) => ofToday(row, 4, ({ figures }) => figures.orders.toLocaleString('en-US')),
};

const venue: DataColumn<VenueRow> = {
  id: 'venue',
  header: 'Venue',
  chars: 16,
  cell: ({ venue: { id, name, address } }) => (
    <span className={styles['venue']}>
      <Link href={paths.venue(id)}>
        <bdi>{name}</bdi>
      </Link>
      {address && <span className="dim text-13 break-anywhere">{address}</span>}
    </span>
  ),
};

const todayColumns = (): DataColumn<VenueRow>[] => [
  {
    id: 'state',
    header: 'State',
    width: '40%',
    from: 'medium',
    chars: 18,
    cell: (row) => <StateLine row={row} withOpen />,
    leads: true,
    folded: (row) => <StateLine row={row} withOpen={false} />,
  },
  {
    id: 'units',
    header: 'Units',
    width: 70,
    align: 'end',
    from: 'medium',
    chars: 3,
    cell: (row) => ofToday(row, 3, ({ units }) => units.toLocaleString('en-US')),
    folded: (row) =>
      ofToday(row, 6, (today) =>
        [counted(today.units, 'unit'), openText(today)].filter(Boolean).join(' · '),
      ),
  },
  may('money.read') ? gross : orders,
];

/** Columns of the list, with the figures of today or without. */
export const venueColumns = (withToday: boolean): DataColumn<VenueRow>[] =>
  withToday ? [venue, ...todayColumns()] : [venue];
