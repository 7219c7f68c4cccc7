/** Audit log of changes to money, secrets and access, written in the transaction of the change, and of sign-ins. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { hasWords, plainText } from '../../db/plain-text.ts';
import type { AuditTable } from '../../db/tables/audit.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { inBatches } from '../../lib/lists.ts';
import { type AuditAction, auditActionsLabelled } from '../../rules/audit/audit-actions.ts';
import { auditDays } from '../../rules/audit/sign-in-entries.ts';
import type { NamedAccount } from '../../rules/users/person-name.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { newId } from '../shared/ids.ts';

/** Secrets are named, never shown. */
export type AuditValue = Record<string, string | number | boolean | null>;

export interface AuditedBy {
  /** Null when no user was signed in, such as for a registration. */
  actor:
    | (Pick<AccountActor, 'userId' | 'person' | 'email'> & { member?: { role: Role } | null })
    | null;
  address: string;
}

export interface AuditEntry {
  /** Owner of the changed resource; null for the platform's. */
  ownerId: string | null;
  action: AuditAction;
  /** Changed resource, in text that stays valid: 'unit 1042'. */
  target: string;
  oldValue?: AuditValue;
  newValue?: AuditValue;
}

export const insertAudit = (db: Tx, by: AuditedBy, at: Date, entry: AuditEntry): Promise<void> =>
  insertAudits(db, by, at, [entry]);

export async function insertAudits(
  db: Tx,
  by: AuditedBy,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> {
  const row = (entry: AuditEntry) => rowOf(by, at, entry);
  for (const some of inBatches(entries, 500))
    await db.insertInto('audit').values(some.map(row)).execute();
}

const rowOf = (
  { actor, address }: AuditedBy,
  at: Date,
  entry: AuditEntry,
): Insertable<AuditTable> => ({
  id: newId(at),
  at,
  actor_id: actor?.userId ?? null,
  actor_name: actor?.person ?? '',
  actor_email: actor?.email ?? null,
  actor_role: actor?.member?.role ?? null,
  on_behalf_of: entry.ownerId,
  address,
  action: entry.action,
  target: entry.target,
  result: entry.action === 'sign_in.failed' ? 'refused' : 'done',
  old_value: entry.oldValue ? JSON.stringify(entry.oldValue) : null,
  new_value: entry.newValue ? JSON.stringify(entry.newValue) : null,
});

export interface AuditFilter {
  /** Null for all owners. */
  ownerId: string | null;
  search?: string | undefined;
  /** Epoch milliseconds, both bounds inclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Position in the log, of the last entry of a page. */
export interface AuditCursor {
  at: Date;
  id: string;
}

/** Maximum number of entries that a search examines for one page. */
export const mostSearched = 10_000;

/** Entries of the owner and period that are older than the cursor, newest first. */
const recorded = (db: Db, { ownerId, from, to }: AuditFilter, after: AuditCursor | undefined) =>
  db
    .selectFrom('audit')
    .$if(ownerId !== null, (query) => query.where('on_behalf_of', '=', ownerId))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<=', new Date(to ?? 0)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');

const matches = (search: string) => sql<boolean>`(
  ${hasWords(plainText(sql`concat_ws(' ', target, actor_name, actor_email)`), search)}
  or action = any(${auditActionsLabelled(search)})
)`;

export interface AuditRow extends Selectable<AuditTable> {
  owner_name: string | null;
  /** Account of the actor, as it is now. */
  account: (NamedAccount & { email: string }) | null;
}

export interface AuditPage {
  rows: AuditRow[];
  /** Where the next page starts; null after the last one. */
  next: AuditCursor | null;
}

/** Lists a page of the log, newest first, after the cursor. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  { after, size }: { after?: AuditCursor | undefined; size: number },
): Promise<AuditPage> {
  const { search } = filter;
  const found = await db
    .selectFrom(
      recorded(db, filter, after)
        .selectAll()
        .limit(search ? mostSearched : size + 1)
        .as('entry'),
    )
    .selectAll('entry')
    .select((entry) =>
      entry
        .selectFrom('users')
        .select('users.name')
        .whereRef('users.id', '=', 'entry.on_behalf_of')
        .as('owner_name'),
    )
    .select(
      sql<AuditRow['account']>`(
      select json_build_object('name', name, 'first_name', first_name, 'last_name', last_name, 'email', email)
      from users where users.id = entry.actor_id
    )`.as('account'),
    )
    .$if(Boolean(search), (query) => query.where(matches(search ?? '')))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const rows = found.slice(0, size);
  if (found.length > size) return { rows, next: rows.at(-1) ?? null };
  return { rows, next: search ? await findSearched(db, filter, after) : null };
}

/** Returns the last of the entries that a search examined if it stopped at the limit. */
async function findSearched(
  db: Db,
  filter: AuditFilter,
  after: AuditCursor | undefined,
): Promise<AuditCursor | null> {
  const last = await recorded(db, filter, after)
    .select(['at', 'id'])
    .offset(mostSearched - 1)
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/** Returns the cursor of an entry that is in the owner's log (null: in any). */
export function findCursor(
  db: Db,
  id: string,
  ownerId: string | null,
): Promise<AuditCursor | undefined> {
  return db
    .selectFrom('audit')
    .select(['at', 'id'])
    .where('id', '=', id)
    .$if(ownerId !== null, (query) => query.where('on_behalf_of', '=', ownerId))
    .executeTakeFirst();
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

/**
 * Deletes entries that are older than those that are stored. The time is that of the database, which refuses to delete
 * younger ones.
 */
export async function deleteOldAudit(db: Db): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', daysAgo(auditDays.changes)).execute();
  for (const [action, days] of [
    ['sign_in.succeeded', auditDays.signIns],
    ['sign_in.failed', auditDays.failedSignIns],
  ] as const) {
    await db
      .deleteFrom('audit')
      .where(sql`action`, '=', sql.lit(action))
      .where('at', '<', daysAgo(days))
      .execute();
  }
}
