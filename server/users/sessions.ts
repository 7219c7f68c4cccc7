/** Sessions: sign-in, renewal and end. */
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { type AccountActor, type Actor, type Member, memberOf } from '../../rules/permissions.ts';
import {
  passkeyRequiredCode,
  secondFactorMessages,
  sessionEnd,
} from '../../rules/users/sign-in.ts';
import type { SignInMethod } from '../../rules/audit/sign-in-entries.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import {
  knownDeviceDays,
  newDeviceMail,
  sessionMessages,
} from '../../rules/users/session-messages.ts';
import { findFirstMember, touchMembership } from '../memberships/memberships.queries.ts';
import { deleteTokensExpiredBefore } from '../recipients/recipients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { parseId, hashSecret, isApiToken, newApiToken, newId } from '../shared/ids.ts';
import { networkOf } from '../shared/network.ts';
import { deleteExpiredRateLimits } from '../shared/database.queries.ts';
import type { AuditContext } from '../shared/require.ts';
import {
  accountOf,
  insertAccountAudit,
  isFactorRequired,
  profileUrl,
  queueSecurityMail,
} from './accounts.ts';
import {
  mostSessionDays,
  signChallenge,
  signLoginToken,
  verifyLoginToken,
} from './authenticate.ts';
import {
  deleteChallengesExpiredBefore,
  findTotp,
  hasSecondFactor,
} from './credentials/credentials.queries.ts';
import { type SignInLimits, verifyPassword } from './passwords.ts';
import { insertSignIn } from './sign-in-entries.ts';
import {
  deleteSessionsExpiredBefore,
  endSessions,
  extendSession,
  hasBegunSessionFrom,
  insertSession,
  isFirstSession,
  listUserAgents,
  updateBoundOwner,
} from './sessions.queries.ts';
import { findUserByEmail, findUserById, holdUser, type UserRow } from './users.queries.ts';

type Needs = SessionNeeds & Pick<AppDeps, 'adminSecondFactor'> & { limits: SignInLimits };

/** The token of a session, or what the second step needs. */
export type SignIn = { token: string } | { step: 'secondFactor'; challenge: string };

/**
 * Starts a session and returns its login token; for an account with a second factor, returns a challenge for the second
 * step. Throws a field error (401) under `emailnotfound` or `passwordincorrect`; 403 after the right password for a
 * locked account, for staff without a membership, and for an account that must have a second factor and has passkeys
 * only; and 429 after too many attempts. Failed attempts from elsewhere do not stop a network from which the account
 * has signed in before.
 */
export async function login(
  { limits, ...deps }: Needs,
  credentials: { email: string; password: string },
  device: Device,
): Promise<SignIn> {
  const { db, now, jwtSecret } = deps;
  const network = networkOf(device.address);
  const account = credentials.email.toLowerCase();
  await limits.ofNetwork.count(network);
  await limits.ofAccountAndNetwork.count(account, network);

  const user = await findUserByEmail(db, credentials.email);
  if (!user || !(await hasBegunSessionFrom(db, user.id, network)))
    await limits.ofAccount.count(account);
  if (!user) throw fieldError({ emailnotfound: sessionMessages.emailNotFound }, 401);
  const wrong = fieldError({ passwordincorrect: sessionMessages.passwordIncorrect }, 401);
  if (!(await verifyPassword(user.password_hash, credentials.password))) throw wrong;
  await limits.ofAccountAndNetwork.reset(account, network);
  if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);

  if ((await findTotp(db, user.id))?.confirmed_at)
    return { step: 'secondFactor', challenge: await signChallenge(jwtSecret, user, now()) };
  // A passkey signs in alone, so there is no second step with it: the password alone would be one factor.
  if ((await isFactorRequired(deps, user)) && (await hasSecondFactor(db, user.id)))
    throw new HttpError(403, secondFactorMessages.usePasskey, { code: passkeyRequiredCode });
  return {
    token: await beginSession(deps, user, device, { method: 'password', otherPassword: wrong }),
  };
}

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
 * @param otherPassword what to throw when the account has another password meanwhile; absent where none was verified
 */
export async function beginSession(
  { db, now, jwtSecret, deniedUserId, publicUrl }: SessionNeeds,
  user: UserRow,
  { address, userAgent: header, isBrowser }: Device,
  { method, otherPassword }: { method: SignInMethod; otherPassword?: HttpError },
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
    if (otherPassword && current?.password_hash !== user.password_hash) throw otherPassword;
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
    await insertSignIn(transaction, user, { at: issuedAt, method, address, userAgent, member });
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

type RenewalNeeds = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId'>;

/**
 * Extends the session of an account and returns its new login token. The API token stays, so that requests of other
 * windows go on. Throws 401 when the session has ended meanwhile.
 * @param token either token of the session
 */
export async function renewSession(
  { db, now, jwtSecret, deniedUserId }: RenewalNeeds,
  actor: Actor,
  token: string,
): Promise<string> {
  const issuedAt = now();
  const apiToken = isApiToken(token)
    ? token
    : (await verifyLoginToken(jwtSecret, token, issuedAt))?.apiToken;
  if (actor.kind !== 'account' || apiToken === undefined) throw signInAgain();
  const expiresAt = await extendSession(db, actor.sessionId, {
    now: issuedAt,
    until: sessionEnd(issuedAt),
    mostDays: mostSessionDays,
  });
  const user = await findUserById(db, actor.userId);
  if (!expiresAt || !user) throw signInAgain();
  const session = { id: actor.sessionId, issuedAt, expiresAt, apiToken };
  const member = await memberOfSession(db, actor);
  return signLoginToken(jwtSecret, session, user, user.id === deniedUserId, member);
}

/** The membership of the owner that the session reaches; where that has ended, it reaches the first of those that go on. */
async function memberOfSession(
  db: RenewalNeeds['db'],
  actor: AccountActor,
): Promise<Member | null> {
  const own = memberOf(actor);
  if (own !== null || actor.accountType !== 'staff') return own;
  const other = await withoutTenant(() => findFirstMember(db, actor.userId));
  if (other) await updateBoundOwner(db, actor.sessionId, other.ownerId);
  return other;
}

const signInAgain = (): HttpError => new HttpError(401, sessionMessages.pleaseLogIn);

/** Ends the session of an account: both of its tokens are refused from now on. Units have no session to end. */
export async function logout(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  actor: Actor,
): Promise<void> {
  if (actor.kind === 'account')
    await withoutTenant(() => endSessions(db, actor.userId, now(), { only: actor.sessionId }));
}

/** Ends one session of the account. Throws 404 when it has none of this id that is valid. */
export async function endSession(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { userId }: AccountActor,
  id: string,
): Promise<void> {
  const ended = await withoutTenant(() =>
    endSessions(db, userId, now(), { only: parseId(id, 'session') }),
  );
  if (ended === 0) throw notFound('session');
}

/** Ends the sessions of the account other than the one of the request. Returns their number. */
export function endOtherSessions(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { actor, address }: AuditContext,
): Promise<number> {
  const at = now();
  return db.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction, actor.userId, at, { except: actor.sessionId });
    if (ended > 0) {
      await insertAccountAudit(transaction, accountOf(actor), {
        at,
        actor,
        address,
        action: 'account.sessions_ended',
        target: `account ${actor.email}`,
        newValue: { sessions: ended },
      });
    }
    return ended;
  });
}

const dayMs = 24 * 60 * 60_000;

/** Tokens of links are stored for this time after they expired. */
const storedDays = 30;

/**
 * Deletes expired sessions that show no known device of an account any more, tokens of links a month after they expired,
 * and the counts of rate limits whose window is over.
 */
export async function sweepSessions({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now().getTime() - days * dayMs);
  await deleteSessionsExpiredBefore(db, daysAgo(knownDeviceDays));
  await deleteTokensExpiredBefore(db, daysAgo(storedDays));
  await deleteChallengesExpiredBefore(db, now());
  await deleteExpiredRateLimits(db, now());
}
