import type { IncomingHttpHeaders } from 'node:http';
import { actingHeader } from '../../contract/headers.ts';
import { groupBy } from '../../lib/group-by.ts';
import {
  type Actor,
  mayRequest,
  maySeeMoney,
  type Scope,
  scopeOf,
} from '../../rules/permissions.ts';
import { refusedTo } from '../../rules/permissions/refusal.ts';
import { requireActing } from '../acting/require-acting.ts';
import { chosenOwnerOf, requireChosenOwner } from '../memberships/require-chosen-owner.ts';
import { previewedActor } from '../people/previewed-actor.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { accountActor } from '../users/authenticate.ts';
import { listSessionsById, withMembershipOf } from '../users/sessions.queries.ts';
import { listWallsById, touchWalls } from '../walls/walls.queries.ts';
import { listVenueOwners } from '../venues/venues.queries.ts';

/** The session or the wall display that opened a stream. */
export type Watcher = SessionWatcher | WallWatcher;

interface SessionWatcher {
  /** Of the account. */
  key: string;
  sessionId: string;
  venueId: string;
  /** Of the request. */
  headers: IncomingHttpHeaders;
}

interface WallWatcher {
  key: string;
  wallId: string;
}

type WatchNeeds = Pick<AppDeps, 'db' | 'now' | 'adminSecondFactor'>;

type Allowed = Map<Watcher, { seesMoney: boolean }>;

/**
 * Decides for each of these streams if its reader may still read it, and with amounts: one statement for all sessions,
 * one for their venues, and two for all wall displays, which are noted as seen. Others are left out.
 */
export async function mayStillWatch(
  deps: WatchNeeds,
  watchers: readonly Watcher[],
): Promise<Allowed> {
  const walls = watchers.filter((watcher) => 'wallId' in watcher);
  const sessions = watchers.filter((watcher) => 'sessionId' in watcher);
  return new Map([
    ...(sessions.length === 0 ? [] : await sessionsThatMay(deps, sessions)),
    ...(walls.length === 0 ? [] : await wallsThatMay(deps, walls)),
  ]);
}

async function wallsThatMay(
  { db, now }: WatchNeeds,
  watchers: readonly WallWatcher[],
): Promise<Allowed> {
  const inUse = await listWallsById(db, [...new Set(watchers.map(({ wallId }) => wallId))]);
  const byId = new Map(inUse.map((wall) => [wall.id, wall]));
  if (byId.size > 0) await touchWalls(db, [...byId.keys()], now());
  return new Map(
    watchers.flatMap((watcher) => {
      const wall = byId.get(watcher.wallId);
      return wall ? [[watcher, { seesMoney: !wall.hide_money }] as const] : [];
    }),
  );
}

async function sessionsThatMay(
  deps: WatchNeeds,
  watchers: readonly SessionWatcher[],
): Promise<Allowed> {
  const { db, now } = deps;
  const sessionIds = new Set(watchers.map(({ sessionId }) => sessionId));
  const venueIds = new Set(watchers.map(({ venueId }) => venueId));
  const sessions = await listSessionsById(db, [...sessionIds], now());
  const owners = await listVenueOwners(db, [...venueIds]);
  const rowsOf = groupBy(sessions, ({ id }) => id);
  const actors = new Map<string, Actor>();
  const allowed: Allowed = new Map();
  for (const watcher of watchers) {
    const chosen = chosenOwnerOf(watcher.headers)?.ownerId ?? null;
    const session = withMembershipOf(rowsOf.get(watcher.sessionId) ?? [], chosen);
    if (!session) continue;
    const key = `${session.id} ${session.owner_id ?? ''}`;
    const account = actors.get(key) ?? (await accountActor(deps, session));
    actors.set(key, account);
    const actor = await actingAs(deps, account, watcher.headers);
    const ownerId = owners.get(watcher.venueId);
    if (actor && ownerId !== undefined && maySee(actor, watcher.venueId, ownerId))
      allowed.set(watcher, { seesMoney: maySeeMoney(actor) });
  }
  return allowed;
}

/** The actor that the headers make of an account; null where that is not allowed any more. */
async function actingAs(
  deps: WatchNeeds,
  account: Actor,
  headers: IncomingHttpHeaders,
): Promise<Actor | null> {
  try {
    requireChosenOwner(account, chosenOwnerOf(headers));
    await requireActing(deps, account, headers[actingHeader]);
    return await previewedActor(deps, account, headers);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

const maySee = (actor: Actor, venueId: string, ownerId: string): boolean =>
  mayRequest('dashboard', actor) === 'yes' &&
  !(actor.kind === 'account' && actor.lacksSecondFactor) &&
  refusedTo(actor, 'live.read') === null &&
  isWithin(scopeOf(actor), venueId, ownerId);

const isWithin = (scope: Scope, venueId: string, ownerId: string): boolean =>
  scope.to === 'everything' ||
  (scope.to === 'owner' &&
    scope.ownerId === ownerId &&
    (scope.venueIds === null || scope.venueIds.includes(venueId)));
