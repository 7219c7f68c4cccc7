import { IconCpu } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { unitKind, unitTitle } from '../../../rules/units/unit-names.ts';
import type { Overview } from '../../api/venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { DataColumn } from '../../ui/data-column.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { useNow } from '../../ui/now.ts';
import { agoText } from '../../components/relative-time.ts';
import styles from './units-card.module.css';

type UnitToday = Overview['units'][number];

interface UnitsCardProps {
  readonly venueId: string;
  readonly overview: Overview | undefined;
  /** Time of the overview data, in epoch milliseconds. */
  readonly asOfMs: number;
  /** IANA name. */
  readonly timezone: string;
}

const noUnits: readonly UnitToday[] = [];

function columnsAt(nowMs: number, timezone: string): DataColumn<UnitToday>[] {
  const lastSold = ({ lastSoldAt }: UnitToday) => {
    if (lastSoldAt === null) return <span className={styles['quiet']}>Never sold</span>;
    const soldMs = Date.parse(lastSoldAt);
    return (
      <time dateTime={lastSoldAt} title={formatInZone(soldMs, timezone)}>
        {agoText(soldMs, nowMs)}
      </time>
    );
  };
  const volume: DataColumn<UnitToday> = {
    id: 'volume',
    header: 'Gross volume',
    width: 108,
    align: 'end',
    chars: 7,
    cell: ({ grossVolume }) => formatMoney(grossVolume),
  };
  return [
    {
      id: 'unit',
      header: 'Unit',
      chars: 6,
      cell: ({ unitNumber, unitName, category }) => (
        <>
          <span className={styles['number']}>
            {unitName === null ? unitNumber : unitTitle({ unitNumber, name: unitName })}
          </span>
          <span className={styles['category']}>{unitKind(category)}</span>
        </>
      ),
    },
    { id: 'lastSold', header: 'Last sold', width: 96, chars: 10, cell: lastSold },
    {
      id: 'orders',
      header: 'Orders',
      width: 72,
      align: 'end',
      from: 'medium',
      chars: 3,
      cell: ({ orders }) => orders.toLocaleString('en-US'),
      folded: ({ orders }) => (orders === 1 ? '1 order' : `${orders} orders`),
    },
    ...(may('money.read') ? [volume] : []),
  ];
}

/** Units of the venue with the time of their last sale and today's sales. */
export function UnitsCard({ venueId, overview, asOfMs, timezone }: UnitsCardProps) {
  // The page clock may be up to a minute behind the response.
  const nowMs = Math.max(useNow(), asOfMs);
  const columns = useMemo(() => columnsAt(nowMs, timezone), [nowMs, timezone]);
  return (
    <Card flush title="Units today">
      <DataTable
        label="Units today"
        columns={columns}
        rows={overview?.units ?? noUnits}
        rowKey={({ unitId }) => unitId}
        status={overview ? 'ready' : 'loading'}
        skeletonRows={2}
        twoLines
        empty={
          <EmptyState
            icon={<IconCpu size={22} stroke={1.6} />}
            action={<LinkButton href={paths.venue(venueId)}>Add unit</LinkButton>}
          >
            This venue has no units yet.
          </EmptyState>
        }
      />
    </Card>
  );
}
