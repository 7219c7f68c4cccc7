import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AppDeps } from '../shared/deps.ts';
import { encrypt, placeInAccount } from '../shared/encryption.ts';
import { HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { deleteCredentials, findTotp, insertCredentials } from './credentials.queries.ts';
import { lockVerified, requirePassword } from './require-password.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { newTotpSecret, totpUri } from './totp.ts';

/**
 * Stores a new secret for an authenticator app, in place of one that was never confirmed. Throws 409 when the second
 * factor is on, and a field error (400) for a wrong password.
 */
export async function startTotp(
  deps: Pick<AppDeps, 'db' | 'now' | 'secretsKey'> & { limits: SignInLimits },
  password: string,
  by: ChangedBy,
): Promise<ResponseOf<Endpoints['startTotp']>> {
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
