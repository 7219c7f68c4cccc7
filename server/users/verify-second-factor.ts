import { sessionMessages } from '../../rules/users/session-messages.ts';
import { isAppCode, normalizedCode } from '../../rules/users/totp.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { hashSecret } from '../shared/ids.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { beginSession, type Device, type SessionNeeds } from './begin-session.ts';
import {
  type CredentialRow,
  findTotp,
  spendRecoveryCode,
  spendStep,
} from './credentials.queries.ts';
import { verifyChallenge } from './tokens.ts';
import { openTotpSecret, stepOfCode } from './totp.ts';
import { findUserById } from './users.queries.ts';

type Needs = SessionNeeds & Pick<AppDeps, 'secretsKey'>;

/**
 * Second step of a sign-in: starts a session and returns its login token. Each code works once. Throws 401 for a
 * challenge that is expired or of a former password, a field error (401) for a wrong code, and 429 after five attempts
 * within a quarter of an hour.
 */
export async function verifySecondFactor(
  { attempts, ...deps }: Needs & { attempts: RateLimit },
  { challenge, code }: { challenge: string; code: string },
  device: Device,
): Promise<string> {
  const { db, now, jwtSecret } = deps;
  const firstStep = await verifyChallenge(jwtSecret, challenge, now());
  const user = firstStep && (await findUserById(db, firstStep.userId));
  const totp = user && (await findTotp(db, user.id));
  const startOver = new HttpError(401, sessionMessages.pleaseLogIn);
  if (!user || !totp || !firstStep.isOf(user)) throw startOver;
  if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
  await attempts.count(user.id);
  if (!(await spendCode(deps, totp, normalizedCode(code))))
    throw fieldError({ code: sessionMessages.wrongCode }, 401);
  await attempts.reset(user.id);
  return beginSession(deps, user, device, startOver);
}

function spendCode(
  { db, now, secretsKey }: { db: Db } & Pick<AppDeps, 'now' | 'secretsKey'>,
  totp: CredentialRow,
  code: string,
): Promise<boolean> {
  if (!isAppCode(code)) return spendRecoveryCode(db, totp.user_id, hashSecret(code), now());
  const secret = openTotpSecret(secretsKey, totp);
  const step = secret === null ? null : stepOfCode(secret, code, now());
  return step === null ? Promise.resolve(false) : spendStep(db, totp, step);
}
