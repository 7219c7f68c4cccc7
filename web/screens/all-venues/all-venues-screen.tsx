/** All venues side by side: which one needs somebody, and what each sold. */
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import { changeText, otherText, ratioText } from '../../../rules/compare/compare-text.ts';
import { issueText } from '../../../rules/issues/issue-messages.ts';
import { type VenueComparison, venueComparisonQuery } from '../../api/reports.ts';
import { HeadlineFigure, HeadlineFigures } from '../../components/headline-figures.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { zoneText } from '../../components/timezone-choice.ts';
import { effectiveOwnerId } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { type Period, periods, periodSearch, usePeriod } from './period.ts';
import { VenuesCsvButton } from './venues-csv-button.tsx';
import styles from './all-venues-screen.module.css';

/** Loaded after the screen, with what draws it. */
const VenuesByHour = lazyPart(() => import('./venues-by-hour.tsx'));

type VenueSales = VenueComparison['venues'][number];
type Compared = NonNullable<VenueSales['compared']>;

export default function AllVenuesScreen() {
  const search = useSearch({ from: '/owner' });
  const navigate = useNavigate();
  const { period, from, to, today, timezone, label, clock, venuesState } = usePeriod(search.period);
  const isDay = from === to;
  const against = isDay ? 'weekday' : 'previous';
  const isKnown = clock.rules !== undefined;
  const result = useQuery({
    ...venueComparisonQuery({
      ownerId: effectiveOwnerId() ?? undefined,
      from,
      to,
      timezone,
      against,
    }),
    enabled: isKnown,
  });
  const state = loadState(result, {
    what: 'sales of the venues',
    after: [clock.state],
    isEmpty: ({ venues, missing }) => venues.length + missing.length === 0,
  });
  const report = result.data;
  const other = otherText({ from, to, against, soFar: to === today });
  const zones = new Set(report?.venues.map((one) => one.timezone));
  const columns = columnsFor({ from, to, label, isDay, zones });
  const rows = rowsOf(state, ({ venues }) => venues);
  return (
    <>
      <PageHeader
        title="All venues"
        context={isDay ? dayName(to) : `${dayName(from)} – ${dayName(to)}`}
        actions={
          <>
            {may('reports.export') && (
              <VenuesCsvButton
                query={{ ownerId: effectiveOwnerId() ?? undefined, from, to, timezone }}
              />
            )}
            <LinkButton variant="default" href={paths.salesOfVenues(periodSearch(period))}>
              Sales
            </LinkButton>
            {may('settings.write') && (
              <LinkButton variant="default" href={paths.venues}>
                Manage venues
              </LinkButton>
            )}
            <SegmentedChoice
              label="Period"
              options={periods}
              value={period}
              onChange={(next) =>
                void navigate({
                  to: '.',
                  href: paths.at(paths.allVenues(), {
                    ...search,
                    ...periodSearch(next),
                  }),
                  replace: true,
                })
              }
            />
          </>
        }
      />
      <Loaded of={state.state === 'failed' ? state : venuesState}>{() => null}</Loaded>
      {state.state !== 'failed' && venuesState.state !== 'failed' && (
        <div className="stack gap-18">
          <Total report={report} other={other} period={period} />
          <Card flush>
            <DataTable
              label="Venues"
              columns={columns}
              of={rows}
              rowKey={({ venueId }) => venueId}
              skeletonRows={3}
              twoLines
              empty={<EmptyState icon={IconBuildingStore}>There are no venues to show.</EmptyState>}
            />
          </Card>
          {report && report.venues.length > 1 && (
            <Suspense>
              <VenuesByHour
                venues={report.venues}
                search={search}
                days={{ from, to }}
                timezone={timezone}
              />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}

interface TotalProps {
  /** Undefined while loading. */
  readonly report: VenueComparison | undefined;
  /** What it is compared with: `the 7 days before by now`. */
  readonly other: string;
  readonly period: Period;
}

function Total({ report, other, period }: TotalProps) {
  const missing = report?.missing ?? [];
  const names = new Intl.ListFormat('en-US').format(missing.map(({ name }) => name));
  const total = report?.total;
  const sales = (show?: string) => paths.salesOfVenues({ ...periodSearch(period), show });
  return (
    <Card>
      {/* Remounted when loaded, so that a text of another length causes no layout shift. */}
      <HeadlineFigures key={total ? 'total' : 'loading'} isLoading={!total} mainLines={2}>
        <HeadlineFigure
          main
          label={missing.length > 0 ? `Gross volume without ${names}` : 'Gross volume'}
          value={total && formatMoney(total.gross)}
          href={sales()}
          beside={report ? totalBeside(report, other) : <SkeletonLine width={30} />}
        />
        <HeadlineFigure
          label="Orders"
          value={total?.orders.toLocaleString('en-US')}
          href={sales()}
        />
        <HeadlineFigure
          label="Refunds"
          value={total && formatMoney(total.refunds)}
          href={sales('refunded')}
        />
      </HeadlineFigures>
    </Card>
  );
}

/** `$161.00 more than the 7 days before (+15%)`; of which venues, unless it is all of them. */
export function totalBeside(
  { likeForLike, venues, missing }: Pick<VenueComparison, 'likeForLike' | 'venues' | 'missing'>,
  other: string,
): string {
  if (likeForLike === null) return `Nothing to compare with in ${other}`;
  const { change } = likeForLike;
  const text = changeText({ amount: formatMoney(Math.abs(change.by)), change, other });
  if (likeForLike.venues === venues.length + missing.length) return text;
  const count = likeForLike.venues === 1 ? '1 venue' : `${likeForLike.venues} venues`;
  return `${text}, ${count} that ${likeForLike.venues === 1 ? 'was' : 'were'} open then too`;
}

interface ColumnOptions {
  readonly from: string;
  readonly to: string;
  /** Of the time zone, in addresses. */
  readonly label: string;
  readonly isDay: boolean;
  /** Zones of the venues; each is named where there are several. */
  readonly zones: ReadonlySet<string>;
}

function columnsFor({ from, to, label, isDay, zones }: ColumnOptions): DataColumn<VenueSales>[] {
  const nights: DataColumn<VenueSales> = {
    id: 'nights',
    header: 'By night',
    width: 150,
    from: 'medium',
    chars: 12,
    cell: ({ nights: shown }) => <NightBars nights={shown} />,
    folded: () => null,
  };
  return [
    {
      id: 'venue',
      header: 'Venue',
      chars: 16,
      cell: ({ venueId, name, timezone, missed, issues, firstIssue }) => (
        <span className={styles['venue']}>
          <Link href={paths.salesReport({ from, to, venue: venueId, timezone: label })}>
            <bdi>{name}</bdi>
          </Link>
          <span className="dim text-13 break-anywhere">
            {zones.size > 1 && `${zoneText(timezone)} · `}
            {issues.all === 0 ? (
              'Nothing needs you'
            ) : (
              <Link href={paths.alerts({ venue: venueId })}>
                {issueText(issues.all, firstIssue)}
              </Link>
            )}
          </span>
          {missed && missed.gross > 0 && (
            <span className="dim text-13 break-anywhere">{missedText(missed)}</span>
          )}
        </span>
      ),
    },
    ...(isDay ? [] : [nights]),
    {
      id: 'gross',
      header: 'Gross volume',
      width: 120,
      align: 'end',
      chars: 8,
      cell: ({ venueId, figures }) => (
        <Link plain href={paths.salesReport({ from, to, venue: venueId, timezone: label })}>
          {formatMoney(figures.gross)}
        </Link>
      ),
    },
    {
      id: 'change',
      header: 'Change',
      width: 90,
      align: 'end',
      chars: 6,
      cell: ({ compared, isLikeForLike }) => <Change compared={isLikeForLike ? compared : null} />,
    },
    {
      id: 'orders',
      header: 'Orders',
      width: 80,
      align: 'end',
      from: 'medium',
      chars: 4,
      cell: ({ venueId, figures: { orders } }) => (
        <Link plain href={paths.salesReport({ from, to, venue: venueId, timezone: label })}>
          {orders.toLocaleString('en-US')}
        </Link>
      ),
      folded: ({ figures: { orders } }) => (orders === 1 ? '1 order' : `${orders} orders`),
    },
    {
      id: 'perUnit',
      header: 'Per unit and night',
      width: 110,
      align: 'end',
      from: 'wide',
      chars: 7,
      cell: (row) => perUnitNight(row) ?? '–',
      folded: (row) => {
        const amount = perUnitNight(row);
        return amount === null ? null : `${amount} per unit and night`;
      },
    },
  ];
}

/** Gross volume for each night on which a unit sold; null without any. */
export function perUnitNight({ figures, unitNights }: Pick<VenueSales, 'figures' | 'unitNights'>) {
  return unitNights ? formatMoney(figures.gross / unitNights) : null;
}

/** `About $99.00 missed while unit 1001 was offline for 3 hours`. */
export function missedText({ gross, units }: NonNullable<VenueSales['missed']>): string {
  const about = `About ${formatMoney(gross)} missed while`;
  const [first, ...more] = units;
  if (!first) return '';
  if (more.length > 0) return `${about} ${units.length} units were offline`;
  const hours = first.hours === 1 ? 'an hour' : `${first.hours.toLocaleString('en-US')} hours`;
  return `${about} ${first.name ?? `unit ${first.unitNumber}`} was offline for ${hours}`;
}

function Change({ compared }: { readonly compared: Compared | null }) {
  if (compared === null) return <span className="dim">–</span>;
  const { by, ratio } = compared.change;
  if (by === 0) return <span className="dim">0%</span>;
  return (
    <span className={styles['change']} data-less={by < 0}>
      {ratio === null ? `+${formatMoney(by)}` : ratioText(ratio)}
    </span>
  );
}

/** A bar for each night, the highest of them as high as the cell. */
function NightBars({ nights }: Pick<VenueSales, 'nights'>) {
  const most = Math.max(0, ...nights.map(({ gross }) => gross));
  const best = nights.find(({ gross }) => gross === most);
  const label =
    most === 0 || !best ? 'No sales' : `Best: ${dayName(best.day)}, ${formatMoney(best.gross)}`;
  return (
    <span title={label}>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className={styles['bars']}>
        {nights.map(({ day, gross }) => (
          <span key={day} style={{ height: most === 0 ? 0 : `${(100 * gross) / most}%` }} />
        ))}
      </span>
    </span>
  );
}
