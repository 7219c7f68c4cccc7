import { hash } from 'node:crypto';
import { type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import type { Member } from '../../rules/permissions.ts';
import type { SigningKey } from '../shared/signing-key.ts';
import type { UserRow } from './users.queries.ts';

/** From the sign-in, however often the session is renewed. */
export const mostSessionDays = 30;

/**
 * Login token, signed with HS256; rotoken is the session's API token.
 * @param member for a staff account: its owner and role are among the claims
 */
export function signLoginToken(
  key: SigningKey,
  session: { id: string; issuedAt: Date; expiresAt: Date; apiToken: string },
  user: UserRow,
  ownerItemsHidden: boolean,
  member: Member | null,
): Promise<string> {
  return new SignJWT({
    sid: session.id,
    accountType: user.account_type,
    rotoken: session.apiToken,
    name: user.name,
    email: user.email,
    ...(user.first_name && user.last_name
      ? { firstName: user.first_name, lastName: user.last_name }
      : {}),
    ...(member ? memberClaims(member) : {}),
    ...(ownerItemsHidden ? { ownerItemsHidden: true } : {}),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(user.id)
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(bytesOf(key.current));
}

/** `allowed` names permissions that the owner has added to those of the role; `allVenues` is false with some venues only. */
const memberClaims = ({ ownerId, role, allowed, venueIds }: Member) => ({
  ownerId,
  role,
  allowed: [...allowed],
  allVenues: venueIds === null,
});

/** Seconds for which the second step of a sign-in can follow the first. */
const challengeSeconds = 5 * 60;
const secondStep = 'second step of sign-in';

/** Another one for another password. The hash of a password has a random salt, so nothing can be guessed from this. */
const markOf = ({ password_hash }: Pick<UserRow, 'password_hash'>): string =>
  hash('sha256', password_hash, 'base64url').slice(0, 22);

/** Token for the second step of a sign-in, after the right password, which it is bound to. It opens nothing else. */
export const signChallenge = (
  key: SigningKey,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  issuedAt: Date,
): Promise<string> =>
  new SignJWT({ password: markOf(user) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(user.id)
    .setAudience(secondStep)
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + challengeSeconds * 1000))
    .sign(bytesOf(key.current));

export interface Challenge {
  userId: string;
  /** False for an account that has another password than at the first step. */
  isOf(user: Pick<UserRow, 'password_hash'>): boolean;
}

/** The account of a challenge; null when it is forged, malformed or expired. */
export async function verifyChallenge(
  key: SigningKey,
  challenge: string,
  now: Date,
): Promise<Challenge | null> {
  const requiredClaims = ['exp', 'sub', 'password'];
  const options = { audience: secondStep, currentDate: now, requiredClaims };
  const { sub: userId, password } = (await payloadOf(key, challenge, options)) ?? {};
  return userId === undefined ? null : { userId, isOf: (user) => markOf(user) === password };
}

/** The session and the API token of a login token; null when it is forged, malformed or expired. */
export async function verifyLoginToken(
  key: SigningKey,
  token: string,
  now: Date,
): Promise<{ sessionId: string; apiToken: string } | null> {
  const options = { currentDate: now, requiredClaims: ['exp', 'sid', 'rotoken'] };
  const { sid, rotoken } = (await payloadOf(key, token, options)) ?? {};
  return typeof sid === 'string' && typeof rotoken === 'string'
    ? { sessionId: sid, apiToken: rotoken }
    : null;
}

/** Null when neither key has signed the token, or it does not fulfil the options. */
async function payloadOf(
  { current, previous }: SigningKey,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload | null> {
  for (const secret of previous === null ? [current] : [current, previous]) {
    try {
      return (await jwtVerify(token, bytesOf(secret), { ...options, algorithms: ['HS256'] }))
        .payload;
    } catch {
      // The other key may have signed it.
    }
  }
  return null;
}

const bytesOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
