import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import { drinkStatisticsQuery, type SalesRange } from '../../../api/reports.ts';
import { paths } from '../../../paths.ts';
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

/** @param range the looked-up range; undefined before the first lookup */
export default function PopularDrinks({ range }: { readonly range: SalesRange | undefined }) {
  const { from, to, period, venue, unit, timezone, days } = useSearch({ from: '/salesreports/$' });
  const hrefOf = (drink: string) =>
    paths.salesReport({ from, to, period, venue, unit, timezone, days, drink });
  const [measure, setMeasure] = useState<Measure>('quantity');
  const result = useQuery({
    ...drinkStatisticsQuery(range ?? { venueId: '', startDate: 0, endDate: 0 }),
    enabled: range !== undefined,
  });
  return (
    <Loaded
      of={loadState(result, { what: 'drinks' })}
      pending={<Loading />}
      empty={<EmptyState icon={IconChartBar}>{reportMessages.noStatistics}</EmptyState>}
    >
      {(drinks) => (
        <>
          <div className={styles['measures']}>
            <SegmentedChoice
              label="What the bars show"
              options={measures}
              value={measure}
              onChange={setMeasure}
            />
          </div>
          <Suspense fallback={<Loading />}>
            <DrinkChart drinks={drinks} measure={measure} hrefOf={hrefOf} />
          </Suspense>
        </>
      )}
    </Loaded>
  );
}
