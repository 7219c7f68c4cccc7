import { sessionEnd } from '../../rules/users/session-hours.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { type Actor, memberOf } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { isApiToken } from '../shared/ids.ts';
import { extendSession } from './sessions.queries.ts';
import { mostSessionDays, signLoginToken, verifyLoginToken } from './tokens.ts';
import { findUserById } from './users.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'deniedUserId'>;

/**
 * Extends the session of an account and returns its new login token. The API token stays, so that requests of other
 * windows go on. Throws 401 when the session has ended meanwhile.
 * @param token either token of the session
 */
export async function renewSession(
  { db, now, jwtSecret, deniedUserId }: Needs,
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
  return signLoginToken(jwtSecret, session, user, user.id === deniedUserId, memberOf(actor));
}

const signInAgain = (): HttpError => new HttpError(401, sessionMessages.pleaseLogIn);
