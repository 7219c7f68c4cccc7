import type { Tx } from '../../db/tables/tables.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { peopleMessages } from '../../rules/permissions/people-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { mailRecipient, requestConfirmations } from '../recipients/request-confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { hashSecret, newId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import type { SignInLimits } from '../users/sign-in-limits.ts';
import { findUserByEmail, insertUser, type UserRow } from '../users/users.queries.ts';
import { rejectWeakPassword } from '../users/weak-passwords.ts';
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
  name: string;
  password: string;
}

/** An account that joins: a new one with the hash of its password, or a staff account that has proved its password. */
type Joining = { account: UserRow } | { passwordHash: string };

/**
 * Accepts an invitation: its address becomes a staff account and a member of the owner. An existing staff account keeps
 * its password, which has to be entered. Of concurrent acceptances one succeeds.
 * @returns the email to sign in with
 */
export async function acceptInvitation(
  { db, now, limits }: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  form: Acceptance,
  by: { actor: AccountActor | null; address: string },
): Promise<string> {
  const hash = hashSecret(form.token);
  const { email } = requireOpen(await findInvitation(db, hash), now());
  const isSent = form.email.toLowerCase() === email;
  if (!isSent || (by.actor !== null && by.actor.email.toLowerCase() !== email))
    throw new HttpError(403, peopleMessages.otherAddress);
  const account = await findUserByEmail(db, email);
  const joining = await joiningOf(account, form, limits, by.address);
  await db.transaction().execute(async (transaction) => {
    const at = now();
    const invitation = requireOpen(await lockInvitation(transaction, hash), at);
    const userId = await accountOf(transaction, joining, { ...form, email }, at);
    const { owner_id: ownerId, role, venue_ids, invited_by } = invitation;
    const membership = { owner_id: ownerId, user_id: userId, role, venue_ids, invited_by };
    if (!(await insertMembership(transaction, { ...membership, created_at: at })))
      throw new HttpError(409, peopleMessages.isOtherAccount);
    await updateInvitation(transaction, invitation, { accepted_at: at });
    await requestConfirmations(transaction, [mailRecipient(userId, email)], { venueId: null, at });
    await insertAudit(transaction, {
      at,
      actor: { userId, person: form.name, email, member: { role } },
      ownerId,
      address: by.address,
      action: 'person.joined',
      target: email,
      newValue: { role, venues: venue_ids?.join(', ') ?? 'all' },
    });
  });
  return email;
}

async function joiningOf(
  account: UserRow | null,
  { email, password }: Acceptance,
  limits: SignInLimits,
  address: string,
): Promise<Joining> {
  if (account === null) {
    await rejectWeakPassword(password, email);
    return { passwordHash: await hashPassword(password) };
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
  { email, name }: Pick<Acceptance, 'email' | 'name'>,
  at: Date,
): Promise<string> {
  if ('account' in joining) return joining.account.id;
  const id = newId(at);
  const inserted = await insertUser(transaction, {
    id,
    account_type: 'staff',
    name,
    email,
    password_hash: joining.passwordHash,
    created_at: at,
  });
  if (!inserted) throw new HttpError(409, sessionMessages.emailTaken);
  return id;
}
