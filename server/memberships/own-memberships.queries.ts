/** The owners of an account. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { Member } from '../../rules/permissions.ts';
import { memberColumns, memberFrom } from './memberships.queries.ts';

/** Active memberships of an account, in the order in which it joined the owners. */
const activeOf = (db: Db, userId: string) =>
  db
    .selectFrom('memberships')
    .leftJoin('role_settings', 'role_settings.owner_id', 'memberships.owner_id')
    .select(memberColumns)
    .where('memberships.user_id', '=', userId)
    .where('memberships.state', '=', 'active')
    .orderBy('memberships.created_at')
    .orderBy('memberships.owner_id');

/** Returns the active membership of an account: that of the owner it joined first. */
export async function findFirstMember(db: Db, userId: string): Promise<Member | null> {
  const found = await activeOf(db, userId).executeTakeFirst();
  return found ? memberFrom(found) : null;
}

/** Returns the active membership of an account in the staff of this owner. */
export async function findMember(db: Db, userId: string, ownerId: string): Promise<Member | null> {
  const found = await activeOf(db, userId)
    .where('memberships.owner_id', '=', ownerId)
    .executeTakeFirst();
  return found ? memberFrom(found) : null;
}

/** An active membership with the name of its owner. */
export interface OwnMembership {
  member: Member;
  ownerName: string;
  /** True when the venue that was asked for belongs to this owner and is among those of the member. */
  hasVenue: boolean;
}

/** Lists the active memberships of an account. Runs without a tenant, which sees those of one owner. */
export async function listOwnMemberships(
  db: Db,
  userId: string,
  venueId: string | null,
): Promise<OwnMembership[]> {
  const rows = await activeOf(db, userId)
    .innerJoin('users as owner', 'owner.id', 'memberships.owner_id')
    .leftJoin('venues', (join) =>
      join
        .onRef('venues.owner_id', '=', 'memberships.owner_id')
        .on('venues.id', '=', venueId)
        .on(
          sql<boolean>`(memberships.venue_ids is null or venues.id = any(memberships.venue_ids))`,
        ),
    )
    .select(['owner.name', 'venues.id as venue_id'])
    .execute();
  return rows.flatMap(({ name: ownerName, venue_id, ...row }) => {
    const member = memberFrom(row);
    if (member === null) return [];
    return [{ member, ownerName, hasVenue: venue_id !== null }];
  });
}

/** Ids of the owners of an account, whether it is an active member or not. */
export async function listOwnersOfMember(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('owner_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.owner_id);
}

/**
 * Ids of an owner's members who are active members of another owner too. Runs without a tenant, which sees those of one
 * owner.
 */
export async function listMembersElsewhere(db: Db, ownerId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('memberships as other', 'other.user_id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.owner_id', '=', ownerId)
    .whereRef('other.owner_id', '!=', 'memberships.owner_id')
    .where('other.state', '=', 'active')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
