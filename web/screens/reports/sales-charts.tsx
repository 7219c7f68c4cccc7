/** Charts of the active venue; loaded when the screen is shown. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { InlineSelect } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { useSetAddress } from '../../ui/link.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { BreakdownCard } from './breakdown-card.tsx';
import { type Charted, daysOf, measures, periods, readCharted } from './chart-period.ts';
import { HeatMapCard } from './heat-map-card.tsx';
import { MixCard } from './mix-card.tsx';
import { weekdayNumber } from '../../../rules/venues/first-weekday.ts';
import { SeriesCard } from './series-card.tsx';
import styles from './reports-screen.module.css';

export default function SalesCharts() {
  const search = useSearch({ from: '/reports' });
  const setAddress = useSetAddress();
  const charted = readCharted(search);
  const { state: venues, active } = useVenues();
  const { state: clock, rules, timezone } = useNightRules(active?.id, [venues]);
  const [sameUnits, setSameUnits] = useState(true);
  const nowMs = useNow();
  const zone = guessedTimezone().timezone;
  const change = (to: Partial<Charted>) => {
    const { period, measure } = { ...charted, ...to };
    setAddress(
      paths.at(paths.reports, {
        ...search,
        period: period === 'week' ? undefined : period,
        measure: measure === 'gross' ? undefined : measure,
      }),
    );
  };
  const of = {
    ...charted,
    days: daysOf(charted.period, rules ?? null, nowMs),
    venueId: rules === undefined ? undefined : active?.id,
    /** Of calendar days, for a venue without a clock. */
    calendarZone: rules ? undefined : zone,
    timezone: timezone ?? zone,
    firstWeekday: weekdayNumber[active?.firstWeekday ?? 'monday'],
    after: [venues, clock],
    sameUnits,
    onSameUnits: setSameUnits,
  };
  return (
    <>
      <div className={styles['choices']}>
        <SegmentedChoice
          label="Period"
          options={periods}
          value={charted.period}
          onChange={(period) => change({ period })}
        />
        <InlineSelect
          aria-label="Figure"
          value={charted.measure}
          data={Object.entries(measures).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) =>
            change({ measure: readCharted({ measure: currentTarget.value }).measure })
          }
        />
      </div>
      <SeriesCard {...of} />
      <HeatMapCard {...of} />
      <MixCard {...of} />
      <BreakdownCard />
    </>
  );
}
