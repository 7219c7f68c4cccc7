import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import { latestStartMinutes, startStepMinutes } from '../../../../rules/nights/venue-clock.ts';
import styles from '../clock-card.module.css';

const hours = 24;
const noon = 12;
const minutesOfDay = 1440;

/** From noon to noon, so that an evening is in one piece. */
const shownHours = Array.from({ length: hours }, (_, nth) => (nth + noon) % hours);
const ticks = [
  { at: 0, text: '12 PM' },
  { at: 6, text: '6 PM' },
  { at: 12, text: '12 AM' },
  { at: 18, text: '6 AM' },
  { at: 24, text: '12 PM' },
];

interface StartBarProps {
  /** Orders by the hour on the clock. */
  readonly orders: readonly number[];
  /** Start of the day, in minutes after midnight. */
  readonly minutes: number;
  readonly disabled: boolean;
  readonly onChange: (minutes: number) => void;
}

/** Hours in which the venue sells, with the start of the day as a handle between two evenings. */
export function StartBar({ orders, minutes, disabled, onChange }: StartBarProps) {
  const most = Math.max(...orders, 1);
  const isEmpty = orders.every((count) => count === 0);
  const at = (100 * (minutes + minutesOfDay / 2)) / minutesOfDay;
  return (
    <figure className={styles['figure']}>
      <figcaption>
        {isEmpty ? 'No orders in the last 8 weeks yet' : 'Orders of the last 8 weeks, by the hour'}
      </figcaption>
      <div className={styles['bar']}>
        <div aria-hidden="true" className={styles['days']}>
          <span style={{ right: `${100 - at}%` }}>Friday</span>
          <span style={{ left: `${at}%` }}>Saturday</span>
        </div>
        <div aria-hidden="true" className={styles['columns']}>
          {shownHours.map((hour, nth) => {
            const count = orders[hour] ?? 0;
            const startsHere = (minutes + minutesOfDay / 2) / 60 - nth;
            const share = Math.min(1, Math.max(0, startsHere)) * 100;
            return (
              <span
                key={hour}
                style={{
                  height: `${(100 * count) / most}%`,
                  background: `linear-gradient(90deg, var(--accent) ${share}%, var(--next-day) ${share}%)`,
                }}
              />
            );
          })}
        </div>
        <input
          type="range"
          aria-label="Start of the day"
          min={0}
          max={latestStartMinutes}
          step={startStepMinutes}
          value={minutes}
          disabled={disabled}
          aria-valuetext={timeOfDayText(minutes)}
          className={styles['range']}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
        <div
          aria-hidden="true"
          data-disabled={disabled}
          className={styles['handle']}
          style={{ left: `${at}%` }}
        />
      </div>
      <div aria-hidden="true" className="flex justify-between dim text-12 tabular mt-12">
        {ticks.map(({ at: tickAt, text }) => (
          <span key={tickAt}>{text}</span>
        ))}
      </div>
    </figure>
  );
}
