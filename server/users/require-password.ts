import type { Tx } from '../../db/tables/tables.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { verifyPassword } from './passwords.ts';
import { hasBegunSessionFrom, isSessionLive, updateAuthenticated } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { findUserById, lockUser, type UserRow } from './users.queries.ts';

/**
 * Returns the account of the actor after its password was typed again, which counts as authentication of the session.
 * Throws a field error (400) for a wrong one, and 429 after as many wrong ones as a sign-in allows.
 * @param field name of the field with the password
 */
export async function requirePassword(
  { db, now, limits }: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  password: string,
  { actor, address }: { actor: AccountActor; address: string },
  field = 'password',
): Promise<UserRow> {
  const [account, network] = [actor.email.toLowerCase(), networkOf(address)];
  await limits.ofAccountAndNetwork.count(account, network);
  const user = await findUserById(db, actor.userId);
  if (!user) throw notFound('account');
  if (!(await hasBegunSessionFrom(db, user.id, network))) await limits.ofAccount.count(account);
  if (!(await verifyPassword(user.password_hash, password)))
    throw fieldError({ [field]: sessionMessages.passwordIncorrect });
  await limits.ofAccountAndNetwork.reset(account, network);
  await updateAuthenticated(db, actor.sessionId, now());
  return user;
}

/**
 * Locks the account whose password was verified, until the end of the transaction. Throws as for a wrong password when
 * the account has another one by now, or the session has ended: a reset was committed between the two.
 */
export async function lockVerified(
  transaction: Tx,
  verified: UserRow,
  { sessionId, at, field = 'password' }: { sessionId: string; at: Date; field?: string },
): Promise<void> {
  const user = await lockUser(transaction, verified.id);
  const isSame = user !== null && user.password_hash === verified.password_hash;
  if (!isSame || !(await isSessionLive(transaction, sessionId, at)))
    throw fieldError({ [field]: sessionMessages.passwordIncorrect });
}
