import { formatInZone } from '../../../lib/time-in-zone.ts';
import type { AuditEntry } from '../../api/audit.ts';
import type { DataColumn } from '../../ui/data-column.ts';
import { actionText, actorText, changeLines, targetText } from './audit-labels.ts';
import { wholeOf } from './merge-entries.ts';
import type { MergedEntries } from './merge-entries.ts';
import styles from './audit-columns.module.css';

interface ChangeProps {
  readonly entries: MergedEntries;
  /** IANA name. */
  readonly timezone: string;
}

const Time = ({ at, timezone }: { readonly at: string; readonly timezone: string }) => (
  <time dateTime={at}>{formatInZone(Date.parse(at), timezone)}</time>
);

/** The single entries of a merged change, which open below its outcome. */
const Singles = ({ entries, timezone }: ChangeProps) =>
  entries.length > 1 && (
    <details className={styles['singles']}>
      <summary>{entries.length} changes</summary>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            {changeLines(entry, timezone).join(' · ')}{' '}
            <span className={styles['when']}>
              <Time at={entry.at} timezone={timezone} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );

/** Lines of the whole change; several entries can end where they began. */
function wholeLines(entries: MergedEntries, timezone: string): readonly string[] {
  const lines = changeLines(wholeOf(entries), timezone);
  return lines.length === 0 && entries.length > 1 ? ['As before in the end'] : lines;
}

const Change = ({ entries, timezone }: ChangeProps) => (
  <>
    {wholeLines(entries, timezone).map((line) => (
      <span key={line} className={styles['line']}>
        {line}
      </span>
    ))}
    <Singles entries={entries} timezone={timezone} />
  </>
);

/** Compact form for narrow windows. */
function inOneLine(entries: MergedEntries, timezone: string) {
  const text = wholeLines(entries, timezone).join(' · ');
  return text === '' ? null : (
    <span className={styles['words']}>
      {text}
      <Singles entries={entries} timezone={timezone} />
    </span>
  );
}

const Who = ({ entry, by = false }: { readonly entry: AuditEntry; readonly by?: boolean }) => (
  <span className={styles['words']}>
    {by && 'by '}
    {actorText(entry)}
    {entry.actorEmail !== null && (
      <span className={by ? styles['email-in-line'] : styles['email']}>{entry.actorEmail}</span>
    )}
  </span>
);

const target = ([entry]: MergedEntries) => (
  <span className={styles['words']}>{targetText(entry)}</span>
);

/** @param timezone IANA name of the zone for times */
export function auditColumns(timezone: string): DataColumn<MergedEntries>[] {
  const time = ([{ at }]: MergedEntries) => <Time at={at} timezone={timezone} />;
  return [
    {
      id: 'action',
      header: 'Action',
      chars: 14,
      cell: ([entry]) => <span className={styles['action']}>{actionText(entry)}</span>,
    },
    { id: 'target', header: 'Target', from: 'wide', chars: 16, cell: target, folded: target },
    {
      id: 'who',
      header: 'Who',
      from: 'wide',
      chars: 14,
      cell: ([entry]) => <Who entry={entry} />,
      folded: ([entry]) => <Who entry={entry} by />,
    },
    {
      id: 'change',
      header: 'Before → after',
      width: '32%',
      from: 'medium',
      chars: 20,
      cell: (entries) => <Change entries={entries} timezone={timezone} />,
      folded: (entries) => inOneLine(entries, timezone),
    },
    {
      id: 'time',
      header: 'Time',
      width: 222,
      align: 'end',
      from: 'medium',
      leads: true,
      chars: 24,
      cell: time,
      folded: time,
    },
  ];
}
