import type { Tx } from '../../db/tables/tables.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { invitationMail, peopleMessages } from '../../rules/permissions/people-messages.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { linkDays } from '../../rules/recipients/recipients.ts';
import { personName } from '../../rules/users/person-name.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import {
  findInvitation,
  insertInvitation,
  insertMembership,
  type InvitationRow,
  isMember,
  lockInvitation,
  updateInvitation,
  withdrawInvitations,
} from '../memberships/memberships.queries.ts';
import { queueMessages } from '../notices/queue-messages.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import { countPeople, mostPeople } from './people.queries.ts';
import { requireVenues } from './people.ts';
import { mailRecipient, requestConfirmations } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { hashSecret, newId, newLinkToken } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import type { AuditContext } from '../shared/require.ts';
import {
  hashPassword,
  rejectWeakPassword,
  type SignInLimits,
  verifyPassword,
} from '../users/passwords.ts';
import { findUserByEmail, insertUser, type UserRow } from '../users/users.queries.ts';
import { venueNamesText } from '../venues/chosen-venues.ts';

const dayMs = 24 * 60 * 60_000;

interface Invitation {
  email: string;
  role: Role;
  venueIds: readonly string[] | null;
}

/**
 * Invites a person, in place of an open invitation to the same address. Runs without a tenant: messages belong to none,
 * and the address may belong to an account of another kind (400).
 * @returns the link, to be passed on, unless a message brings it
 */
export async function invitePerson(
  { db, now, sendsMail }: Pick<AppDeps, 'db' | 'now' | 'sendsMail'>,
  ownerId: string,
  form: Invitation,
  by: AuditContext,
): Promise<{ invitation: InvitationRow; link: string | null }> {
  const email = form.email.toLowerCase();
  const token = newLinkToken();
  const invitation = await db.transaction().execute(async (transaction) => {
    // Invitations of an owner are stored one after the other.
    const owner = await lockOwner(transaction, ownerId);
    if (!owner) throw notFound('owner');
    const venue_ids = await requireVenues(transaction, ownerId, form.role, form.venueIds);
    await requireFree(transaction, ownerId, email);
    const at = now();
    await withdrawInvitations(transaction, ownerId, { email }, at);
    if ((await countPeople(transaction, ownerId, at)) >= mostPeople)
      throw new HttpError(422, peopleMessages.tooMany);
    const inserted = await insertInvitation(transaction, {
      owner_id: ownerId,
      id: newId(at),
      email,
      role: form.role,
      venue_ids,
      token_hash: hashSecret(token),
      invited_by: by.actor.userId,
      created_at: at,
      expires_at: new Date(at.getTime() + linkDays * dayMs),
    });
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'person.invited',
      target: email,
      newValue: {
        role: form.role,
        venues: await venueNamesText(transaction, ownerId, venue_ids),
      },
    });
    if (sendsMail) {
      const mail = invitationMail(owner.name, form.role);
      const to = { channel: 'mail' as const, recipient: email, notice_id: null, venue_id: null };
      await queueMessages(transaction, [{ ...mail, ...to, invitation_id: inserted.id }], at);
    }
    return inserted;
  });
  return { invitation, link: sendsMail ? null : `/accept#${token}` };
}

/** An address without an account, or that of a staff account which is no member of the owner. */
async function requireFree(transaction: Tx, ownerId: string, email: string): Promise<void> {
  const account = await findUserByEmail(transaction, email);
  if (!account) return;
  if (account.id === ownerId || (await isMember(transaction, ownerId, account.id)))
    throw fieldError({ email: peopleMessages.isMember });
  if (account.account_type !== 'staff') throw fieldError({ email: peopleMessages.isOtherAccount });
}

interface Acceptance {
  token: string;
  email: string;
  name?: string | undefined;
  password?: string | undefined;
}

type JoiningDeps = Pick<AppDeps, 'db' | 'now' | 'passwordCost'> & { limits: SignInLimits };

/** An account that joins: a new one with its name and the hash of its password, or a staff account that is proved to be one's own. */
type Joining = { account: UserRow } | { name: string; passwordHash: string };

/**
 * Accepts an invitation: its address becomes a staff account and a member of the owner. An existing staff account, also of
 * other owners, joins once its password is entered or in a session of its own. Of concurrent acceptances one succeeds.
 * @returns the email to sign in with, and the owner
 */
export async function acceptInvitation(
  deps: JoiningDeps,
  form: Acceptance,
  by: { actor: AccountActor | null; address: string },
): Promise<{ email: string; ownerId: string }> {
  const { db, now } = deps;
  const hash = hashSecret(form.token);
  const { email } = requireOpen(await findInvitation(db, hash), now());
  const isSent = form.email.toLowerCase() === email;
  if (!isSent || (by.actor !== null && by.actor.email.toLowerCase() !== email))
    throw new HttpError(403, peopleMessages.otherAddress);
  const account = await findUserByEmail(db, email);
  const joining =
    account !== null && account.id === by.actor?.userId && account.account_type === 'staff'
      ? { account }
      : await joiningOf(deps, account, form, by.address);
  return db.transaction().execute(async (transaction) => {
    const at = now();
    const invitation = requireOpen(await lockInvitation(transaction, hash), at);
    const userId = await accountOf(transaction, joining, email, at);
    const { owner_id: ownerId, role, venue_ids, invited_by } = invitation;
    const membership = { owner_id: ownerId, user_id: userId, role, venue_ids, invited_by };
    if (!(await insertMembership(transaction, { ...membership, created_at: at })))
      throw new HttpError(409, peopleMessages.isMemberAlready);
    await updateInvitation(transaction, invitation, { accepted_at: at });
    await requestConfirmations(transaction, [mailRecipient(userId, email)], { venueId: null, at });
    const person = 'account' in joining ? personName(joining.account) : joining.name;
    const actor = { userId, person, email, member: { role } };
    await insertAudit(transaction, { ...by, actor }, at, {
      ownerId,
      action: 'person.joined',
      target: email,
      newValue: { role, venues: await venueNamesText(transaction, ownerId, venue_ids) },
    });
    return { email, ownerId };
  });
}

async function joiningOf(
  { limits, passwordCost }: JoiningDeps,
  account: UserRow | null,
  { email, name, password }: Acceptance,
  address: string,
): Promise<Joining> {
  if (password === undefined) throw fieldError({ password: sessionMessages.noPassword });
  if (account === null) {
    if (name === undefined) throw fieldError({ name: peopleMessages.enterName });
    await rejectWeakPassword(password, email);
    return { name, passwordHash: await hashPassword(password, passwordCost) };
  }
  if (account.account_type !== 'staff') throw new HttpError(409, sessionMessages.emailTaken);
  await limits.ofAccountAndNetwork.count(account.email.toLowerCase(), networkOf(address));
  await limits.ofAccount.count(account.email.toLowerCase());
  if (!(await verifyPassword(account.password_hash, password)))
    throw fieldError({ password: peopleMessages.passwordOfAccount });
  return { account };
}

async function accountOf(
  transaction: Tx,
  joining: Joining,
  email: string,
  at: Date,
): Promise<string> {
  if ('account' in joining) return joining.account.id;
  const id = newId(at);
  const inserted = await insertUser(transaction, {
    id,
    account_type: 'staff',
    name: joining.name,
    email,
    password_hash: joining.passwordHash,
    created_at: at,
  });
  if (!inserted) throw new HttpError(409, sessionMessages.emailTaken);
  return id;
}

/** Returns an invitation that can be accepted. Throws 404 for an unknown one, and 410 for a used, withdrawn or late one. */
export function requireOpen<T extends InvitationRow>(invitation: T | undefined, now: Date): T {
  if (!invitation) throw new HttpError(404, peopleMessages.noSuchLink);
  if (invitation.accepted_at !== null) throw new HttpError(410, peopleMessages.linkUsed);
  if (invitation.withdrawn_at !== null) throw new HttpError(410, peopleMessages.linkWithdrawn);
  if (invitation.expires_at <= now) throw new HttpError(410, peopleMessages.linkExpired);
  return invitation;
}
