import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { mostPasskeys, passkeyMessages } from '../../rules/users/passkeys.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { accountOf, insertAccountAudit } from './account-audit.ts';
import { insertCredentials } from './credentials.queries.ts';
import { listPasskeyRows, type PasskeyRow, spendChallenge } from './passkeys.queries.ts';
import { challengeOf, checked, type RelyingParty } from './passkeys.ts';
import { lockUser } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now'> & { attempts: RateLimit; party: RelyingParty };

/**
 * Stores a new passkey. Throws a field error (400) when it is not valid or its challenge is used up, and 409 when the
 * account has it or as many as it may.
 */
export async function confirmPasskey(
  { db, now, attempts, party }: Needs,
  { name, passkey }: BodyOf<Endpoints['confirmPasskey']>,
  { actor, address }: ChangedBy,
): Promise<PasskeyRow> {
  const { userId } = actor;
  await attempts.count(userId);
  const at = now();
  const challenge = challengeOf(passkey.response.clientDataJSON);
  const isSpent =
    challenge !== null &&
    (await spendChallenge(db, challenge, { purpose: 'registration', userId, at }));
  const result = isSpent
    ? await checked(() =>
        verifyRegistrationResponse({
          response: {
            ...passkey,
            response: {
              clientDataJSON: passkey.response.clientDataJSON,
              attestationObject: passkey.response.attestationObject,
            },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
        }),
      )
    : null;
  if (!result?.registrationInfo) throw fieldError({ passkey: passkeyMessages.notAdded });
  const { credential, credentialBackedUp } = result.registrationInfo;
  const row = {
    user_id: userId,
    id: newId(at),
    secret: Buffer.from(credential.publicKey),
    passkey_id: credential.id,
    counter: credential.counter,
    transports: passkey.response.transports ?? null,
    backed_up: credentialBackedUp,
    name,
    created_at: at,
    last_used_at: null,
  };
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const others = await listPasskeyRows(transaction, userId);
    if (others.length >= mostPasskeys) throw new HttpError(409, passkeyMessages.tooMany);
    if (others.some(({ passkey_id }) => passkey_id === credential.id))
      throw new HttpError(409, passkeyMessages.isThere);
    await insertCredentials(transaction, [{ ...row, kind: 'passkey' }]);
    await insertAccountAudit(transaction, accountOf(actor), {
      at,
      actor,
      address,
      action: 'account.passkey_added',
      target: `account ${actor.email}`,
      newValue: { name },
    });
  });
  await attempts.reset(userId);
  return row;
}
