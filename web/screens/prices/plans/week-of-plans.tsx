import type { CSSProperties } from 'react';
import { dayText } from '../../../../lib/day-range.ts';
import { dayName } from '../../../../lib/day-name.ts';
import { offsetMsAt } from '../../../../lib/time-in-zone.ts';
import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import { shiftDay } from '../../../../rules/nights/nights.ts';
import type { VenueClock } from '../../../../rules/nights/venue-clock.ts';
import { type DaySpan, spansOn } from '../../../../rules/prices/effective-price.ts';
import type { PricePlan } from '../../../api/price-plans.ts';
import { useNow } from '../../../ui/hooks.ts';
import { Card } from '../../../ui/page.tsx';
import styles from './price-plans.module.css';

interface WeekOfPlansProps {
  readonly plans: readonly PricePlan[];
  readonly clock: VenueClock;
}

const minuteMs = 60_000;
const minutesOfDay = 1440;
const colors = 5;
const ticks = [0, 360, 720, 1080];

interface ShownSpan extends DaySpan {
  readonly plan: PricePlan;
  readonly color: number;
}

/** Times of the active plans in the next seven days: a bar of each, and as text on a phone. */
export function WeekOfPlans({ plans, clock: { timezone, startsMinutes } }: WeekOfPlansProps) {
  const nowMs = useNow();
  const wallMs = nowMs + offsetMsAt(nowMs, timezone);
  const today = dayText(wallMs);
  const nowMinutes = Math.floor(wallMs / minuteMs) % minutesOfDay;
  const active = plans.filter(({ state, isOver }) => state === 'active' && !isOver);
  if (active.length === 0) return null;
  const days = Array.from({ length: 7 }, (_, nth) => {
    const day = shiftDay(today, nth);
    const spans: ShownSpan[] = active
      .flatMap((plan, color) =>
        spansOn(plan.times, day, startsMinutes).map((span) => ({
          ...span,
          plan,
          color: color % colors,
        })),
      )
      .filter(({ untilMinutes }) => day !== today || untilMinutes > nowMinutes)
      .toSorted((a, b) => a.fromMinutes - b.fromMinutes);
    return { day, spans };
  });
  return (
    <Card title="The next seven days">
      <div className={styles['picture']} aria-hidden="true">
        {days.map(({ day, spans }) => (
          <DayBar key={day} day={day} spans={spans} pastMinutes={day === today ? nowMinutes : 0} />
        ))}
        <div className={styles['ticks']}>
          {ticks.map((minutes) => (
            <span key={minutes}>{timeOfDayText(minutes)}</span>
          ))}
        </div>
      </div>
      <ul className={styles['days']}>
        {days.map(({ day, spans }) => (
          <li key={day}>
            <span>{dayName(day)}</span>
            <span>
              {spans.length === 0
                ? 'Prices of the menu'
                : spans.map((span) => (
                    <span key={`${span.plan.id} ${span.fromMinutes}`} className={styles['time']}>
                      {timeOfDayText(span.fromMinutes)} to {timeOfDayText(span.untilMinutes)}{' '}
                      <bdi className="break-anywhere">{span.plan.name}</bdi>
                    </span>
                  ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface DayBarProps {
  readonly day: string;
  readonly spans: readonly ShownSpan[];
  /** Of today, up to now. */
  readonly pastMinutes: number;
}

/** 24 hours, with the plans of the day one below another, each high enough for its name. */
function DayBar({ day, spans, pastMinutes }: DayBarProps) {
  const ids = [...new Set(spans.map(({ plan }) => plan.id))];
  return (
    <>
      <span className={styles['day']}>{dayName(day)}</span>
      <span className={styles['hours']} style={{ height: `${Math.max(2, ids.length * 1.125)}rem` }}>
        {spans.map(({ plan, fromMinutes, untilMinutes, color }) => {
          const style: CSSProperties = {
            insetInlineStart: `${(fromMinutes / minutesOfDay) * 100}%`,
            width: `${((untilMinutes - fromMinutes) / minutesOfDay) * 100}%`,
            top: `${(ids.indexOf(plan.id) / ids.length) * 100}%`,
            height: `${100 / ids.length}%`,
          };
          return (
            <span
              key={`${plan.id} ${fromMinutes}`}
              className={styles['span']}
              data-color={color}
              style={style}
              title={`${plan.name}: ${timeOfDayText(fromMinutes)} to ${timeOfDayText(untilMinutes)}`}
            >
              {plan.name}
            </span>
          );
        })}
        {pastMinutes > 0 && (
          <span
            className={styles['past']}
            style={{ width: `${(pastMinutes / minutesOfDay) * 100}%` }}
          />
        )}
      </span>
    </>
  );
}
