import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import { drinkStatisticsQuery, type SalesRange, type SoldByName } from '../../../api/reports.ts';
import { Loaded } from '../../../components/load-error.tsx';
import type { Measure } from './drink-chart.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import styles from '../popular-drinks.module.css';

/** Lazy, because the chart brings its own library. */
const DrinkChart = lazyPart(() => import('./drink-chart.tsx'));

const measures = {
  quantity: 'Quantity',
  totalAmount: 'Total Amount',
} as const satisfies Record<Measure, string>;

const Loading = () => (
  <div className={styles['chart']}>
    <progress aria-label="Loading the chart" />
  </div>
);

/** Table equivalent of the chart for screen readers. */
const SpokenTable = ({ drinks }: { readonly drinks: readonly SoldByName[] }) => (
  // A table is as high as its rows, and would lengthen the page.
  <div className="sr-only">
    <table>
      <caption>Most Popular Drinks</caption>
      <thead>
        <tr>
          <th scope="col">Drink name</th>
          <th scope="col">Quantity</th>
          <th scope="col">Total Amount</th>
        </tr>
      </thead>
      <tbody>
        {drinks.map(({ name, quantity, totalAmount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{quantity}</td>
            <td>{formatMoney(totalAmount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** @param range the looked-up range; undefined before the first lookup */
export default function PopularDrinks({ range }: { readonly range: SalesRange | undefined }) {
  const [measure, setMeasure] = useState<Measure>('quantity');
  const result = useQuery({
    ...drinkStatisticsQuery(range ?? { venueId: '', startDate: 0, endDate: 0 }),
    enabled: range !== undefined,
  });
  return (
    <Loaded
      of={loadState(result, { what: 'drinks' })}
      pending={<Loading />}
      empty={
        <EmptyState icon={<IconChartBar size={22} stroke={1.6} />}>
          {reportMessages.noStatistics}
        </EmptyState>
      }
    >
      {(drinks) => (
        <div className="relative">
          <div className={styles['measures']}>
            <SegmentedChoice
              label="What the bars show"
              options={measures}
              value={measure}
              onChange={setMeasure}
            />
          </div>
          <Suspense fallback={<Loading />}>
            <DrinkChart drinks={drinks} measure={measure} />
          </Suspense>
          <SpokenTable drinks={drinks} />
        </div>
      )}
    </Loaded>
  );
}
