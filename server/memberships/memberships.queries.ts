import type { Insertable, Selectable, Updateable } from 'kysely';
import type { MembershipsTable, RoleSettingsTable } from '../../db/tables/memberships.ts';
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
