import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { validate } from 'uuid';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { passkeyMessages } from '../../rules/users/passkeys.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import type { RateLimit } from '../shared/rate-limit.ts';
import { beginSession, type Device } from './begin-session.ts';
import { ownerOfAccount } from './owner-of-account.ts';
import { findPasskey, spendChallenge, updatePasskeyUse } from './passkeys.queries.ts';
import { challengeOf, checked, type RelyingParty } from './passkeys.ts';
import { findUserById, type UserRow } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId'> & {
  attempts: RateLimit;
  party: RelyingParty;
};

const refused = () => fieldError({ passkey: passkeyMessages.refused }, 401);

/**
 * Signs in with a passkey, whose authenticator has verified its holder: starts a session and returns its login token.
 * Throws the same field error (401) for everything that is not valid, 403 for a locked account and for staff without a
 * membership, and 429 after five attempts with passkeys of an account within a quarter of an hour.
 */
export async function verifyPasskey(
  { attempts, party, ...deps }: Needs,
  { passkey }: BodyOf<Endpoints['verifyPasskey']>,
  device: Device,
): Promise<string> {
  const { db, now } = deps;
  const at = now();
  const challenge = challengeOf(passkey.response.clientDataJSON);
  const sought = { purpose: 'sign_in' as const, userId: null, at };
  if (challenge === null || !(await spendChallenge(db, challenge, sought))) throw refused();
  const userId = accountOf(passkey.response.userHandle);
  const user = userId === null ? null : await findUserById(db, userId);
  const stored = user && (await findPasskey(db, user.id, passkey.id));
  if (!user || !stored) throw refused();
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
  if (!result) throw refused();
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  const use = { counter: newCounter, backedUp: credentialBackedUp, at };
  if (!(await updatePasskeyUse(db, stored, use))) {
    await auditCopy(deps, user, stored.name, device);
    throw refused();
  }
  if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
  await attempts.reset(user.id);
  return beginSession(deps, user, device);
}

/** A counter that has not grown shows that the passkey was copied. */
async function auditCopy(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  user: UserRow,
  name: string | null,
  { address }: Device,
): Promise<void> {
  const ownerId = await ownerOfAccount(db, user);
  await db.transaction().execute((transaction) =>
    insertAudit(transaction, {
      at: now(),
      actor: null,
      ownerId,
      address,
      action: 'account.passkey_refused',
      target: `account ${user.email}`,
      newValue: { name },
    }),
  );
}

/** The account that is stored with a passkey: the 16 bytes of its id. */
function accountOf(userHandle: string): string | null {
  const bytes = Buffer.from(userHandle, 'base64url');
  if (bytes.length !== 16) return null;
  const hex = bytes.toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return validate(id) ? id : null;
}
