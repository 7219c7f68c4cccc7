import {
  passkeyRequiredCode,
  secondFactorMessages,
} from '../../rules/users/required-second-factor.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { beginSession, type Device, type SessionNeeds } from './begin-session.ts';
import { findTotp, hasSecondFactor } from './credentials.queries.ts';
import { isFactorRequired } from './is-factor-required.ts';
import { verifyPassword } from './passwords.ts';
import { hasBegunSessionFrom } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { signChallenge } from './tokens.ts';
import { findUserByEmail } from './users.queries.ts';

type Needs = SessionNeeds & Pick<AppDeps, 'adminSecondFactor'> & { limits: SignInLimits };

/** The token of a session, or what the second step needs. */
export type SignIn = { token: string } | { step: 'secondFactor'; challenge: string };

/**
 * Starts a session and returns its login token; for an account with a second factor, returns a challenge for the second
 * step. Throws a field error (401) under `emailnotfound` or `passwordincorrect`; 403 after the right password for a
 * locked account, for staff without a membership, and for an account that must have a second factor and has passkeys
 * only; and 429 after too many attempts. Failed attempts from elsewhere do not stop a network from which the account
 * has signed in before.
 */
export async function login(
  { limits, ...deps }: Needs,
  credentials: { email: string; password: string },
  device: Device,
): Promise<SignIn> {
  const { db, now, jwtSecret } = deps;
  const network = networkOf(device.address);
  const account = credentials.email.toLowerCase();
  await limits.ofNetwork.count(network);
  await limits.ofAccountAndNetwork.count(account, network);

  const user = await findUserByEmail(db, credentials.email);
  if (!user || !(await hasBegunSessionFrom(db, user.id, network)))
    await limits.ofAccount.count(account);
  if (!user) throw fieldError({ emailnotfound: sessionMessages.emailNotFound }, 401);
  const wrong = fieldError({ passwordincorrect: sessionMessages.passwordIncorrect }, 401);
  if (!(await verifyPassword(user.password_hash, credentials.password))) throw wrong;
  await limits.ofAccountAndNetwork.reset(account, network);
  if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);

  if ((await findTotp(db, user.id))?.confirmed_at)
    return { step: 'secondFactor', challenge: await signChallenge(jwtSecret, user, now()) };
  // A passkey signs in alone, so there is no second step with it: the password alone would be one factor.
  if ((await isFactorRequired(deps, user)) && (await hasSecondFactor(db, user.id)))
    throw new HttpError(403, secondFactorMessages.usePasskey, { code: passkeyRequiredCode });
  return { token: await beginSession(deps, user, device, wrong) };
}
