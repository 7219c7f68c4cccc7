import { jwtVerify, SignJWT } from 'jose';
import type { UserRow } from './users.queries.ts';

/** Length of a bar shift. */
const sessionHours = 12;

/** When a session ends that begins, or is renewed, at this time and is not renewed after it. */
export const sessionEnd = (issuedAt: Date): Date =>
  new Date(issuedAt.getTime() + sessionHours * 3_600_000);

/** From the sign-in, however often the session is renewed. */
export const mostSessionDays = 30;

/** Login token, signed with HS256; rotoken is the session's API token. */
export function signLoginToken(
  secret: string,
  session: { id: string; issuedAt: Date; expiresAt: Date; apiToken: string },
  user: UserRow,
  ownerItemsHidden: boolean,
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
    ...(ownerItemsHidden ? { ownerItemsHidden: true } : {}),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(user.id)
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(new TextEncoder().encode(secret));
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
