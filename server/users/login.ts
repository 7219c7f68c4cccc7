import { withoutTenant } from '../../db/tenant.ts';
import { sessionEnd } from '../../rules/users/session-hours.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { hashSecret, newApiToken, newId } from '../shared/ids.ts';
import { fieldError } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { findMember } from '../memberships/memberships.queries.ts';
import { verifyPassword } from './passwords.ts';
import { hasBegunSessionFrom, insertSession } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { signLoginToken } from './tokens.ts';
import { findUserByEmail } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId'> & { limits: SignInLimits };

/**
 * Starts a session and returns its login token. Throws a field error (401) under `emailnotfound` or
 * `passwordincorrect`, 403 for staff whose membership is suspended or gone, and 429 after too many attempts. Failed attempts from elsewhere do not stop a network from which
 * the account has signed in before.
 */
export async function login(
  { db, now, jwtSecret, deniedUserId, limits }: Needs,
  credentials: { email: string; password: string },
  address: string,
): Promise<string> {
  const network = networkOf(address);
  const account = credentials.email.toLowerCase();
  await limits.ofNetwork.count(network);
  await limits.ofAccountAndNetwork.count(account, network);

  const user = await findUserByEmail(db, credentials.email);
  if (!user || !(await hasBegunSessionFrom(db, user.id, network)))
    await limits.ofAccount.count(account);
  if (!user) throw fieldError({ emailnotfound: sessionMessages.emailNotFound }, 401);
  if (!(await verifyPassword(user.password_hash, credentials.password))) {
    throw fieldError({ passwordincorrect: sessionMessages.passwordIncorrect }, 401);
  }
  // Whoever signs in is in no tenant's scope yet.
  const isStaff = user.account_type === 'staff';
  const member = isStaff ? await withoutTenant(() => findMember(db, user.id)) : null;
  if (isStaff && member === null)
    throw fieldError({ emailnotfound: sessionMessages.noMembership }, 403);
  await limits.ofAccountAndNetwork.reset(account, network);

  const issuedAt = now();
  const session = {
    id: newId(issuedAt),
    issuedAt,
    expiresAt: sessionEnd(issuedAt),
    apiToken: newApiToken(),
  };
  await insertSession(db, {
    id: session.id,
    user_id: user.id,
    api_token_hash: hashSecret(session.apiToken),
    created_at: issuedAt,
    expires_at: session.expiresAt,
    network,
  });
  return signLoginToken(jwtSecret, session, user, user.id === deniedUserId, member);
}
