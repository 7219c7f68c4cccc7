/** Resolves the Authorization header to an actor. Accepts both tokens of a session, with or without 'Bearer '. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type JWTPayload, jwtVerify, type JWTVerifyOptions, SignJWT } from 'jose';
import { orderMessages } from '../../rules/messages.ts';
import { longestQueueMs } from '../../rules/orders/sale-date.ts';
import {
  type Actor,
  isSuperAdminType,
  type Member,
  type UnitActor,
} from '../../rules/permissions.ts';
import { personName } from '../../rules/users/person-name.ts';
import {
  isTokenScope,
  permissionsOfScopes,
  tokenMessages,
} from '../../rules/permissions/token-scopes.ts';
import { isRecent } from '../../rules/users/sign-in.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { wallMessages } from '../../rules/nights/night-text.ts';
import { memberFrom, touchMembership } from '../memberships/memberships.queries.ts';
import { chosenOwnerOf, requireChosenOwner } from '../memberships/require-chosen-owner.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { hashSecret, isAccessToken, isApiToken, isUnitKey, isWallKey } from '../shared/ids.ts';
import type { SigningKey } from '../shared/encryption.ts';
import { recordContact } from '../units/contact/unit-contact.queries.ts';
import {
  findDeletedUnitByKey,
  findUnitByKey,
  markRefusedKey,
  touchUnitKey,
  type UnitOfKey,
} from '../units/unit-keys.queries.ts';
import { hasSecondFactor } from './credentials/credentials.queries.ts';
import {
  listSessionByApiToken,
  listSessionsById,
  type SessionRow,
  withMembershipOf,
} from './sessions.queries.ts';
import type { UserRow } from './users.queries.ts';
import { findTokenByHash, touchToken } from '../tokens/tokens.queries.ts';
import { isIn } from '../shared/network.ts';
import { findWallByKey, touchWalls } from '../walls/walls.queries.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'jwtSecret' | 'adminSecondFactor'>;

/** The token of the header, with or without its scheme; empty without one. */
export const tokenOf = (authorization: string | undefined): string =>
  authorization?.replace(/^Bearer\s+/i, '').trim() ?? '';

/**
 * The actor of a request: one of several owners' staff acts for the owner that its header names, else for the owner that
 * its session was begun for. Throws 401 when the token is invalid or expired, and 403 when the account may not act for the
 * owner that is named, or not as its client believes.
 */
export async function findActor(
  deps: Needs,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<Actor> {
  const token = tokenOf(headers.authorization);
  if (!token) return { kind: 'anonymous' };
  if (isUnitKey(token)) return unitActor(deps, token);
  if (isWallKey(token)) return wallActor(deps, token);
  if (isAccessToken(token)) return tokenActor(deps, token, address);
  const now = deps.now();
  const rows = isApiToken(token)
    ? await listSessionByApiToken(deps.db, hashSecret(token), now)
    : await sessionOfLoginToken(deps, token);
  if (rows.length === 0) throw new HttpError(401, sessionMessages.pleaseLogIn);
  const chosen = chosenOwnerOf(headers);
  const session = withMembershipOf(rows, chosen?.ownerId ?? null);
  if (!session) throw new HttpError(401, sessionMessages.pleaseLogIn);
  const actor = await accountActor(deps, session);
  requireChosenOwner(actor, chosen);
  const { owner_id: ownerId, seen_at: seenAt, user_id: userId } = session;
  if (ownerId !== null) await touchMembership(deps.db, ownerId, userId, { seenAt, now });
  return actor;
}

/** The account of a session that goes on. */
export async function accountActor(
  deps: Pick<Needs, 'db' | 'now' | 'adminSecondFactor'>,
  session: SessionRow,
): Promise<Actor> {
  return {
    kind: 'account',
    userId: session.user_id,
    accountType: session.account_type,
    name: session.name,
    person: personName(session),
    email: session.email,
    sessionId: session.id,
    isBrowser: session.is_browser,
    isRecent: isRecent(session.authenticated_at ?? session.created_at, deps.now()),
    lacksSecondFactor: await lacksSecondFactor(deps, session),
    member: session.account_type === 'staff' ? memberFrom(session) : null,
  };
}

/** Read with every request only where one is required. */
async function lacksSecondFactor(
  { db, adminSecondFactor }: Pick<Needs, 'db' | 'adminSecondFactor'>,
  { user_id, account_type, second_factor_required }: SessionRow,
): Promise<boolean> {
  const isRequired = isSuperAdminType(account_type) ? adminSecondFactor : second_factor_required;
  return isRequired === true && !(await hasSecondFactor(db, user_id));
}

async function unitActor({ db, now }: Needs, key: string): Promise<Actor> {
  const at = now();
  const hash = hashSecret(key);
  const unit = await findUnitByKey(db, hash);
  if (!unit) {
    const deleted = await findDeletedUnitByKey(db, hash, new Date(at.getTime() - longestQueueMs));
    if (deleted) return { ...actorOf(deleted), isDeleted: true };
    await markRefusedKey(db, hash, at);
    throw new HttpError(401, orderMessages.unknownUnit);
  }
  if (await touchUnitKey(db, unit, at))
    await recordContact(db, { venue_id: unit.venue_id, id: unit.unit_id }, unit.last_used_at, at);
  return actorOf(unit);
}

const actorOf = (unit: UnitOfKey): UnitActor => ({
  kind: 'unit',
  unitId: unit.unit_id,
  unitNumber: unit.unit_number,
  venueId: unit.venue_id,
  ownerId: unit.owner_id,
});

async function wallActor({ db, now }: Needs, key: string): Promise<Actor> {
  const wall = await findWallByKey(db, hashSecret(key));
  if (!wall) throw new HttpError(401, wallMessages.unknown);
  await touchWalls(db, [wall.id], now());
  return {
    kind: 'wall',
    wallId: wall.id,
    venueId: wall.venue_id,
    ownerId: wall.owner_id,
    hidesMoney: wall.hide_money,
  };
}

/** A program with an access token is one of the staff of the owner, with the permissions of its scopes only. */
async function tokenActor({ db, now }: Needs, text: string, address: string): Promise<Actor> {
  const at = now();
  const token = await findTokenByHash(db, hashSecret(text), at);
  if (!token) throw new HttpError(401, tokenMessages.unknown);
  if (!isIn(token.addresses, address)) throw new HttpError(403, tokenMessages.otherAddress);
  await touchToken(db, token, at);
  const scopes = token.scopes.filter(isTokenScope);
  const { owner_id: ownerId, venue_ids: venueIds } = token;
  return {
    kind: 'account',
    userId: ownerId,
    accountType: 'staff',
    name: token.name,
    person: `Token ${token.name}`,
    email: token.owner_email,
    sessionId: token.id,
    isBrowser: false,
    isRecent: false,
    lacksSecondFactor: false,
    member: {
      ownerId,
      role: 'manager',
      venueIds,
      allowed: [],
      only: permissionsOfScopes(scopes),
      refundLimitCents: 0,
    },
    token: { id: token.id, scopes, expiresAt: token.expires_at },
  };
}

async function sessionOfLoginToken(
  { db, now, jwtSecret }: Needs,
  token: string,
): Promise<SessionRow[]> {
  const verified = await verifyLoginToken(jwtSecret, token, now());
  return verified ? listSessionsById(db, [verified.sessionId], now()) : [];
}

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
