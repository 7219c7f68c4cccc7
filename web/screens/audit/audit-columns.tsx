import { formatInZone } from '../../../lib/time-in-zone.ts';
import type { AuditEntry } from '../../api/audit.ts';
import type { DataColumn } from '../../ui/data-column.ts';
import { actionText, actorText, changeLines, targetText } from './audit-labels.ts';
import styles from './audit-columns.module.css';

const lines = (entry: AuditEntry) =>
  changeLines(entry).map((line) => (
    <span key={line} className={styles['line']}>
      {line}
    </span>
  ));

/** Compact form for narrow windows. */
function inOneLine(entry: AuditEntry) {
  const text = changeLines(entry).join(' · ');
  return text === '' ? null : <span className={styles['words']}>{text}</span>;
}

/** @param timezone IANA name of the zone for times */
export function auditColumns(timezone: string): DataColumn<AuditEntry>[] {
  const time = ({ at }: AuditEntry) => (
    <time dateTime={at}>{formatInZone(Date.parse(at), timezone)}</time>
  );
  return [
    {
      id: 'action',
      header: 'Action',
      chars: 14,
      cell: (entry) => <span className={styles['action']}>{actionText(entry)}</span>,
    },
    {
      id: 'target',
      header: 'Target',
      from: 'wide',
      chars: 16,
      cell: (entry) => <span className={styles['words']}>{targetText(entry)}</span>,
      folded: (entry) => <span className={styles['words']}>{targetText(entry)}</span>,
    },
    {
      id: 'who',
      header: 'Who',
      from: 'wide',
      chars: 14,
      cell: (entry) => <span className={styles['words']}>{actorText(entry)}</span>,
      folded: (entry) => <span className={styles['words']}>by {actorText(entry)}</span>,
    },
    {
      id: 'change',
      header: 'Before → after',
      width: '32%',
      from: 'medium',
      chars: 20,
      cell: lines,
      folded: inOneLine,
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
