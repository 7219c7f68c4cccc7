import type { Selectable } from 'kysely';
import type { ActingGrantsTable } from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { NamedAccount } from '../../rules/users/person-name.ts';

export type ActingRow = Selectable<ActingGrantsTable>;

/** The acting of a session for an owner that is not stored as ended, even if its time is over. */
export async function findOpenActing(
  db: Db,
  sessionId: string,
  ownerId: string,
): Promise<ActingRow | null> {
  const found = await db
    .selectFrom('acting_grants')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns false when the session acts for the owner already. */
export async function insertActing(db: Tx, grant: Omit<ActingRow, 'ended_at'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('acting_grants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'owner_id']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Returns false when it has ended. */
export async function extendActing(
  db: Tx,
  id: string,
  { reason, until, now }: { reason: string; until: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acting_grants')
    .set({ reason, expires_at: until })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the end. Returns false when it was stored before, or the acting has been extended since it was read. */
export async function updateActingEnded(
  db: Tx,
  { id, expires_at }: Pick<ActingRow, 'id' | 'expires_at'>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('acting_grants')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('expires_at', '=', expires_at)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface OverdueActing extends ActingRow {
  session_ended_at: Date | null;
}

/** Acting whose time is over, or whose session has ended, and which is not stored as ended. */
export function listOverdueActing(db: Db, now: Date, most: number): Promise<OverdueActing[]> {
  return db
    .selectFrom('acting_grants as acting')
    .innerJoin('sessions as session', 'session.id', 'acting.session_id')
    .selectAll('acting')
    .select('session.ended_at as session_ended_at')
    .where('acting.ended_at', 'is', null)
    .where((acting) =>
      acting.or([
        acting('acting.expires_at', '<=', now),
        acting('session.ended_at', 'is not', null),
      ]),
    )
    .orderBy('acting.expires_at')
    .limit(most)
    .execute();
}

export type ActingAccount = NamedAccount & { id: string; email: string };

/** The super admin and the owner, as they are named in the audit log. */
export function findAccountsOfActing(db: Db, ids: readonly string[]): Promise<ActingAccount[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name', 'email'])
    .where('id', 'in', ids)
    .execute();
}
