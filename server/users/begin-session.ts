import type { FastifyRequest } from 'fastify';
import { sessionEnd } from '../../rules/users/session-hours.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { findMember } from '../memberships/memberships.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { hashSecret, newApiToken, newId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { insertSession } from './sessions.queries.ts';
import { signLoginToken } from './tokens.ts';
import type { UserRow } from './users.queries.ts';

/** Who signs in from where. */
export interface Device {
  address: string;
  userAgent: string | undefined;
  /** True for a browser, which names the page that it sends a POST from. */
  isBrowser: boolean;
}

export const deviceOf = ({ ip, headers }: FastifyRequest): Device => ({
  address: ip,
  userAgent: headers['user-agent'],
  isBrowser: headers.origin !== undefined,
});

/** Characters of a User-Agent header that are stored. */
const mostUserAgent = 300;

/**
 * Starts a session of an account and returns its login token. Throws 403 for staff whose membership is suspended or gone.
 */
export async function beginSession(
  { db, now, jwtSecret, deniedUserId }: Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId'>,
  user: UserRow,
  { address, userAgent, isBrowser }: Device,
): Promise<string> {
  const isStaff = user.account_type === 'staff';
  const member = isStaff ? await findMember(db, user.id) : null;
  if (isStaff && member === null) throw new HttpError(403, sessionMessages.noMembership);
  const issuedAt = now();
  const session = {
    id: newId(issuedAt),
    issuedAt,
    expiresAt: sessionEnd(issuedAt),
    apiToken: newApiToken(),
  };
  await insertSession(db, {
    id: session.id,
    user_id: user.id,
    api_token_hash: hashSecret(session.apiToken),
    created_at: issuedAt,
    expires_at: session.expiresAt,
    network: networkOf(address),
    user_agent: userAgent?.slice(0, mostUserAgent) ?? null,
    last_used_at: issuedAt,
    is_browser: isBrowser,
  });
  return signLoginToken(jwtSecret, session, user, user.id === deniedUserId, member);
}
