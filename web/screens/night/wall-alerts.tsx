import { unitInText } from '../../../rules/units/unit-names.ts';
import type { LiveNight } from '../../api/live-state.ts';
import { sinceText } from './night-text.ts';
import styles from './wall-screen.module.css';

const mostShown = 3;

interface WallAlertsProps {
  readonly night: LiveNight;
  readonly nowMs: number;
  readonly isStale: boolean;
}

/** Urgent alerts that wait, each with its unit and since when; nothing without any. */
export function WallAlerts({ night, nowMs, isStale }: WallAlertsProps) {
  const { latest, waiting } = night.alerts;
  const urgent = latest.filter(({ severity }) => severity === 'urgent').slice(0, mostShown);
  if (urgent.length === 0) return null;
  const more = waiting.urgent - urgent.length;
  const { timezone } = night.night;
  return (
    <section aria-label="Urgent alerts" className={styles['alerts']} data-stale={isStale}>
      <ul>
        {urgent.map(({ id, text, unitNumber, unitName, openedAt }) => (
          <li key={id}>
            {text}
            <span>
              {[
                ...(unitNumber === null ? [] : [unitInText({ unitNumber, name: unitName })]),
                sinceText(openedAt, timezone, nowMs),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more.toLocaleString('en-US')} more</p>}
    </section>
  );
}
