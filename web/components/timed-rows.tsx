import { formatInZone } from '../../lib/time-in-zone.ts';
import { dayThereText, timeThereText } from '../../rules/nights/night-text.ts';
import { Card, SkeletonLine } from '../ui/page.tsx';
import styles from './timed-rows.module.css';

interface TimedRowsProps {
  readonly title: string;
  /** In place of rows. */
  readonly none: string;
  /** IANA name. */
  readonly timezone: string;
  /** Undefined while loading. */
  readonly rows: readonly { readonly at: string; readonly text: string }[] | undefined;
  /** Times with their year, for rows that go back far. */
  readonly hasYears?: boolean;
}

/** Events with their times, newest first. */
export const TimedRows = ({ title, none, timezone, rows, hasYears = false }: TimedRowsProps) => (
  <Card title={title} flush>
    {!rows && (
      <p className={styles['none']}>
        <SkeletonLine width={30} />
      </p>
    )}
    {rows?.length === 0 && (
      <p className={styles['none']} data-empty>
        {none}
      </p>
    )}
    <ol className="plain-list">
      {rows?.map(({ at, text }) => {
        const ms = Date.parse(at);
        const full = formatInZone(ms, timezone);
        return (
          <li key={`${at} ${text}`} className={styles['row']} data-years={hasYears || undefined}>
            <time dateTime={at} title={full}>
              {hasYears ? full : `${dayThereText(ms, timezone)}, ${timeThereText(ms, timezone)}`}
            </time>
            <span>
              <bdi>{text}</bdi>
            </span>
          </li>
        );
      })}
    </ol>
  </Card>
);
