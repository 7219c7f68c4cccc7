/** When the business day of a venue starts, its opening hours and its last nights. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clockQuery } from '../../api/nights.ts';
import { Lost } from '../../components/lost.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { ClockForm } from './clock-form.tsx';
import { HoursPart } from './hours-part.tsx';
import { NightsPart } from './nights-part.tsx';
import clockStyles from './clock-card.module.css';
import styles from './venue-screen.module.css';

export function ClockCard({ venueId }: { readonly venueId: string }) {
  const [zone, setZone] = useState(guessedTimezone().timezone);
  const { data, error, refetch } = useQuery({
    ...clockQuery(venueId, zone),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return (
      <Card title="Clock">
        {error ? (
          <Lost what="clock" error={error} onRetry={refetch} />
        ) : (
          <SkeletonLine width={20} />
        )}
      </Card>
    );
  }
  return (
    <Card title="Clock">
      <ClockForm
        key={`${venueId} ${data.clock?.timezone} ${data.clock?.startsAt}`}
        venueId={venueId}
        state={data}
        onZone={setZone}
      />
      <div className={clockStyles['halves']}>
        <section className={styles['part']}>
          <h3>Opening hours</h3>
          <HoursPart venueId={venueId} />
        </section>
        {data.tonight && (
          <section className={styles['part']}>
            <h3>Last nights</h3>
            <NightsPart venueId={venueId} tonight={data.tonight.day} />
          </section>
        )}
      </div>
    </Card>
  );
}
