import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { InvitationsTable } from '../../db/tables/memberships.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type InvitationRow = Selectable<InvitationsTable>;

export async function insertInvitation(
  db: Tx,
  invitation: Insertable<InvitationsTable>,
): Promise<InvitationRow> {
  return db.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow();
}

export function findInvitation(
  db: Db,
  hash: Buffer,
): Promise<(InvitationRow & { owner_name: string; venues: string[] | null }) | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.owner_id')
    .selectAll('invitations')
    .select('users.name as owner_name')
    .select(
      sql<string[] | null>`case when invitations.venue_ids is not null then (
        select coalesce(json_agg(venues.name order by venues.created_at, venues.id), '[]') from venues
        where venues.owner_id = invitations.owner_id and venues.id = any(invitations.venue_ids)
      ) end`.as('venues'),
    )
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Returns the invitation of a token, locked until the transaction ends. */
export function lockInvitation(db: Tx, hash: Buffer): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateInvitation(
  db: Tx,
  { owner_id, id }: Pick<InvitationRow, 'owner_id' | 'id'>,
  changes: Updateable<InvitationsTable>,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set(changes)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .execute();
}

/** Withdraws the open invitations of an owner that have this id or go to this address, and returns them. */
export function withdrawInvitations(
  db: Tx,
  ownerId: string,
  which: { id: string } | { email: string },
  at: Date,
): Promise<InvitationRow[]> {
  return db
    .updateTable('invitations')
    .set({ withdrawn_at: at })
    .where('owner_id', '=', ownerId)
    .where((where) =>
      'id' in which ? where('id', '=', which.id) : where('email', '=', which.email),
    )
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .execute();
}

/** Stores the hash of a new token of an invitation; false when the invitation is no longer open. */
export async function replaceToken(db: Db, id: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ token_hash: hash })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
