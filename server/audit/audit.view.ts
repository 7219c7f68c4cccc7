import type { z } from 'zod';
import type { auditEntry } from '../../contract/audit.ts';
import { csvText } from '../../lib/csv-cell.ts';
import { auditActionLabel } from '../../rules/audit/audit-actions.ts';
import { valuesForOwner } from '../../rules/audit/owner-values.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { AuditRow } from './audit.queries.ts';

type Entry = z.output<typeof auditEntry>;

/** @param withCredentials includes masks and public halves of credentials, for super admins only */
export function auditView(row: AuditRow, withCredentials: boolean): Entry {
  const values = { oldValue: row.old_value ?? null, newValue: row.new_value ?? null };
  return {
    id: row.id,
    at: row.at.toISOString(),
    ...actorOf(row),
    ...(row.actor_role === null ? {} : { actorRole: row.actor_role }),
    onBehalfOf: row.on_behalf_of,
    ownerName: row.owner_name,
    address: row.address,
    action: row.action,
    target: row.target,
    result: row.result,
    ...(withCredentials ? values : valuesForOwner(values)),
  };
}

/** Entries of earlier releases have the name of the account; its person and email are those of now. */
function actorOf({ actor_id: actorId, actor_name: name, actor_email: email, account }: AuditRow) {
  const person = email === null && account !== null ? personName(account) : name;
  return { actorId, actor: person, actorEmail: email ?? account?.email ?? null };
}

const endOfLine = '\r\n';

export const auditCsvHeader =
  [
    'Time',
    'Who',
    'Owner',
    'Action',
    'Target',
    'Result',
    'Address',
    'Before',
    'After',
    'Email',
    'Role',
  ].join(',') + endOfLine;

export function auditCsvLine(entry: Entry): string {
  const values = (value: Entry['oldValue']) =>
    Object.entries(value ?? {})
      .map(([name, part]) => `${name}: ${String(part)}`)
      .join('; ');
  const cells = [
    entry.at,
    entry.actor,
    entry.ownerName ?? '',
    auditActionLabel(entry.action),
    entry.target,
    entry.result,
    entry.address,
  ];
  return (
    [
      ...cells,
      values(entry.oldValue),
      values(entry.newValue),
      entry.actorEmail ?? '',
      entry.actorRole ?? '',
    ]
      .map(csvText)
      .join(',') + endOfLine
  );
}
