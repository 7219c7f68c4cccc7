import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { InvitationRow, MembershipRow } from '../memberships/memberships.queries.ts';

export interface PersonRow extends Pick<MembershipRow, 'role' | 'venue_ids' | 'state'> {
  id: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  is_holder: boolean;
  /** Of a member; of the holder, the end of the latest session. */
  seen_at: Date | null;
  session_expires_at: Date | null;
}

/** Most people and open invitations of an owner. */
export const mostPeople = 200;

const latestSession = (user: string) => sql<Date | null>`(
  select max(expires_at) from sessions where sessions.user_id = ${sql.ref(user)}
)`;

/** Lists the owner and the members by name. */
export async function listPeople(db: Db, ownerId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select users.id, users.name, users.first_name, users.last_name, users.email,
      coalesce(memberships.role, 'owner') as role, memberships.venue_ids,
      coalesce(memberships.state, 'active') as state, users.id = ${ownerId} as is_holder,
      memberships.seen_at, case when users.id = ${ownerId} then ${latestSession('users.id')} end as session_expires_at
    from users left join memberships on memberships.user_id = users.id and memberships.owner_id = ${ownerId}
    where users.id = ${ownerId} or memberships.user_id is not null
    order by users.id = ${ownerId} desc, lower(users.name), users.id
  `.execute(db);
  return rows;
}

/** Lists the open invitations, newest first. */
export function listOpenInvitations(db: Db, ownerId: string, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(mostPeople)
    .execute();
}

/** Members and open invitations of an owner. */
export async function countPeople(db: Db, ownerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from memberships where owner_id = ${ownerId}) + (
      select count(*) from invitations
      where owner_id = ${ownerId} and accepted_at is null and withdrawn_at is null and expires_at > ${now}
    ) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function ownsVenue(
  db: Db,
  ownerId: string,
  venueId: string | undefined,
): Promise<boolean> {
  if (venueId === undefined) return false;
  const found = await db
    .selectFrom('venues')
    .select('id')
    .where('id', '=', venueId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return found !== undefined;
}
