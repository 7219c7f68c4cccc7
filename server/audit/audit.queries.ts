/** Audit log of changes to money, secrets and access; append-only, written in the transaction of the change. */
import { type Selectable, sql } from 'kysely';
import type { AuditTable } from '../../db/tables/audit.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { type AuditAction, auditActionsLabelled } from '../../rules/audit/audit-actions.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { newId } from '../shared/ids.ts';

/** Secrets are named, never shown. */
export type AuditValue = Record<string, string | number | boolean | null>;

export interface AuditEntry {
  at: Date;
  /** Null when no user was signed in, such as for a registration. */
  actor: Pick<AccountActor, 'userId' | 'name'> | null;
  /** Owner of the changed resource; null for the platform's. */
  ownerId: string | null;
  address: string;
  action: AuditAction;
  /** Changed resource, in text that stays valid: 'unit 1042'. */
  target: string;
  oldValue?: AuditValue;
  newValue?: AuditValue;
}

export async function insertAudit(db: Tx, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(entry.at),
      at: entry.at,
      actor_id: entry.actor?.userId ?? null,
      actor_name: entry.actor?.name ?? '',
      on_behalf_of: entry.ownerId,
      address: entry.address,
      action: entry.action,
      target: entry.target,
      result: 'done',
      old_value: entry.oldValue ? JSON.stringify(entry.oldValue) : null,
      new_value: entry.newValue ? JSON.stringify(entry.newValue) : null,
    })
    .execute();
}

export interface AuditFilter {
  /** Null for all owners. */
  ownerId: string | null;
  search?: string | undefined;
  /** Epoch milliseconds, both bounds inclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

const audited = (db: Db, { ownerId, search, from, to }: AuditFilter) =>
  db
    .selectFrom('audit')
    .$if(ownerId !== null, (query) => query.where('on_behalf_of', '=', ownerId))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<=', new Date(to ?? 0)))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`(
          strpos(lower(target || ' ' || actor_name), lower(${search})) > 0
          or action = any(${auditActionsLabelled(search ?? '')})
        )`,
      ),
    );

export interface AuditRow extends Selectable<AuditTable> {
  owner_name: string | null;
}

/** Newest first. */
export function listAudit(
  db: Db,
  filter: AuditFilter,
  page: { current: number; size: number },
): Promise<AuditRow[]> {
  return audited(db, filter)
    .selectAll()
    .select((entry) =>
      entry
        .selectFrom('users')
        .select('users.name')
        .whereRef('users.id', '=', 'audit.on_behalf_of')
        .as('owner_name'),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset((page.current - 1) * page.size)
    .execute();
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { count } = await audited(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
