import { formatInZone } from '../../../lib/time-in-zone.ts';
import { dayThereText, timeThereText } from '../../../rules/nights/night-text.ts';
import type { UnitHistory } from '../../api/unit-health.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './unit-screen.module.css';

interface UnitEventsProps {
  /** Undefined while loading. */
  readonly history: UnitHistory | undefined;
}

/** What happened to a unit, newest first. */
export function UnitEvents({ history }: UnitEventsProps) {
  const timezone = history?.timezone ?? 'UTC';
  return (
    <Card title="Events" flush>
      {history?.events.length === 0 && (
        <p className={styles['none']}>Nothing happened in the last 14 nights.</p>
      )}
      {!history && (
        <p className={styles['none']}>
          <SkeletonLine width={30} />
        </p>
      )}
      <ol className={styles['list']}>
        {history?.events.map(({ at, kind, text }) => {
          const ms = Date.parse(at);
          return (
            <li key={`${at} ${kind} ${text}`} className={styles['event']}>
              <time dateTime={at} title={formatInZone(ms, timezone)}>
                {dayThereText(ms, timezone)}, {timeThereText(ms, timezone)}
              </time>
              <span>{text}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
