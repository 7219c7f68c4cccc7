import { sessionMessages } from '../../rules/messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { hashSecret, newApiToken, newId } from '../shared/ids.ts';
import { fieldError } from '../shared/errors.ts';
import { forgetAttempts } from './attempts.queries.ts';
import { limitAttempts } from './limit-attempts.ts';
import { verifyPassword } from './passwords.ts';
import { insertSession } from './sessions.queries.ts';
import { sessionHours, signLoginToken } from './tokens.ts';
import { findUserByEmail } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId'>;

const mostPerAccount = 10;
const mostPerAddress = 100;

/**
 * Starts a session and returns its login token. Throws a field error (401) under `emailnotfound` or
 * `passwordincorrect`, and 429 after ten attempts per account or a hundred per address within 15 minutes.
 */
export async function login(
  { db, now, jwtSecret, deniedUserId }: Needs,
  credentials: { email: string; password: string },
  address: string,
): Promise<string> {
  const account = `sign-in account ${credentials.email.toLowerCase()}`;
  await limitAttempts(db, `sign-in address ${address}`, mostPerAddress, now());
  await limitAttempts(db, account, mostPerAccount, now());

  const user = await findUserByEmail(db, credentials.email);
  if (!user) throw fieldError({ emailnotfound: sessionMessages.emailNotFound }, 401);
  if (!(await verifyPassword(user.password_hash, credentials.password))) {
    throw fieldError({ passwordincorrect: sessionMessages.passwordIncorrect }, 401);
  }
  await forgetAttempts(db, account);

  const createdAt = now();
  const session = {
    id: newId(createdAt),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + sessionHours * 3_600_000),
    apiToken: newApiToken(),
  };
  await insertSession(db, {
    id: session.id,
    user_id: user.id,
    api_token_hash: hashSecret(session.apiToken),
    created_at: session.createdAt,
    expires_at: session.expiresAt,
  });
  return signLoginToken(jwtSecret, session, user, user.id === deniedUserId);
}
