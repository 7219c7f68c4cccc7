import { SignJWT } from 'jose';
import type { UserRow } from './users.queries.ts';

/** Length of a bar shift. */
export const sessionHours = 12;

/** Login token, signed with HS256; rotoken is the session's API token. */
export function signLoginToken(
  secret: string,
  session: { id: string; createdAt: Date; expiresAt: Date; apiToken: string },
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
    .setIssuedAt(session.createdAt)
    .setExpirationTime(session.expiresAt)
    .sign(new TextEncoder().encode(secret));
}
