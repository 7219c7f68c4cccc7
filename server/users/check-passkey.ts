import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { validate } from 'uuid';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { refusedPasskeyMail } from '../../rules/users/security-mails.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { insertAccountAudit } from './account-audit.ts';
import { findPasskey, spendChallenge, updatePasskeyUse } from './passkeys.queries.ts';
import { challengeOf, checked, type RelyingParty } from './passkeys.ts';
import { profileUrl, queueSecurityMail } from './queue-security-mail.ts';
import { findUserById, type UserRow } from './users.queries.ts';

type Passkey = BodyOf<Endpoints['verifyPasskey']>['passkey'];

export type PasskeyNeeds = Pick<AppDeps, 'db' | 'now' | 'publicUrl'> & {
  attempts: RateLimit;
  party: RelyingParty;
};

/** The account for which a challenge was made, and the network address of the request. */
interface Sought {
  purpose: 'sign_in' | 'identity';
  /** Null for a sign-in, which may be that of any account. */
  userId: string | null;
  address: string;
}

/**
 * Returns the account whose passkey has signed a challenge, after its authenticator has verified its holder; null for
 * everything that is not valid. Throws 429 after five attempts with passkeys of an account within a quarter of an hour.
 */
export async function checkPasskey(
  { db, now, publicUrl, attempts, party }: PasskeyNeeds,
  passkey: Passkey,
  { purpose, userId: soughtId, address }: Sought,
): Promise<UserRow | null> {
  const at = now();
  const challenge = challengeOf(passkey.response.clientDataJSON);
  if (challenge === null) return null;
  if (!(await spendChallenge(db, challenge, { purpose, userId: soughtId, at }))) return null;
  const userId = accountOfPasskey(passkey.response.userHandle);
  if (soughtId !== null && userId !== soughtId) return null;
  const user = userId === null ? null : await findUserById(db, userId);
  const stored = user && (await findPasskey(db, user.id, passkey.id));
  if (!user || !stored) return null;
  await attempts.count(user.id);
  const result = await checked(() =>
    verifyAuthenticationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared where it is stored, so that of two uses at once only one is accepted.
      credential: { id: passkey.id, publicKey: new Uint8Array(stored.secret), counter: 0 },
    }),
  );
  if (!result) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  const use = { counter: newCounter, backedUp: credentialBackedUp, at };
  if (!(await updatePasskeyUse(db, stored, use))) {
    await reportCopy({ db, now, publicUrl }, user, stored.name, address);
    return null;
  }
  await attempts.reset(user.id);
  return user;
}

/** Audits a counter that has not grown, which shows that the passkey was copied, and mails the holder about it. */
async function reportCopy(
  { db, now, publicUrl }: Pick<AppDeps, 'db' | 'now' | 'publicUrl'>,
  user: UserRow,
  name: string | null,
  address: string,
): Promise<void> {
  const at = now();
  const mail = refusedPasskeyMail({ name: name ?? '', at, profileUrl: profileUrl(publicUrl) });
  await db.transaction().execute(async (transaction) => {
    await insertAccountAudit(transaction, user, {
      at,
      actor: null,
      address,
      action: 'account.passkey_refused',
      target: `account ${user.email}`,
      newValue: { name },
    });
    await queueSecurityMail(transaction, user, mail, at);
  });
}

/** The account that is stored with a passkey: the 16 bytes of its id. */
function accountOfPasskey(userHandle: string): string | null {
  const bytes = Buffer.from(userHandle, 'base64url');
  if (bytes.length !== 16) return null;
  const hex = bytes.toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return validate(id) ? id : null;
}
