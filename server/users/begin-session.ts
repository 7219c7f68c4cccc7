import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../db/tables/tables.ts';
import { sessionEnd } from '../../rules/users/session-hours.ts';
import { knownDeviceDays, newDeviceMail } from '../../rules/users/security-mails.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { touchMembership } from '../memberships/memberships.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { hashSecret, newApiToken, newId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import { findFirstMember } from '../memberships/own-memberships.queries.ts';
import { profileUrl, queueSecurityMail } from './queue-security-mail.ts';
import { insertSession, isFirstSession, listUserAgents } from './sessions.queries.ts';
import { signLoginToken } from './tokens.ts';
import { holdUser, type UserRow } from './users.queries.ts';

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

export type SessionNeeds = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId' | 'publicUrl'>;

/** Characters of a User-Agent header that are stored. */
const mostUserAgent = 300;

/**
 * Starts a session of an account and returns its login token; mails its holder about a browser on a new device. Of several
 * owners' staff, it reaches the owner that was joined first. Throws 403 for staff whose memberships are suspended or gone,
 * and for an account that was locked meanwhile.
 * @param user as it was when its holder was verified
 * @param otherPassword what to throw when the account has another password meanwhile; null where none was verified
 */
export async function beginSession(
  { db, now, jwtSecret, deniedUserId, publicUrl }: SessionNeeds,
  user: UserRow,
  { address, userAgent: header, isBrowser }: Device,
  otherPassword: HttpError | null,
): Promise<string> {
  const isStaff = user.account_type === 'staff';
  const member = isStaff ? await findFirstMember(db, user.id) : null;
  if (isStaff && member === null) throw new HttpError(403, sessionMessages.noMembership);
  const issuedAt = now();
  const session = {
    id: newId(issuedAt),
    issuedAt,
    expiresAt: sessionEnd(issuedAt),
    apiToken: newApiToken(),
  };
  const network = networkOf(address);
  const userAgent = header?.slice(0, mostUserAgent) ?? null;
  const row = {
    id: session.id,
    user_id: user.id,
    api_token_hash: hashSecret(session.apiToken),
    created_at: issuedAt,
    expires_at: session.expiresAt,
    network,
    user_agent: userAgent,
    last_used_at: issuedAt,
    is_browser: isBrowser,
    owner_id: member?.ownerId ?? null,
  };
  await db.transaction().execute(async (transaction) => {
    // A reset that is committed later ends the session, and one that was committed earlier is seen here.
    const current = await holdUser(transaction, user.id);
    if (otherPassword !== null && current?.password_hash !== user.password_hash)
      throw otherPassword;
    if (!current || current.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
    if (isBrowser && (await isNewDevice(transaction, user.id, userAgent, issuedAt))) {
      const device = deviceName(userAgent ?? '');
      const mail = newDeviceMail({
        device,
        network,
        at: issuedAt,
        profileUrl: profileUrl(publicUrl),
      });
      await queueSecurityMail(transaction, user, mail, issuedAt);
    }
    await insertSession(transaction, row);
    if (member)
      await touchMembership(transaction, member.ownerId, user.id, { seenAt: null, now: issuedAt });
  });
  return signLoginToken(jwtSecret, session, user, user.id === deniedUserId, member);
}

/** True when the account has signed in before, but lately not from this browser and system. */
async function isNewDevice(
  db: Tx,
  userId: string,
  userAgent: string | null,
  at: Date,
): Promise<boolean> {
  if (await isFirstSession(db, userId)) return false;
  const since = new Date(at.getTime() - knownDeviceDays * 24 * 60 * 60_000);
  const known = await listUserAgents(db, userId, since);
  return !known.some((other) => deviceName(other ?? '') === deviceName(userAgent ?? ''));
}
