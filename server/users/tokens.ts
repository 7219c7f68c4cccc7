import { jwtVerify, SignJWT } from 'jose';
import type { Member } from '../../rules/permissions.ts';
import type { UserRow } from './users.queries.ts';

/** From the sign-in, however often the session is renewed. */
export const mostSessionDays = 30;

/**
 * Login token, signed with HS256; rotoken is the session's API token.
 * @param member for a staff account: its owner and role are among the claims
 */
export function signLoginToken(
  secret: string,
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
    .sign(new TextEncoder().encode(secret));
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

/** Token for the second step of a sign-in, after the right password. It opens nothing else. */
export const signChallenge = (secret: string, userId: string, issuedAt: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience(secondStep)
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + challengeSeconds * 1000))
    .sign(new TextEncoder().encode(secret));

/** The account of a challenge; null when it is forged, malformed or expired. */
export async function verifyChallenge(
  secret: string,
  challenge: string,
  now: Date,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(challenge, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience: secondStep,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    });
    return payload.sub ?? null;
  } catch {
    return null;
  }
}

/** The session and the API token of a login token; null when it is forged, malformed or expired. */
export async function verifyLoginToken(
  secret: string,
  token: string,
  now: Date,
): Promise<{ sessionId: string; apiToken: string } | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['exp', 'sid', 'rotoken'],
    });
    const { sid, rotoken } = payload;
    return typeof sid === 'string' && typeof rotoken === 'string'
      ? { sessionId: sid, apiToken: rotoken }
      : null;
  } catch {
    return null;
  }
}
