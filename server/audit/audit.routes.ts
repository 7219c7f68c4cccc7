import { Readable } from 'node:stream';
import * as endpoints from '../../contract/audit.ts';
import { type Actor, isSuperAdmin } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { asId } from '../shared/ids.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { requireAccount } from '../shared/require-account.ts';
import * as queries from './audit.queries.ts';
import { auditCsvHeader, auditCsvLine, auditView } from './audit.view.ts';

const mostInCsv = 10_000;

export function auditRoutes(mount: Mount, { db }: AppDeps): void {
  mount(endpoints.listAudit, async ({ actor, query }) => {
    const filter = { ...query, ownerId: ownerOf(actor, query.ownerId) };
    const [entries, total] = await Promise.all([
      queries.listAudit(db, filter, query.pagination),
      queries.countAudit(db, filter),
    ]);
    return { entries: entries.map(auditView), pagination: { ...query.pagination, total } };
  });

  mount(endpoints.downloadAuditCsv, async ({ actor, query, reply }) => {
    const filter = { ...query, ownerId: ownerOf(actor, query.ownerId) };
    const entries = await queries.listAudit(db, filter, { current: 1, size: mostInCsv });
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"');
    return Readable.from([auditCsvHeader, ...entries.map((row) => auditCsvLine(auditView(row)))]);
  });
}

/**
 * Scope of the audit log: an owner sees their own; a super admin sees all of it (null), or that of the owner they
 * name.
 */
function ownerOf(actor: Actor, named: string | undefined): string | null {
  const account = requireAccount(actor);
  if (isSuperAdmin(actor)) return named === undefined ? null : asId(named, 'owner');
  if (named !== undefined && named !== account.userId) throw notFound('owner');
  return account.userId;
}
