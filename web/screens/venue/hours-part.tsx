import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { latestCloseMinutes, weekdays } from '../../../rules/nights/opening-hours.ts';
import { timeOfDayText } from '../../../rules/nights/night-text.ts';
import { clockText, parseClockText } from '../../../rules/nights/venue-clock.ts';
import { hoursQuery, updateHoursMutation } from '../../api/nights.ts';
import type { Hours } from '../../api/nights.ts';
import { attempt } from '../../components/attempt.ts';
import { Lost } from '../../components/lost.tsx';
import { may } from '../../session/permissions.ts';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './clock-card.module.css';

type DayHours = Hours[number];

const step = 30;
const usualMinutes = 8 * 60;
/** Weeks start on Monday here, because a weekend is read in one piece. */
const shown = [1, 2, 3, 4, 5, 6, 0];

/** Half hours between these, and a stored one that is none. */
function choices(from: number, to: number, stored: string) {
  const texts = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, nth) =>
    clockText(from + nth * step),
  );
  return (texts.includes(stored) ? texts : [stored, ...texts]).map((text) => ({
    value: text,
    label: timeOfDayText(minutesOf(text)),
  }));
}

const minutesOf = (text: string): number => parseClockText(text, latestCloseMinutes) ?? 0;

interface RowProps {
  readonly weekday: number;
  readonly hours: readonly DayHours[];
  readonly onChange: (hours: readonly DayHours[]) => void;
}

/** The first hours of a weekday can be changed; more than one are shown as they are. */
function HoursRow({ weekday, hours, onChange }: RowProps) {
  const name = weekdays[weekday] ?? '';
  const [first, ...more] = hours;
  const disabled = !may('settings.write');
  const open = (opens: string) => {
    if (opens === '') return onChange([]);
    const from = minutesOf(opens);
    const length = first ? minutesOf(first.closes) - minutesOf(first.opens) : usualMinutes;
    const to = Math.min(latestCloseMinutes, from + length);
    onChange([{ weekday, opens, closes: clockText(to) }, ...more]);
  };
  return (
    <li>
      <span className={styles['weekday']}>{name}</span>
      <div className={styles['times']}>
        <SelectField
          label=""
          aria-label={`${name} opens at`}
          value={first?.opens ?? ''}
          disabled={disabled}
          data={[{ value: '', label: 'Closed' }, ...choices(0, 1410, first?.opens ?? '00:00')]}
          onChange={({ currentTarget }) => open(currentTarget.value)}
        />
        {first && (
          <>
            <span className={styles['dim']}>to</span>
            <SelectField
              label=""
              aria-label={`${name} closes at`}
              value={first.closes}
              disabled={disabled}
              data={choices(
                minutesOf(first.opens) + step,
                Math.min(latestCloseMinutes, minutesOf(first.opens) + 1440),
                first.closes,
              )}
              onChange={({ currentTarget }) =>
                onChange([{ ...first, closes: currentTarget.value }, ...more])
              }
            />
          </>
        )}
        {more.map(({ opens, closes }) => (
          <span key={opens} className={styles['dim']}>
            and {timeOfDayText(minutesOf(opens))} to {timeOfDayText(minutesOf(closes))}
          </span>
        ))}
      </div>
    </li>
  );
}

/** Seven rows, each saved when it is changed. */
export function HoursPart({ venueId }: { readonly venueId: string }) {
  const { data, error, refetch } = useQuery(hoursQuery(venueId));
  const { mutateAsync: save } = useMutation(updateHoursMutation(venueId));
  const [isEntering, setEntering] = useState(false);
  if (!data) {
    return error ? (
      <Lost what="opening hours" error={error} onRetry={refetch} />
    ) : (
      <SkeletonLine width={20} />
    );
  }
  const { hours } = data;
  if (hours.length === 0 && !isEntering) {
    return (
      <div className={styles['empty']}>
        <p>Not entered yet.</p>
        {may('settings.write') && (
          <Button variant="default" size="xs" onClick={() => setEntering(true)}>
            Enter opening hours
          </Button>
        )}
      </div>
    );
  }
  return (
    <ul className={styles['rows']}>
      {shown.map((weekday) => (
        <HoursRow
          key={weekday}
          weekday={weekday}
          hours={hours.filter((one) => one.weekday === weekday)}
          onChange={(changed) => {
            const others = hours.filter((one) => one.weekday !== weekday);
            void attempt(`hours of ${venueId}`, () => save([...others, ...changed]));
          }}
        />
      ))}
    </ul>
  );
}
