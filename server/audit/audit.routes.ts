import { Readable } from 'node:stream';
import * as endpoints from '../../contract/audit.ts';
import type { Db } from '../../db/tables/tables.ts';
import { auditMessages } from '../../rules/messages.ts';
import { type Actor, isSuperAdmin, maySeeVenueSecrets, ownerOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { forbidden, notFound } from '../shared/errors.ts';
import { requireCursor } from '../shared/require.ts';
import { type AuditCursor, type AuditFilter, findCursor, listAudit } from './audit.queries.ts';
import { auditCsvHeader, auditCsvLine, auditView } from './audit.view.ts';

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
    return Readable.from([auditCsvHeader, ...lines]);
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
  if (isSuperAdmin(actor)) return named === undefined ? null : asId(named, 'owner');
  const own = ownerOf(actor);
  if (own === null) throw forbidden();
  if (named !== undefined && named !== own) throw notFound('owner');
  return own;
}
