import type { Tx } from '../../db/tables/tables.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { mailRecipient, requestConfirmations } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { hashSecret, newId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import {
  hashPassword,
  rejectWeakPassword,
  type SignInLimits,
  verifyPassword,
} from '../users/passwords.ts';
import { findUserByEmail, insertUser, type UserRow } from '../users/users.queries.ts';
import {
  findInvitation,
  lockInvitation,
  updateInvitation,
} from '../memberships/invitations.queries.ts';
import { insertMembership } from '../memberships/memberships.queries.ts';
import { requireOpen } from './require-invitation.ts';

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
    await insertAudit(transaction, {
      at,
      actor: { userId, person, email, member: { role } },
      ownerId,
      address: by.address,
      action: 'person.joined',
      target: email,
      newValue: { role, venues: venue_ids?.join(', ') ?? 'all' },
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
  if (password === undefined) throw fieldError({ password: peopleMessages.enterPassword });
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
