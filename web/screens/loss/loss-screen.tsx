import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import {
  lossAdvice,
  lossLabels,
  lossMessages,
  lossNote,
  lossRows,
  meterText,
  mlText,
  overPourText,
} from '../../../rules/loss/loss-text.ts';
import { lostOf } from '../../../rules/loss/loss.ts';
import { type Loss, type LostIngredient, lossQuery } from '../../api/loss.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { daysText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import styles from './loss-screen.module.css';
import { SpanChoice, useSpanDays } from './span-days.tsx';

const LossBars = lazy(() => import('./loss-bars.tsx'));

/** Pours of the ingredients of a venue against their sales. */
export default function LossScreen() {
  const { span: chosen } = useSearch({ from: '/reports/loss' });
  const { span, venueId, days, isKnown, after } = useSpanDays(chosen);
  const result = useQuery({ ...lossQuery(venueId, days), enabled: isKnown });
  const state = loadState(result, {
    what: 'loss report',
    after,
    isEmpty: ({ ingredients }) => ingredients.length === 0,
  });
  const label = `Loss, ${daysText(days.from, days.to)}`;
  return (
    <>
      <PageHeader
        title="Loss"
        breadcrumb={<Link href={paths.reports}>All reports</Link>}
        context={
          <ContextLine>
            <VenueName />
          </ContextLine>
        }
        actions={
          <>
            <LinkButton variant="default" href={paths.margins()}>
              Margins
            </LinkButton>
            <LinkButton variant="default" href={paths.lossPack()}>
              Comps and spillage
            </LinkButton>
            <LinkButton variant="default" href={paths.costs}>
              Costs
            </LinkButton>
          </>
        }
      />
      <div className="stack gap-18">
        <div className={styles['days']}>
          <SpanChoice span={span} addressOf={paths.loss} />
        </div>
        <Card title={label}>
          <div className={styles['bars']}>
            <Loaded
              of={state}
              pending={<Pending />}
              empty={<EmptyState>{lossMessages.none}</EmptyState>}
            >
              {({ total }) => (
                <Suspense fallback={<Pending />}>
                  <LossBars total={total} label={label} />
                </Suspense>
              )}
            </Loaded>
          </div>
          {state.state === 'data' && <Notes of={state.data} />}
        </Card>
        {state.state === 'data' && (
          <ListCard
            label="Loss by ingredient"
            columns={columns}
            of={{ ...state, data: state.data.ingredients }}
            rowKey={({ ingredientId }) => ingredientId}
            twoLines
            empty={null}
            foot={<TableFileButton of="the loss report" file={fileOf(state.data, days)} />}
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

function Notes({ of: { total, ingredients, meters } }: { readonly of: Loss }) {
  const share = total.ml.poured === 0 ? 0 : total.notMeasuredMl / total.ml.poured;
  const lossNotes = lossRows(total.ml).flatMap(({ name, amount }) => {
    const note = lossNote(name, amount);
    return note === undefined ? [] : `${lossLabels[name]}: ${note}`;
  });
  const nameOf = new Map(ingredients.map(({ ingredientId, name }) => [ingredientId, name]));
  return (
    <div className="stack gap-8">
      {share === 1 && <p>{lossMessages.notMeasured}</p>}
      {share > 0 && share < 1 && <p>{lossMessages.partlyMeasured(share)}</p>}
      {total.cost === null && (
        <p>
          {lossMessages.noCosts} <Link href={paths.costs}>Add costs</Link>
        </p>
      )}
      {lossNotes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {total.isEstimated && <p>{lossMessages.estimated}</p>}
      {meters.length > 0 && (
        <ul className="bullets">
          {meters.map((meter) => (
            <li key={`${meter.unitId} ${meter.position} ${meter.ingredientId}`}>
              {meterText({ ...meter, name: nameOf.get(meter.ingredientId) ?? '' })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const lostText = ({ cost }: LostIngredient): string =>
  cost === null ? '–' : formatMoney(lostOf(cost));

const columns: DataColumn<LostIngredient>[] = [
  {
    id: 'name',
    header: 'Ingredient',
    chars: 16,
    cell: (row) => (
      <>
        <bdi className="break-anywhere">{row.name}</bdi>
        <br />
        <span className="dim">{lossAdvice(row)}</span>
      </>
    ),
  },
  {
    id: 'poured',
    header: 'Poured',
    align: 'end',
    width: 112,
    chars: 7,
    from: 'medium',
    cell: ({ ml }) => mlText(ml.poured),
    folded: ({ ml }) => `Poured ${mlText(ml.poured)}`,
  },
  {
    id: 'overPour',
    header: 'Over-pour',
    align: 'end',
    width: 112,
    chars: 5,
    from: 'medium',
    cell: ({ overPourRatio }) => overPourText(overPourRatio),
    folded: ({ overPourRatio }) => `Over-pour ${overPourText(overPourRatio)}`,
  },
  {
    id: 'missing',
    header: 'Not explained',
    align: 'end',
    width: 132,
    chars: 6,
    from: 'medium',
    cell: ({ ml }) => (ml.unexplained === null ? 'Needs a count' : mlText(ml.unexplained)),
    folded: ({ ml }) =>
      ml.unexplained === null ? null : `Not explained ${mlText(ml.unexplained)}`,
  },
  {
    id: 'lost',
    header: 'Lost',
    align: 'end',
    width: 96,
    chars: 6,
    cell: ({ ml }) => mlText(lostOf(ml)),
  },
  {
    id: 'cost',
    header: 'At cost',
    align: 'end',
    width: 96,
    chars: 6,
    from: 'medium',
    cell: lostText,
    folded: (row) => (row.cost === null ? null : `At cost ${lostText(row)}`),
  },
];

const fileOf = ({ ingredients }: Loss, { from, to }: { from: string; to: string }) => ({
  name: `loss-${from}-${to}`,
  head: [
    'Ingredient',
    ...Object.values(lossLabels).map((name) => `${name} (ml)`),
    'Cleaned away (ml)',
    'Over-pour',
    ...Object.values(lossLabels).map((name) => `${name} (cost)`),
    'Sales',
    'Lost sales',
    'What to do',
  ],
  rows: ingredients.map((row) => [
    row.name,
    ...lossRows(row.ml).map(({ amount }) => amount),
    row.ml.discarded,
    row.overPourRatio,
    ...(row.cost ? lossRows(row.cost) : lossRows(row.ml).map(() => ({ amount: null }))).map(
      ({ amount }) => amount,
    ),
    row.sales,
    row.lostSales,
    lossAdvice(row),
  ]),
});
