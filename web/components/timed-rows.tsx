import type { ReactNode } from 'react';
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

interface TimedRowProps {
  readonly at: string;
  /** IANA name. */
  readonly timezone: string;
  /** A time with its year. */
  readonly hasYears?: boolean;
  readonly children: ReactNode;
}

/** Item of a list in a flush card: a time, and beside it, or below it on a phone, what happened then. */
export function TimedRow({ at, timezone, hasYears = false, children }: TimedRowProps) {
  const ms = Date.parse(at);
  const full = formatInZone(ms, timezone);
  return (
    <li className={styles['row']} data-years={hasYears || undefined}>
      <time dateTime={at} title={full}>
        {hasYears ? full : `${dayThereText(ms, timezone)}, ${timeThereText(ms, timezone)}`}
      </time>
      {children}
    </li>
  );
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
    <ol>
      {rows?.map(({ at, text }) => (
        <TimedRow key={`${at} ${text}`} at={at} timezone={timezone} hasYears={hasYears}>
          <span>
            <bdi>{text}</bdi>
          </span>
        </TimedRow>
      ))}
    </ol>
  </Card>
);
