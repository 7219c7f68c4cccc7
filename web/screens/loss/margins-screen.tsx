import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import {
  cornerLabels,
  corners,
  cornerTexts,
  marginMessages,
  pourCostText,
} from '../../../rules/loss/margins.ts';
import { type Margins, marginsQuery } from '../../api/loss.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { daysText } from '../../components/date-text.ts';
import { ListCard } from '../../components/list-card.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import styles from './loss-screen.module.css';
import { SpanChoice, useSpanDays } from './span-days.tsx';

const MarginPoints = lazy(() => import('./margin-points.tsx'));

/** Margins of the drinks of a venue, and which of them sell. */
export default function MarginsScreen() {
  const { span: chosen } = useSearch({ from: '/reports/margins' });
  const { span, venueId, days, isKnown, after } = useSpanDays(chosen);
  const result = useQuery({ ...marginsQuery(venueId, days), enabled: isKnown });
  const state = loadState(result, {
    what: 'margins',
    after,
    isEmpty: ({ drinks }) => drinks.length === 0,
  });
  const label = `Margins, ${daysText(days.from, days.to)}`;
  return (
    <>
      <PageHeader
        title="Margins"
        breadcrumb={<Link href={paths.loss()}>Loss</Link>}
        context={
          <ContextLine>
            <VenueName />
          </ContextLine>
        }
        actions={
          <LinkButton variant="default" href={paths.costs}>
            Costs
          </LinkButton>
        }
      />
      <div className="stack gap-18">
        <div className={styles['days']}>
          <SpanChoice span={span} addressOf={paths.margins} />
        </div>
        <Card title={label}>
          <div className={styles['bars']}>
            <Loaded
              of={state}
              pending={<Pending />}
              empty={<EmptyState>{marginMessages.none}</EmptyState>}
            >
              {(margins) =>
                margins.drinks.every(({ margin }) => margin === null) ? (
                  <EmptyState action={<LinkButton href={paths.costs}>Add costs</LinkButton>}>
                    {marginMessages.noCosts}
                  </EmptyState>
                ) : (
                  <Suspense fallback={<Pending />}>
                    <MarginPoints of={margins} label={label} />
                  </Suspense>
                )
              }
            </Loaded>
          </div>
          {state.state === 'data' && <Notes of={state.data} />}
        </Card>
        {state.state === 'data' && (
          <ListCard
            label="Margins by drink"
            columns={columns}
            of={{ ...state, data: state.data.drinks }}
            rowKey={({ drinkIds }) => drinkIds.join(' ')}
            empty={null}
            foot={
              <TableFileButton
                of="the margins"
                file={{
                  name: `margins-${days.from}-${days.to}`,
                  head: [
                    'Drink',
                    'Price',
                    'Cost',
                    'Margin',
                    'Share of cost',
                    'Glasses',
                    'Earned',
                    'Corner',
                  ],
                  rows: state.data.drinks.map((drink) => [
                    drink.name,
                    drink.price,
                    drink.cost,
                    drink.margin,
                    drink.pourCostRatio,
                    drink.glasses,
                    drink.earned,
                    drink.corner === null ? null : cornerLabels[drink.corner],
                  ]),
                }}
              />
            }
          />
        )}
      </div>
    </>
  );
}

const Pending = () => (
  <p aria-busy="true">
    <SkeletonLine width={24} />
  </p>
);

function Notes({ of: { drinks, middle } }: { readonly of: Margins }) {
  const without = drinks.filter(({ margin }) => margin === null).length;
  const isKnown = without < drinks.length;
  return (
    <div className="stack gap-8">
      {middle && (
        <ul className="bullets">
          {corners.map((corner) => (
            <li key={corner}>
              <b>{cornerLabels[corner]}</b> {cornerTexts[corner]}
            </li>
          ))}
        </ul>
      )}
      {isKnown && middle === null && <p>{marginMessages.tooFew}</p>}
      {isKnown && without > 0 && (
        <p>
          {marginMessages.someWithout(without)} <Link href={paths.costs}>Add costs</Link>
        </p>
      )}
      <p className="dim">{marginMessages.basis}</p>
    </div>
  );
}

type Drink = Margins['drinks'][number];

const moneyText = (amount: number | null): string => (amount === null ? '–' : formatMoney(amount));

const columns: DataColumn<Drink>[] = [
  {
    id: 'name',
    header: 'Drink',
    chars: 16,
    cell: ({ name, corner, cost }) => (
      <>
        <bdi className="break-anywhere">{name}</bdi>
        <br />
        <span className="dim">
          {cost === null ? 'Cost not known' : corner === null ? '' : cornerLabels[corner]}
        </span>
      </>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    width: 92,
    chars: 6,
    from: 'medium',
    cell: ({ price }) => formatMoney(price),
    folded: ({ price }) => `Price ${formatMoney(price)}`,
  },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    width: 92,
    chars: 6,
    from: 'medium',
    cell: ({ cost }) => moneyText(cost),
    folded: ({ cost }) => (cost === null ? null : `Cost ${formatMoney(cost)}`),
  },
  {
    id: 'margin',
    header: 'Margin',
    align: 'end',
    width: 92,
    chars: 6,
    cell: ({ margin }) => moneyText(margin),
  },
  {
    id: 'ratio',
    header: 'Share of cost',
    align: 'end',
    width: 124,
    chars: 5,
    from: 'wide',
    cell: ({ pourCostRatio }) => pourCostText(pourCostRatio),
    folded: ({ pourCostRatio }) =>
      pourCostRatio === null ? null : `Share of cost ${pourCostText(pourCostRatio)}`,
  },
  {
    id: 'glasses',
    header: 'Glasses',
    align: 'end',
    width: 92,
    chars: 5,
    from: 'medium',
    cell: ({ glasses }) => glasses.toLocaleString('en-US'),
    folded: ({ glasses }) => `${glasses.toLocaleString('en-US')} glasses`,
  },
  {
    id: 'earned',
    header: 'Earned',
    align: 'end',
    width: 112,
    chars: 8,
    cell: ({ earned }) => moneyText(earned),
  },
];
