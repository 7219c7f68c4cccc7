import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { todayIn } from '../../../lib/day-range.ts';
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
import { nightAt } from '../../../rules/nights/nights.ts';
import { daysOfSpan } from '../../../rules/reports/report-spans.ts';
import { weekdayNumber } from '../../../rules/venues/first-weekday.ts';
import { type Loss, type LostIngredient, lossQuery } from '../../api/loss.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { daysText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { InlineSelect } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Link, LinkButton } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { spanOf, spans, usualSpan } from './loss-spans.ts';
import styles from './loss-screen.module.css';

const LossBars = lazy(() => import('./loss-bars.tsx'));

/** Pours of the ingredients of a venue against their sales. */
export default function LossScreen() {
  const { span: chosen } = useSearch({ from: '/reports/loss' });
  const navigate = useNavigate();
  const span = spanOf(chosen);
  const { active, state: venues } = useVenues();
  const { state: clock, rules } = useNightRules(active?.id, [venues]);
  const nowMs = useNow();
  const { timezone } = guessedTimezone();
  const today = rules ? nightAt(rules, nowMs).day : todayIn(timezone, nowMs);
  const days = daysOfSpan(span, today, weekdayNumber[active?.firstWeekday ?? 'monday']);
  const result = useQuery({
    ...lossQuery(active?.id ?? '', { ...days, timezone: rules ? undefined : timezone }),
    enabled: rules !== undefined && active !== undefined,
  });
  const state = loadState(result, {
    what: 'loss report',
    after: [venues, clock],
    isEmpty: ({ ingredients }) => ingredients.length === 0,
  });
  const label = `Loss, ${daysText(days.from, days.to)}`;
  return (
    <>
      <PageHeader
        title="Loss"
        auditLog={<Link href={paths.reports}>All reports</Link>}
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
          <InlineSelect
            aria-label="Days"
            value={span}
            data={spans}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                to: '.',
                href: paths.loss({ span: value === usualSpan ? undefined : value }),
                replace: true,
                resetScroll: false,
              })
            }
          />
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
        <ul>
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
