/** The second factor of an account: codes of an authenticator app, and recovery codes. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { EndpointResponse } from '../../../contract/endpoints.ts';
import type { Db } from '../../../db/tables/tables.ts';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import {
  acceptedDrift,
  isAppCode,
  normalizedCode,
  recoveryCodeCount,
  stepSeconds,
} from '../../../rules/users/sign-in.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { decrypt, encrypt, placeInAccount, type SecretsKey } from '../../shared/encryption.ts';
import { fieldError, HttpError } from '../../shared/errors.ts';
import { hashSecret, newId } from '../../shared/ids.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import type { AuditContext } from '../../shared/require.ts';
import { accountOf, insertAccountAudit } from '../accounts.ts';
import { verifyChallenge } from '../authenticate.ts';
import {
  type CredentialRow,
  deleteCredentials,
  findTotp,
  insertCredentials,
  spendRecoveryCode,
  spendStep,
  updateConfirmed,
} from './credentials.queries.ts';
import { lockVerified, requirePassword, type SignInLimits } from '../passwords.ts';
import { endSessions } from '../sessions.queries.ts';
import { beginSession, type Device, type SessionNeeds } from '../sessions.ts';
import { findUserById, lockUser, type UserRow } from '../users.queries.ts';

const issuer = 'Barback';

/** Makes a secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepSeconds });

/** Address that an app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Step of the code, if it is the current one or one beside it; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = totpOf(secret, '').validate({ token: code, timestamp, window: acceptedDrift });
  return drift === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + drift;
}

/** The secret, or null when it was encrypted with a key that is lost, or for another account. */
export function openTotpSecret(
  secretsKey: SecretsKey,
  { user_id: userId, secret }: CredentialRow,
): string | null {
  try {
    return decrypt(secretsKey, secret, placeInAccount(userId));
  } catch {
    return null;
  }
}

/**
 * Stores a new secret for an authenticator app, in place of one that was never confirmed. Throws 409 when the second
 * factor is on, and a field error (400) for a wrong password.
 */
export async function startTotp(
  deps: Pick<AppDeps, 'db' | 'now' | 'secretsKey'> & { limits: SignInLimits },
  password: string,
  by: AuditContext,
): Promise<EndpointResponse<'startTotp'>> {
  const { db, now, secretsKey } = deps;
  const user = await requirePassword(deps, password, by);
  const secret = newTotpSecret();
  await db.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user, { sessionId: by.actor.sessionId, at: now() });
    if ((await findTotp(transaction, user.id))?.confirmed_at)
      throw new HttpError(409, sessionMessages.secondFactorIsOn);
    await deleteCredentials(transaction, user.id, ['totp', 'recovery']);
    await insertCredentials(transaction, [
      {
        user_id: user.id,
        id: newId(now()),
        kind: 'totp',
        secret: encrypt(secretsKey, secret, placeInAccount(user.id)),
        created_at: now(),
      },
    ]);
  });
  return { secret, uri: totpUri(secret, user.email) };
}

/** Letters and digits that are not taken for each other; 32, so that each stands for five bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A recovery code of 80 bits: `k3f7-9qpd-xm2w-7hvt`. */
function newRecoveryCode(): string {
  const signs = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/**
 * Turns the second factor on with a first code, ends the other sessions, and returns the recovery codes, of which only
 * hashes are stored. Throws a field error (400) for a wrong code, 404 without a secret, and 409 when it is on already.
 */
export async function confirmTotp(
  {
    db,
    now,
    secretsKey,
    attempts,
  }: Pick<AppDeps, 'db' | 'now' | 'secretsKey'> & { attempts: RateLimit },
  code: string,
  { actor, address }: AuditContext,
): Promise<string[]> {
  const { userId } = actor;
  await attempts.count(userId);
  const at = now();
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await db.transaction().execute(async (transaction) => {
    // A start replaces the secret, and a removal deletes the recovery codes, behind the same lock.
    await lockUser(transaction, userId);
    const totp = await findTotp(transaction, userId);
    if (!totp) throw new HttpError(404, sessionMessages.noSecret);
    const secret = openTotpSecret(secretsKey, totp);
    const step = secret === null ? null : stepOfCode(secret, normalizedCode(code), at);
    if (step === null) throw fieldError({ code: sessionMessages.wrongCode });
    if (!(await updateConfirmed(transaction, totp, { step, at })))
      throw new HttpError(409, sessionMessages.secondFactorIsOn);
    await insertCredentials(
      transaction,
      codes.map((recovery) => ({
        user_id: userId,
        id: newId(at),
        kind: 'recovery' as const,
        secret: hashSecret(normalizedCode(recovery)),
        created_at: at,
      })),
    );
    await endSessions(transaction, userId, at, { except: actor.sessionId });
    await insertAccountAudit(transaction, accountOf(actor), {
      at,
      actor,
      address,
      action: 'account.second_factor_on',
      target: `account ${actor.email}`,
    });
  });
  await attempts.reset(userId);
  return codes;
}

type Needs = SessionNeeds & Pick<AppDeps, 'secretsKey'>;

/** The account whose first step a challenge proves. */
export async function accountOfChallenge(
  { db, jwtSecret, now }: Pick<AppDeps, 'db' | 'jwtSecret' | 'now'>,
  challenge: string,
): Promise<UserRow | null> {
  const firstStep = await verifyChallenge(jwtSecret, challenge, now());
  return firstStep && findUserById(db, firstStep.userId);
}

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
  return beginSession(deps, user, device, { method: 'code', otherPassword: startOver });
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

/** Turns the second factor off. Throws 404 when there is none, and a field error (400) for a wrong password. */
export async function removeTotp(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  password: string,
  by: AuditContext,
): Promise<void> {
  const { db, now } = deps;
  const user = await requirePassword(deps, password, by);
  await db.transaction().execute(async (transaction) => {
    await lockVerified(transaction, user, { sessionId: by.actor.sessionId, at: now() });
    if ((await deleteCredentials(transaction, user.id, ['totp', 'recovery'])) === 0)
      throw new HttpError(404, sessionMessages.noSecret);
    await insertAccountAudit(transaction, accountOf(by.actor), {
      at: now(),
      ...by,
      action: 'account.second_factor_off',
      target: `account ${user.email}`,
    });
  });
}
