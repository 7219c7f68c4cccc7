/** Passkeys: registration, sign-in, confirmation of an identity, names and removal. */
import { parse, validate } from 'uuid';
import type { EndpointBody, EndpointResponse } from '../../../contract/endpoints.ts';
import { creationOptions, requestOptions } from '../../../contract/sign-in.ts';
import { identityMessages, mostPasskeys, passkeyMessages } from '../../../rules/users/sign-in.ts';
import { refusedPasskeyMail, sessionMessages } from '../../../rules/users/session-messages.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../../shared/errors.ts';
import { parseId, newId } from '../../shared/ids.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import type { AuditContext } from '../../shared/require.ts';
import { accountOf, insertAccountAudit, profileUrl, queueSecurityMail } from '../accounts.ts';
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertCredentials,
  listPasskeyRows,
  lockPasskey,
  type PasskeyRow,
  renamePasskey,
  spendChallenge,
  updatePasskeyUse,
} from './credentials.queries.ts';
import { requirePassword, type SignInLimits } from '../passwords.ts';
import { updateAuthenticated } from '../sessions.queries.ts';
import { beginSession, type Device, type SessionNeeds } from '../sessions.ts';
import { findUserById, lockUser, type UserRow } from '../users.queries.ts';

/** Loaded with the first use of a passkey: it takes several megabytes. */
const webAuthn = () => import('@simplewebauthn/server');

/** Domain that passkeys belong to, and address of the dashboard from which they are used. */
interface RelyingParty {
  id: string;
  origin: string;
}

/** Time for which a challenge works. */
const challengeMs = 5 * 60_000;

/**
 * The relying party of the public address. Without a public address it is localhost, with the port of the request:
 * no other site has this domain.
 */
export function relyingParty(
  { publicUrl }: Pick<AppDeps, 'publicUrl'>,
  requestOrigin: string | undefined,
): RelyingParty {
  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl);
    return { id: hostname, origin };
  }
  const isLocal = /^http:\/\/localhost(:\d{1,5})?$/.test(requestOrigin ?? '');
  return { id: 'localhost', origin: isLocal && requestOrigin ? requestOrigin : 'http://localhost' };
}

/** The challenge that an authenticator has signed; null when it cannot be read. */
async function challengeOf(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Result of a check by the library, which throws for every response that is not valid; null for those. */
async function checked<Verified extends { verified: boolean }>(
  verify: () => Promise<Verified>,
): Promise<Verified | null> {
  try {
    const result = await verify();
    return result.verified ? result : null;
  } catch {
    return null;
  }
}

/** Options to use a passkey that the authenticator knows, with a new challenge for one purpose; they name no passkey. */
async function passkeyRequest(
  { db, now, party }: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty },
  { purpose, userId }: { purpose: 'sign_in' | 'identity'; userId: string | null },
): Promise<EndpointResponse<'startPasskeySignIn'>> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeMs,
    userVerification: 'required',
  });
  await insertChallenge(db, options.challenge, {
    purpose,
    user_id: userId,
    expires_at: new Date(now().getTime() + challengeMs),
  });
  return requestOptions.parse(options);
}

/** Signatures that every authenticator makes at least one of: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/**
 * Options for a new passkey. Throws a field error (400) for a wrong password, and 409 when the account has as many
 * passkeys as it may.
 */
export async function startPasskey(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits; party: RelyingParty },
  password: string,
  by: AuditContext,
): Promise<EndpointResponse<'startPasskey'>> {
  const { db, now, party } = deps;
  const user = await requirePassword(deps, password, by);
  const passkeys = await listPasskeyRows(db, user.id);
  if (passkeys.length >= mostPasskeys) throw new HttpError(409, passkeyMessages.tooMany);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Barback',
    rpID: party.id,
    userName: user.email,
    userID: new Uint8Array(parse(user.id)),
    userDisplayName: user.name,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ passkey_id, transports }) => ({
      id: passkey_id ?? '',
      transports: transports ?? [],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  await insertChallenge(db, options.challenge, {
    purpose: 'registration',
    user_id: user.id,
    expires_at: new Date(now().getTime() + challengeMs),
  });
  return creationOptions.parse(options);
}

type Needs = Pick<AppDeps, 'db' | 'now'> & { attempts: RateLimit; party: RelyingParty };

/**
 * Stores a new passkey. Throws a field error (400) when it is not valid or its challenge is used up, and 409 when the
 * account has it or as many as it may.
 */
export async function confirmPasskey(
  { db, now, attempts, party }: Needs,
  { name, passkey }: EndpointBody<'confirmPasskey'>,
  { actor, address }: AuditContext,
): Promise<PasskeyRow> {
  const { userId } = actor;
  await attempts.count(userId);
  const at = now();
  const challenge = await challengeOf(passkey.response.clientDataJSON);
  const isSpent =
    challenge !== null &&
    (await spendChallenge(db, challenge, { purpose: 'registration', userId, at }));
  const { verifyRegistrationResponse } = await webAuthn();
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

type Passkey = EndpointBody<'verifyPasskey'>['passkey'];

type PasskeyNeeds = Pick<AppDeps, 'db' | 'now' | 'publicUrl'> & {
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
async function checkPasskey(
  { db, now, publicUrl, attempts, party }: PasskeyNeeds,
  passkey: Passkey,
  { purpose, userId: soughtId, address }: Sought,
): Promise<UserRow | null> {
  const at = now();
  const challenge = await challengeOf(passkey.response.clientDataJSON);
  if (challenge === null) return null;
  if (!(await spendChallenge(db, challenge, { purpose, userId: soughtId, at }))) return null;
  const userId = accountOfPasskey(passkey.response.userHandle);
  if (soughtId !== null && userId !== soughtId) return null;
  const user = userId === null ? null : await findUserById(db, userId);
  const stored = user && (await findPasskey(db, user.id, passkey.id));
  if (!user || !stored) return null;
  await attempts.count(user.id);
  const { verifyAuthenticationResponse } = await webAuthn();
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
export function accountOfPasskey(userHandle: string): string | null {
  const bytes = Buffer.from(userHandle, 'base64url');
  if (bytes.length !== 16) return null;
  const hex = bytes.toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return validate(id) ? id : null;
}

/** Options to sign in with a passkey that the authenticator knows; they name no account and no passkey. */
export const startPasskeySignIn = (
  deps: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty },
): Promise<EndpointResponse<'startPasskeySignIn'>> =>
  passkeyRequest(deps, { purpose: 'sign_in', userId: null });

/**
 * Signs in with a passkey, whose authenticator has verified its holder: starts a session and returns its login token.
 * Throws the same field error (401) for everything that is not valid, 403 for a locked account and for staff without a
 * membership, and 429 after five attempts with passkeys of an account within a quarter of an hour.
 */
export async function verifyPasskey(
  deps: PasskeyNeeds & SessionNeeds,
  { passkey }: EndpointBody<'verifyPasskey'>,
  device: Device,
): Promise<string> {
  const sought = { purpose: 'sign_in', userId: null, address: device.address } as const;
  const user = await checkPasskey(deps, passkey, sought);
  if (user === null) throw fieldError({ passkey: passkeyMessages.refused }, 401);
  if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
  return beginSession(deps, user, device, { method: 'passkey' });
}

/** Renames a passkey. Throws 404 when the account has none with this id. */
export async function updatePasskey(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { id, name }: { id: string; name: string },
  by: AuditContext,
): Promise<PasskeyRow> {
  const passkeyId = parseId(id, 'passkey');
  return db.transaction().execute(async (transaction) => {
    const before = await lockPasskey(transaction, by.actor.userId, passkeyId);
    if (before === null) throw notFound('passkey');
    if (before.name === name) return before;
    await renamePasskey(transaction, before, name);
    await insertAccountAudit(transaction, accountOf(by.actor), {
      at: now(),
      ...by,
      action: 'account.passkey_renamed',
      target: `account ${by.actor.email}`,
      oldValue: { name: before.name },
      newValue: { name },
    });
    return { ...before, name };
  });
}

/** Removes a passkey. Throws 404 when the account has none with this id, and a field error (400) for a wrong password. */
export async function removePasskey(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits },
  { id, password }: { id: string; password: string },
  by: AuditContext,
): Promise<void> {
  const passkeyId = parseId(id, 'passkey');
  const user = await requirePassword(deps, password, by);
  await deps.db.transaction().execute(async (transaction) => {
    const name = await deletePasskey(transaction, user.id, passkeyId);
    if (name === null) throw notFound('passkey');
    await insertAccountAudit(transaction, accountOf(by.actor), {
      at: deps.now(),
      ...by,
      action: 'account.passkey_removed',
      target: `account ${user.email}`,
      oldValue: { name },
    });
  });
}

/** Options to confirm with a passkey who uses a session. */
export const startIdentityCheck = (
  deps: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty },
  userId: string,
): Promise<EndpointResponse<'startIdentityCheck'>> =>
  passkeyRequest(deps, { purpose: 'identity', userId });

/**
 * Counts as authentication of the session, like a sign-in. Throws a field error (400) for a wrong password and for a
 * passkey that is not valid or of another account, and 429 after as many attempts as a sign-in allows.
 */
export async function confirmIdentity(
  deps: PasskeyNeeds & { limits: SignInLimits },
  { password, passkey }: EndpointBody<'confirmIdentity'>,
  by: AuditContext,
): Promise<void> {
  if (passkey === undefined) {
    await requirePassword(deps, password ?? '', by);
    return;
  }
  const { userId, sessionId } = by.actor;
  const sought = { purpose: 'identity', userId, address: by.address } as const;
  if ((await checkPasskey(deps, passkey, sought)) === null)
    throw fieldError({ passkey: identityMessages.passkeyRefused });
  await updateAuthenticated(deps.db, sessionId, deps.now());
}
