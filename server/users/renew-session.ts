import { sessionEnd } from '../../rules/users/session-hours.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { type AccountActor, type Actor, type Member, memberOf } from '../../rules/permissions.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { isApiToken } from '../shared/ids.ts';
import { findFirstMember } from '../memberships/own-memberships.queries.ts';
import { extendSession, updateBoundOwner } from './sessions.queries.ts';
import { mostSessionDays, signLoginToken, verifyLoginToken } from './tokens.ts';
import { findUserById } from './users.queries.ts';

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
