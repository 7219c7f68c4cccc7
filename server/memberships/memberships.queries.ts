import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type {
  InvitationsTable,
  MembershipsTable,
  RoleSettingsTable,
} from '../../db/tables/accounts.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Member } from '../../rules/permissions.ts';
import { allowedTo, type RoleSettings, usualRoleSettings } from '../../rules/permissions/roles.ts';

export type MembershipRow = Selectable<MembershipsTable>;

/** Columns of the membership and of the settings of its owner; all are null without an active membership. */
export const memberColumns = [
  'memberships.owner_id',
  'memberships.role',
  'memberships.venue_ids',
  'memberships.seen_at',
  'role_settings.bartenders_see_money',
  'role_settings.managers_change_prices',
  'role_settings.manager_refund_cents',
  'role_settings.second_factor_required',
] as const;

/** Of an account without an active membership. */
export const noMembership: MemberColumns = {
  owner_id: null,
  role: null,
  venue_ids: null,
  seen_at: null,
  bartenders_see_money: null,
  managers_change_prices: null,
  manager_refund_cents: null,
  second_factor_required: null,
};

type Nullable<T> = { [name in keyof T]: T[name] | null };

export interface SettingsColumns {
  bartenders_see_money: boolean | null;
  managers_change_prices: boolean | null;
  manager_refund_cents: number | null;
  second_factor_required: boolean | null;
}

export type MemberColumns = Nullable<
  Pick<Selectable<MembershipsTable>, 'owner_id' | 'role' | 'venue_ids' | 'seen_at'>
> &
  SettingsColumns;

export const roleSettingsOf = (row: SettingsColumns | undefined): RoleSettings => ({
  bartendersSeeMoney: row?.bartenders_see_money ?? usualRoleSettings.bartendersSeeMoney,
  managersChangePrices: row?.managers_change_prices ?? usualRoleSettings.managersChangePrices,
  managerRefundCents: row?.manager_refund_cents ?? usualRoleSettings.managerRefundCents,
  secondFactorRequired: row?.second_factor_required ?? usualRoleSettings.secondFactorRequired,
});

export function memberFrom(row: MemberColumns): Member | null {
  const { owner_id: ownerId, role, venue_ids: venueIds } = row;
  if (ownerId === null || role === null) return null;
  return memberAs({ ownerId, role, venueIds }, roleSettingsOf(row));
}

/** A member in this role, with what the owner allows to it. */
export const memberAs = (
  membership: Pick<Member, 'ownerId' | 'role' | 'venueIds'>,
  settings: RoleSettings,
): Member => ({
  ...membership,
  allowed: allowedTo(membership.role, settings),
  refundLimitCents: membership.role === 'manager' ? settings.managerRefundCents : null,
});

/** Returns true when the account is a member of the owner, active or not. */
export async function isMember(db: Db, ownerId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

const seenMs = 15 * 60_000;

/** Stores that a member is there, unless that was stored in the last quarter of an hour. */
export async function touchMembership(
  db: Db,
  ownerId: string,
  userId: string,
  { seenAt, now }: { seenAt: Date | null; now: Date },
): Promise<void> {
  if (seenAt !== null && now.getTime() - seenAt.getTime() < seenMs) return;
  await db
    .updateTable('memberships')
    .set({ seen_at: now })
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns the membership, locked until the transaction ends. */
export function lockMembership(
  db: Tx,
  ownerId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns false when the account is a member of this owner already. */
export async function insertMembership(
  db: Tx,
  membership: Insertable<MembershipsTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateMembership(
  db: Tx,
  { owner_id, user_id }: Pick<MembershipRow, 'owner_id' | 'user_id'>,
  changes: Updateable<MembershipsTable>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set(changes)
    .where('owner_id', '=', owner_id)
    .where('user_id', '=', user_id)
    .execute();
}

export async function deleteMembership(
  db: Tx,
  { owner_id, user_id }: Pick<MembershipRow, 'owner_id' | 'user_id'>,
): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('owner_id', '=', owner_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** Returns what the owner allows to the roles; undefined for the usual settings. */
export function findRoleSettings(db: Db, ownerId: string): Promise<SettingsColumns | undefined> {
  return db
    .selectFrom('role_settings')
    .select([
      'bartenders_see_money',
      'managers_change_prices',
      'manager_refund_cents',
      'second_factor_required',
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

export async function upsertRoleSettings(
  db: Tx,
  { owner_id, ...settings }: Selectable<RoleSettingsTable>,
): Promise<void> {
  await db
    .insertInto('role_settings')
    .values({ owner_id, ...settings })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(settings))
    .execute();
}

/** Ids of the accounts of an owner's members with this role. */
export async function listMemberIds(
  db: Db,
  ownerId: string,
  role: MembershipRow['role'],
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('owner_id', '=', ownerId)
    .where('role', '=', role)
    .execute();
  return rows.map((row) => row.user_id);
}

// The owners of an account.

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
