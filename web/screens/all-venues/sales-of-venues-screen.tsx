/** Single sales of all venues in the order of time, each by its own clock. */
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { dayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { isDrinkShown, isFilter } from '../../../rules/reports/sale-filter.ts';
import {
  isPageOfVenues,
  refetchVenuesPage,
  type SalesOfVenues,
  salesOfVenuesQuery,
  type SalesPage,
  salesPageSize,
} from '../../api/reports.ts';
import { HeadlineFigure, HeadlineFigures } from '../../components/headline-figures.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { Money, Poured, SaleTime, Status } from '../../components/sales/sale-cells.tsx';
import { lineTotal } from '../../components/sales/sale-rows.ts';
import { SalesTools } from '../../components/sales/sales-tools.tsx';
import { readView, toViewSearch } from '../../components/sales/sales-view.ts';
import { TimePaging } from '../../components/sales/time-paging.tsx';
import { zoneText } from '../../components/timezone-choice.ts';
import { effectiveOwnerId } from '../../context/owner-context.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Link, LinkButton, useSetAddress } from '../../ui/link.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { periods, periodSearch, usePeriod } from './period.ts';
import { VenuesCsvButton } from './venues-csv-button.tsx';

type Sale = SalesOfVenues['sales'][number];

interface Row {
  readonly key: string;
  readonly sale: Sale;
  readonly drink: Sale['drinks'][number];
  readonly index: number;
}

export default function SalesOfVenuesScreen() {
  const search = useSearch({ from: '/owner/sales' });
  const setAddress = useSetAddress();
  const { period, from, to, timezone, clock } = usePeriod(search.period);
  const view = readView(search);
  const days = { ownerId: effectiveOwnerId() ?? undefined, from, to, timezone };
  const result = useQuery({
    ...salesOfVenuesQuery(days, view),
    enabled: clock.rules !== undefined,
    placeholderData: (before, previous) =>
      previous && isPageOfVenues(days, previous) ? before : undefined,
  });
  const state = loadState(result, { what: 'sales', after: [clock.state], isEmpty: () => false });
  const report = result.data;
  const open = (next: SalesPage, chosen = period) =>
    setAddress(paths.salesOfVenues({ ...periodSearch(chosen), ...toViewSearch(next) }), {
      push: true,
    });
  const { show, drink } = view;
  const rows = rowsOf(state, ({ sales }) =>
    sales.flatMap((sale) =>
      sale.drinks
        .map((one, index): Row => ({ key: `${sale.id} ${index}`, sale, drink: one, index }))
        .filter((row) => isDrinkShown({ show, drink }, row.drink)),
    ),
  );
  const total = report?.pagination.total ?? 0;
  return (
    <>
      <PageHeader
        title="Sales of all venues"
        context={from === to ? dayName(to) : `${dayName(from)} – ${dayName(to)}`}
        actions={
          <>
            {may('reports.export') && <VenuesCsvButton query={days} />}
            <LinkButton variant="default" href={paths.allVenues(period)}>
              All venues
            </LinkButton>
            <SegmentedChoice
              label="Period"
              options={periods}
              value={period}
              onChange={(next) => open({ page: 1, sort: view.sort }, next)}
            />
          </>
        }
      />
      <div className="stack gap-18">
        {state.state !== 'failed' && <Totals report={report} />}
        <ListCard
          label="Sales of all venues"
          columns={columns}
          of={rows}
          rowKey={({ key }) => key}
          skeletonRows={salesPageSize}
          twoLines
          empty={<EmptyState icon={IconReceipt}>{emptyWords(report, view)}</EmptyState>}
          head={
            <SalesTools
              drinks={report?.sales.flatMap((sale) => sale.drinks.map(({ name }) => name)) ?? []}
              sales={report?.sales ?? []}
              view={view}
              onView={open}
            />
          }
          foot={
            <>
              <TimePaging
                read={(page) => refetchVenuesPage(days, page)}
                view={view}
                report={report}
                isNumbered={false}
                onView={open}
              />
              {report && total > 0 && (
                <span className="dim text-13">{footWords(report, view)}</span>
              )}
            </>
          }
        />
      </div>
    </>
  );
}

function Totals({ report }: { readonly report: SalesOfVenues | undefined }) {
  return (
    <Card>
      {/* Remounted when loaded, so that a text of another length causes no layout shift. */}
      <HeadlineFigures key={report ? 'total' : 'loading'} isLoading={!report}>
        <HeadlineFigure
          main
          label="Gross volume"
          value={report && formatMoney(report.grossVolume)}
        />
        <HeadlineFigure label="Orders" value={report?.pagination.total.toLocaleString('en-US')} />
        <HeadlineFigure label="Refunds" value={report && formatMoney(report.totalRefunds)} />
      </HeadlineFigures>
    </Card>
  );
}

function emptyWords(report: SalesOfVenues | undefined, view: SalesPage): string {
  if (!isFilter(view)) return reportMessages.nothingFound;
  return report?.searchedUntil ? reportMessages.noneSoFar : reportMessages.noneMatches;
}

/** How many sales there are and their sum; of refunded ones, what was refunded. */
function footWords(
  { pagination: { total }, grossVolume, totalRefunds }: SalesOfVenues,
  view: SalesPage,
): string {
  if (view.show === 'refunded' && !isFilter({ ...view, show: undefined }))
    return `Sum: ${formatMoney(totalRefunds)} refunded`;
  if (isFilter(view)) return '';
  const count = `${total.toLocaleString('en-US')} ${total === 1 ? 'sale' : 'sales'}`;
  return `${count}, ${view.sort} first · Sum: ${formatMoney(grossVolume)}`;
}

const time = ({ sale }: Row) => <SaleTime date={sale.date} timezone={sale.venue.timezone} />;

const columns: DataColumn<Row>[] = [
  {
    id: 'drink',
    header: 'Drink name',
    chars: 16,
    cell: ({ sale, drink }) => (
      <span className="break-anywhere">
        <Link href={paths.salesReport({ venue: sale.venue.id, order: sale.id })}>
          <bdi>{drink.name}</bdi>
        </Link>
        {drink.quantity > 1 && <span className="dim"> × {drink.quantity}</span>}
        {drink.isDouble && <span className="dim"> double</span>}
      </span>
    ),
  },
  {
    id: 'venue',
    header: 'Venue',
    chars: 14,
    from: 'medium',
    cell: ({ sale: { venue } }) => <bdi title={zoneText(venue.timezone)}>{venue.name}</bdi>,
    folded: ({ sale: { venue } }) => <bdi>{venue.name}</bdi>,
  },
  {
    id: 'price',
    header: 'Price',
    width: 92,
    align: 'end',
    chars: 6,
    cell: ({ drink }) => <Money dollars={lineTotal(drink)} />,
  },
  {
    id: 'tax',
    header: 'Tax',
    width: 70,
    align: 'end',
    from: 'wide',
    chars: 5,
    cell: ({ drink }) => <Money dollars={drink.tax} />,
    folded: ({ drink }) => (drink.tax ? `Tax ${formatMoney(drink.tax)}` : null),
  },
  {
    id: 'tips',
    header: 'Tips',
    width: 70,
    align: 'end',
    from: 'wide',
    chars: 5,
    cell: ({ drink }) => <Money dollars={drink.tips} />,
    folded: ({ drink }) => (drink.tips ? `Tips ${formatMoney(drink.tips)}` : null),
  },
  {
    id: 'status',
    header: 'Status',
    width: 150,
    chars: 10,
    from: 'medium',
    cell: (row) => (
      <span className="flex wrap gap-8">
        <Poured drink={row.drink} />
        <Status row={row} />
      </span>
    ),
    folded: (row) => <Status row={row} />,
  },
  {
    id: 'date',
    header: 'Date',
    width: 132,
    align: 'end',
    from: 'medium',
    leads: true,
    chars: 11,
    cell: time,
    folded: time,
  },
];
