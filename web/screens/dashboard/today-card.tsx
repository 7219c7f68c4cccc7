/** Today's sales: one main figure and three secondary ones. */
import { Button } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { useMemo } from 'react';
import { dayName, weekdayOf } from '../../../lib/day-name.ts';
import { formatCents, formatMoney, toCents } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { spanText } from '../../../rules/nights/night-text.ts';
import { unitInText, unitKind, unitTitle } from '../../../rules/units/unit-names.ts';
import type { Overview } from '../../api/venues.ts';
import { agoText } from '../../components/date-text.ts';
import { HeadlineFigure, HeadlineFigures } from '../../components/headline-figures.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, ProgressLine, SkeletonLine } from '../../ui/page.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { type LoadState, rowsOf } from '../../ui/load-state.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './today-card.module.css';

interface TodayCardProps {
  readonly overview: Overview | undefined;
  readonly refreshing: boolean;
}

const whole = (count: number | undefined) => count?.toLocaleString('en-US');
const money = (dollars: number | undefined) =>
  dollars === undefined ? undefined : formatMoney(dollars);

const spanOf = ({ start, end, timezone }: NonNullable<Overview['night']>): string =>
  spanText({ startMs: Date.parse(start), endMs: Date.parse(end), timezone });

/** A night of another length says so: `Sat, Oct 31 (25 hours)`. */
const dayOf = ({ day, night }: Overview): string =>
  night && night.hours !== 24 ? `${dayName(day)} (${night.hours} hours)` : dayName(day);

export function TodayCard({ overview, refreshing }: TodayCardProps) {
  const withMoney = may('money.read');
  // The running business day: until it is known, nothing leads to its sales.
  const day = overview?.day;
  const today = { from: day, to: day, timezone: guessedTimezone().label };
  const sales = paths.salesReport(today);
  return (
    <div className="relative">
      <ProgressLine active={refreshing} />
      <Card
        title="Today so far"
        actions={
          // Remounted when loaded, so that a text of another length causes no layout shift.
          <div key={overview ? 'day' : 'loading'} className={styles['head']}>
            <span
              className="dim text-13"
              title={overview?.night ? spanOf(overview.night) : undefined}
            >
              {overview ? dayOf(overview) : <SkeletonLine width={11} />}
            </span>
            {may('reports.read') && <SalesTodayLink href={overview && sales} />}
          </div>
        }
      >
        <HeadlineFigures isLoading={overview === undefined}>
          {withMoney && (
            <HeadlineFigure
              main
              href={sales}
              label="Gross volume"
              value={money(overview?.grossVolume)}
              beside={overview ? volumeBeside(overview) : <SkeletonLine width={30} />}
            />
          )}
          <HeadlineFigure
            main={!withMoney}
            href={sales}
            label="Orders"
            value={whole(overview?.orders)}
            beside={overview ? ordersBeside(overview) : <SkeletonLine width={24} />}
          />
          <HeadlineFigure label="Servings" href={sales} value={whole(overview?.servings)} />
          {withMoney && (
            <HeadlineFigure
              label="Refunds"
              href={paths.salesReport({ ...today, show: 'refunded' })}
              value={money(overview?.refunds)}
            />
          )}
        </HeadlineFigures>
      </Card>
    </div>
  );
}

interface SalesTodayLinkProps {
  /** undefined while loading. */
  readonly href: string | undefined;
}

function SalesTodayLink({ href }: SalesTodayLinkProps) {
  const look = { size: 'compact-sm', variant: 'default', children: 'Sales today' } as const;
  return href === undefined ? <Button disabled {...look} /> : <LinkButton href={href} {...look} />;
}

// Labels comparing today with the same hours a week before.

/** `last Saturday by now`, for a Saturday as YYYY-MM-DD. */
const weekBefore = (day: string): string => `last ${weekdayOf(day)} by now`;

/** `$19.52 less than last Saturday by now`, and without which units. */
export function volumeBeside(overview: Overview): string {
  const { day, orders, weekBefore: before, sameUnits } = overview;
  const then = weekBefore(day);
  if (orders === 0 && before.orders === 0) return 'Nothing sold today yet';
  const none = noneBefore(overview);
  if (none !== null) return none;
  if (orders === 0)
    return `Nothing sold today yet; it was ${formatMoney(before.grossVolume)} ${then}${withoutText(overview)}`;
  const moreCents = toCents(sameUnits.grossVolume) - toCents(before.grossVolume);
  const beside =
    moreCents === 0
      ? `As much as ${then}`
      : `${formatCents(Math.abs(moreCents))} ${moreCents > 0 ? 'more' : 'less'} than ${then}`;
  return beside + withoutText(overview);
}

/** `12 more than last Saturday by now`, and without which units. */
export function ordersBeside(overview: Overview): string {
  const { day, weekBefore: before, sameUnits } = overview;
  const then = weekBefore(day);
  const more = sameUnits.orders - before.orders;
  const count = Math.abs(more).toLocaleString('en-US');
  const beside =
    more === 0 ? `As many as ${then}` : `${count} ${more > 0 ? 'more' : 'fewer'} than ${then}`;
  return noneBefore(overview) ?? beside + withoutText(overview);
}

/** Why nothing is compared; null where something is. */
function noneBefore({ day, weekBefore: before, sameUnits }: Overview): string | null {
  if (before.orders > 0) return null;
  const isAllOut = sameUnits.leftOut.length > 0 && sameUnits.orders === 0;
  return isAllOut ? compareMessages.allLeftOut : `No sales ${weekBefore(day)}`;
}

/** `, without unit 1042`; empty where all units are compared. */
function withoutText({ sameUnits: { leftOut } }: Overview): string {
  const [first, ...more] = leftOut;
  if (!first) return '';
  const { unitNumber, unitName: name } = first;
  return more.length === 0
    ? `, without ${unitInText({ unitNumber, name })}`
    : `, without ${leftOut.length} units`;
}

type UnitToday = Overview['units'][number];

interface UnitsCardProps {
  readonly venueId: string;
  readonly overview: LoadState<Overview>;
  /** Time of the overview data, in epoch milliseconds. */
  readonly asOfMs: number;
  /** IANA name. */
  readonly timezone: string;
}

function columnsAt(
  venueId: string,
  nowMs: number,
  timezone: string,
  day: string | undefined,
): DataColumn<UnitToday>[] {
  const ofUnit = (unitNumber: number, text: string) =>
    may('reports.read') ? (
      <Link
        plain
        href={paths.salesReport({
          from: day,
          to: day,
          venue: venueId,
          unit: String(unitNumber),
          timezone: guessedTimezone().label,
        })}
      >
        {text}
      </Link>
    ) : (
      text
    );
  const lastSold = ({ lastSoldAt }: UnitToday) => {
    if (lastSoldAt === null) return <span className="dim">Never sold</span>;
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
    cell: ({ unitNumber, grossVolume }) => ofUnit(unitNumber, formatMoney(grossVolume)),
  };
  return [
    {
      id: 'unit',
      header: 'Unit',
      chars: 6,
      cell: ({ unitNumber, unitName, category }) => (
        <>
          <Link href={paths.unit(unitNumber, venueId)} className={styles['number']}>
            {unitTitle({ unitNumber, name: unitName })}
          </Link>
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
      cell: ({ unitNumber, orders }) => ofUnit(unitNumber, orders.toLocaleString('en-US')),
      folded: ({ orders }) => (orders === 1 ? '1 order' : `${orders} orders`),
    },
    ...(may('money.read') ? [volume] : []),
  ];
}

/** Units of the venue with the time of their last sale and today's sales. */
export function UnitsCard({ venueId, overview, asOfMs, timezone }: UnitsCardProps) {
  // The page clock may be up to a minute behind the response.
  const nowMs = Math.max(useNow(), asOfMs);
  const day = overview.state === 'data' ? overview.data.day : undefined;
  const columns = useMemo(
    () => columnsAt(venueId, nowMs, timezone, day),
    [venueId, nowMs, timezone, day],
  );
  return (
    <Card flush title="Units today">
      <DataTable
        label="Units today"
        columns={columns}
        of={rowsOf(overview, ({ units }) => units)}
        rowKey={({ unitId }) => unitId}
        skeletonRows={2}
        twoLines
        empty={
          <EmptyState
            icon={IconCpu}
            action={<LinkButton href={paths.venue(venueId)}>Add unit</LinkButton>}
          >
            This venue has no units yet.
          </EmptyState>
        }
      />
    </Card>
  );
}
