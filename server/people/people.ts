/** People of an owner: their roles and venues, and what a role may do. */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import { type AccountActor, isSuperAdmin } from '../../rules/permissions.ts';
import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import type { Role, RoleSettings } from '../../rules/permissions/roles.ts';
import { secondFactorMessages } from '../../rules/users/sign-in.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import {
  deleteMembership,
  findRoleSettings,
  listMemberIds,
  listMembersElsewhere,
  lockMembership,
  type MembershipRow,
  roleSettingsOf,
  updateMembership,
  upsertRoleSettings,
  withdrawInvitations,
} from '../memberships/memberships.queries.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import { listPeople, type PersonRow } from './people.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import type { AuditContext } from '../shared/require.ts';
import { hasSecondFactor } from '../users/credentials/credentials.queries.ts';
import { endSessionsOf } from '../users/sessions.queries.ts';
import { findUserById } from '../users/users.queries.ts';
import { requireOwnVenues, venueNamesText } from '../venues/chosen-venues.ts';

/**
 * Changes the role, the venues or the state of a member. Their sessions end, so that no screen shows what they may no
 * longer do; those of a member of another owner go on, and their dashboard is loaded again. Throws 409 for the account of the owner itself.
 */
export async function updatePerson(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  userId: string,
  changes: EndpointBody<'updatePerson'>,
  by: AuditContext,
): Promise<PersonRow> {
  if (userId === ownerId) throw new HttpError(409, peopleMessages.lastOwner);
  const elsewhere = await membersElsewhere(db, ownerId);
  return db.transaction().execute(async (transaction) => {
    const before = await lockMembership(transaction, ownerId, userId);
    if (!before) throw notFound('person');
    const role = changes.role ?? before.role;
    // An owner has all venues; whoever becomes one gets them.
    const kept = role === 'owner' ? null : before.venue_ids;
    const venueIds = changes.venueIds === undefined ? kept : changes.venueIds;
    const after = {
      role,
      venue_ids: await requireVenues(transaction, ownerId, role, venueIds),
      state: changes.state ?? before.state,
    };
    await updateMembership(transaction, before, after);
    const people = await listPeople(transaction, ownerId);
    const person = people.find(({ id }) => id === userId);
    if (!person) throw notFound('person');
    const { role: formerRole, venue_ids, state } = before;
    if (!isDeepStrictEqual({ role: formerRole, venue_ids, state }, after)) {
      if (!elsewhere.has(userId)) await endSessionsOf(transaction, [userId], now());
      await insertAudit(transaction, by, now(), {
        ownerId,
        action: 'person.updated',
        target: person.email,
        oldValue: await audited(transaction, ownerId, before),
        newValue: await audited(transaction, ownerId, after),
      });
    }
    return person;
  });
}

type Membership = Pick<MembershipRow, 'role' | 'venue_ids' | 'state'>;

const audited = async (db: Db, ownerId: string, { role, venue_ids, state }: Membership) => ({
  role,
  venues: await venueNamesText(db, ownerId, venue_ids),
  state,
});

/**
 * Removes a member, whose sessions end unless another owner has them too, or withdraws an open invitation. The account and its name in the audit log stay.
 * Throws 409 for the account of the owner itself.
 */
export async function removePerson(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  id: string,
  by: AuditContext,
): Promise<void> {
  if (id === ownerId) throw new HttpError(409, peopleMessages.lastOwner);
  const elsewhere = await membersElsewhere(db, ownerId);
  return db.transaction().execute(async (transaction) => {
    const at = now();
    const [invitation] = await withdrawInvitations(transaction, ownerId, { id }, at);
    if (invitation) {
      const { email: target, role } = invitation;
      const action = 'invitation.withdrawn';
      const entry = { ownerId, action, target, oldValue: { role } } as const;
      await insertAudit(transaction, by, at, entry);
      return;
    }
    const membership = await lockMembership(transaction, ownerId, id);
    const user = await findUserById(transaction, id);
    if (!membership || !user) throw notFound('person');
    await deleteMembership(transaction, membership);
    if (!elsewhere.has(id)) await endSessionsOf(transaction, [id], at);
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'person.removed',
      target: user.email,
      oldValue: { role: membership.role },
    });
  });
}

/**
 * Changes what the roles are allowed. Sessions of a role end where its screens change, except of
 * members of other owners, whose dashboard is loaded again. Throws 409 when
 * somebody without a second factor requires one of all people.
 */
export async function updateRoleSettings(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string,
  { managerRefundLimit, ...changes }: EndpointBody<'updateRoleSettings'>,
  by: AuditContext,
): Promise<RoleSettings> {
  // A tenant sees the credentials of its own account only.
  if (changes.secondFactorRequired === true)
    await withoutTenant(() => requireOwnFactor(db, ownerId, by.actor));
  const elsewhere = await membersElsewhere(db, ownerId);
  return db.transaction().execute(async (transaction) => {
    const endSessionsIn = async (role: Role) => {
      const ids = await listMemberIds(transaction, ownerId, role);
      const ending = ids.filter((id) => !elsewhere.has(id));
      await endSessionsOf(transaction, ending, now());
    };
    await lockOwner(transaction, ownerId);
    const before = roleSettingsOf(await findRoleSettings(transaction, ownerId));
    const after: RoleSettings = {
      bartendersSeeMoney: changes.bartendersSeeMoney ?? before.bartendersSeeMoney,
      managersChangePrices: changes.managersChangePrices ?? before.managersChangePrices,
      managerRefundCents:
        managerRefundLimit === undefined ? before.managerRefundCents : toCents(managerRefundLimit),
      secondFactorRequired: changes.secondFactorRequired ?? before.secondFactorRequired,
    };
    await upsertRoleSettings(transaction, {
      owner_id: ownerId,
      bartenders_see_money: after.bartendersSeeMoney,
      managers_change_prices: after.managersChangePrices,
      manager_refund_cents: after.managerRefundCents,
      second_factor_required: after.secondFactorRequired,
    });
    const at = now();
    const [oldValue, newValue] = [roleSettingsFields(before), roleSettingsFields(after)];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return after;
    if (before.bartendersSeeMoney !== after.bartendersSeeMoney) await endSessionsIn('bartender');
    if (before.managersChangePrices !== after.managersChangePrices) await endSessionsIn('manager');
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'role_settings.updated',
      target: 'what the roles are allowed',
      oldValue,
      newValue,
    });
    return after;
  });
}

/** People have a second factor themselves before they require it of others; of super admins, the owner has. */
async function requireOwnFactor(db: Db, ownerId: string, actor: AccountActor): Promise<void> {
  const isActing = isSuperAdmin(actor);
  if (await hasSecondFactor(db, isActing ? ownerId : actor.userId)) return;
  const { addOwn, ownerFirst } = secondFactorMessages;
  throw new HttpError(409, isActing ? ownerFirst : addOwn);
}

/**
 * Members of an owner whose sessions go on when their membership changes, because another owner has them too: requests for
 * this owner are refused, and their dashboard is loaded again. Call it before the transaction of the change.
 */
export const membersElsewhere = (db: Db, ownerId: string): Promise<Set<string>> =>
  withoutTenant(() => listMembersElsewhere(db, ownerId));

/** Returns the venues of a person, each once. Throws 400 for a venue of another owner, and for an owner with some only. */
export async function requireVenues(
  db: Db,
  ownerId: string,
  role: Role,
  venueIds: readonly string[] | null,
): Promise<string[] | null> {
  if (venueIds !== null && role === 'owner')
    throw fieldError({ venueIds: peopleMessages.ownersHaveAll });
  return requireOwnVenues(db, ownerId, venueIds);
}

/** Settings of the roles by their API names, as they are returned and audited. */
export const roleSettingsFields = ({ managerRefundCents, ...settings }: RoleSettings) => ({
  ...settings,
  managerRefundLimit: toDollars(managerRefundCents),
});
