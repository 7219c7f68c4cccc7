import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { formatMoney } from '../../../lib/money.ts';
import { ratioText } from '../../../rules/compare/compare-text.ts';
import { chartMessages } from '../../../rules/charts/chart-messages.ts';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { type Mix, mixQuery } from '../../api/charts.ts';
import { Loaded } from '../../components/load-error.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { niceTop, pathOf } from '../../ui/chart/scale.ts';
import { Link } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, EmptyState, SkeletonLine } from '../../ui/page.tsx';
import { reportHref } from './chart-period.ts';
import { type ChartedVenue, placeOf } from './charted.ts';
import styles from './mix-card.module.css';

const few = 10;

/** Share of each drink in the sales, its change and its trend. */
export function MixCard(of: ChartedVenue) {
  const { days, venueId, sameUnits } = of;
  const result = useQuery({
    ...mixQuery({
      ...placeOf(of),
      from: days.from,
      to: days.to,
      against: days.against,
      ...(sameUnits ? {} : { sameUnits: 'false' as const }),
    }),
    enabled: venueId !== undefined,
  });
  const state = loadState(result, {
    what: 'charts',
    after: of.after,
    isEmpty: ({ drinks }) => drinks.length === 0,
  });
  return (
    <Card title="Mix of drinks">
      <Loaded
        of={state}
        pending={
          <p className={styles['about']} aria-busy="true">
            <SkeletonLine width={36} />
          </p>
        }
        empty={<EmptyState>{reportMessages.noStatistics}</EmptyState>}
      >
        {(mix) => <Shown mix={mix} days={days} />}
      </Loaded>
    </Card>
  );
}

const percent = (share: number): string =>
  `${(100 * share).toLocaleString('en-US', { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`;

/** Percentage points. */
const pointsText = (change: number | null): string => {
  if (change === null) return '–';
  const points = Math.round(1000 * change) / 10;
  const size = Math.abs(points).toLocaleString('en-US', { minimumFractionDigits: 1 });
  return points === 0 ? '0.0' : `${points > 0 ? '+' : '−'}${size}`;
};

/** Odds from which a trend is no coincidence. */
const likely = 0.9;

const trendText = (trend: Mix['drinks'][number]['trend']): string => {
  if (!trend || trend.odds < likely) return 'Steady';
  const by = ratioText(Math.abs(trend.slope)).replace('+', '');
  return `${trend.slope > 0 ? 'Rising' : 'Falling'} ${by} a week`;
};

interface ShownProps {
  readonly mix: Mix;
  readonly days: ChartedVenue['days'];
}

function Shown({ mix: { drinks, most, leftOut }, days: { from, to } }: ShownProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? drinks : drinks.slice(0, few);
  const greatest = Math.max(...drinks.map(({ share }) => share), 0.0001);
  const file = {
    name: `mix-${from}-${to}`,
    head: ['Drink name', 'Sales', 'Share', 'Change of share', 'Poured', 'Sales before'],
    rows: drinks.map(({ name, sales, share, shareChange, glasses, other }) => [
      name,
      sales,
      Math.round(10_000 * share) / 10_000,
      shareChange === null ? null : Math.round(10_000 * shareChange) / 10_000,
      glasses,
      other?.sales ?? null,
    ]),
  };
  return (
    <>
      <p className={styles['about']}>
        {chartMessages.mostOfSales(most, drinks.length)}
        {leftOut.length > 0 && ` ${chartMessages.changesWithout(leftOut)}`}
      </p>
      <table className={styles['mix']}>
        <caption className="sr-only">Mix of drinks</caption>
        <thead>
          <tr>
            <th scope="col">Drink name</th>
            <th scope="col">Share</th>
            <th scope="col">
              Change<span className="sr-only"> in percentage points</span>
            </th>
            <th scope="col" data-wide className={styles['trends']}>
              8 weeks
            </th>
            <th scope="col">Sales</th>
            <th scope="col" data-wide>
              Poured
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, share, shareChange, weeks, trend, sales, glasses }) => (
            <tr key={name}>
              <th scope="row">
                <Link href={reportHref(from, to, { currentDrink: name })}>{name}</Link>
              </th>
              <td>
                <span className={styles['share']}>
                  <span aria-hidden="true">
                    <span style={{ inlineSize: `${(100 * share) / greatest}%` }} />
                  </span>
                  {percent(share)}
                </span>
              </td>
              <td data-sign={pointsText(shareChange).charAt(0)}>{pointsText(shareChange)}</td>
              <td data-wide className={styles['trends']}>
                <span className={styles['trend']}>
                  <Sparkline weeks={weeks} />
                  {trendText(trend)}
                </span>
              </td>
              <td>
                <Link plain href={reportHref(from, to, { currentDrink: name })}>
                  {formatMoney(sales)}
                </Link>
              </td>
              <td data-wide>{glasses.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['foot']}>
        {drinks.length > few && (
          <Button size="compact-sm" variant="default" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show ${few}` : `Show all ${drinks.length}`}
          </Button>
        )}
        <TableFileButton of="the mix of drinks" file={file} />
      </div>
    </>
  );
}

const Sparkline = ({ weeks }: { readonly weeks: readonly number[] }) => (
  <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
    <path
      d={pathOf(
        weeks.map((value, nth) => [nth / Math.max(1, weeks.length - 1), value]),
        niceTop(Math.max(...weeks)),
      )}
    />
  </svg>
);
