import { randomBytes } from 'node:crypto';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { normalizedCode, recoveryCodeCount } from '../../rules/users/totp.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { hashSecret, newId } from '../shared/ids.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { findTotp, insertCredentials, updateConfirmed } from './credentials.queries.ts';
import { endSessions } from './sessions.queries.ts';
import { openTotpSecret, stepOfCode } from './totp.ts';
import { lockUser } from './users.queries.ts';

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
  { actor, address }: ChangedBy,
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
