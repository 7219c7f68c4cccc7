import { Readable } from 'node:stream';
import type { z } from 'zod';
import * as endpoints from '../../contract/audit.ts';
import type { auditEntry } from '../../contract/audit.ts';
import type { Db } from '../../db/tables/tables.ts';
import { byteOrderMark, csvText } from '../../lib/csv-cell.ts';
import { auditActionLabel, valuesForOwner } from '../../rules/audit/audit-actions.ts';
import { auditMessages } from '../../rules/messages.ts';
import { type Actor, isSuperAdmin, maySeeVenueSecrets, ownerOf } from '../../rules/permissions.ts';
import { personName } from '../../rules/users/person-name.ts';
import {
  type AuditCursor,
  type AuditFilter,
  type AuditRow,
  findCursor,
  listAudit,
} from './audit.queries.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { forbidden, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { requireCursor } from '../shared/require.ts';

const mostInCsv = 10_000;
const batchSize = 500;

export function auditRoutes(mount: Mount, { db }: AppDeps): void {
  mount(endpoints.listAudit, async ({ actor, query, reads }) => {
    const filter = { ...query, ownerId: logOf(actor, query.ownerId) };
    // The page before may have come from the primary, with an entry that a replica has not replayed.
    const after = await requireCursor(
      query.before,
      (id) => findCursor(db, id, filter.ownerId),
      auditMessages.noSuchEntryBefore,
    );
    const { size } = query.pagination;
    const { rows, next } = await reads.query((db) => listAudit(db, filter, { after, size }));
    const withCredentials = maySeeVenueSecrets(actor);
    return {
      entries: rows.map((row) => auditView(row, withCredentials)),
      next: next?.id ?? null,
    };
  });

  mount(endpoints.downloadAuditCsv, async ({ actor, query, reads, reply }) => {
    const filter = { ...query, ownerId: logOf(actor, query.ownerId) };
    const lines = await reads.query((db) => csvLines(db, filter, maySeeVenueSecrets(actor)));
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"');
    return Readable.from([byteOrderMark, auditCsvHeader, ...lines]);
  });
}

/** Reads the newest entries in batches, so that other requests are served in between. */
async function csvLines(db: Db, filter: AuditFilter, withCredentials: boolean): Promise<string[]> {
  const lines: string[] = [];
  let after: AuditCursor | undefined;
  while (lines.length < mostInCsv) {
    const page = await listAudit(db, filter, { after, size: batchSize });
    lines.push(...page.rows.map((row) => auditCsvLine(auditView(row, withCredentials))));
    if (page.next === null) break;
    after = page.next;
  }
  return lines;
}

/**
 * Scope of the audit log: an owner sees their own; a super admin sees all of it (null), or that of the owner they
 * name.
 */
function logOf(actor: Actor, named: string | undefined): string | null {
  if (isSuperAdmin(actor)) return named === undefined ? null : parseId(named, 'owner');
  const own = ownerOf(actor);
  if (own === null) throw forbidden();
  if (named !== undefined && named !== own) throw notFound('owner');
  return own;
}

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
