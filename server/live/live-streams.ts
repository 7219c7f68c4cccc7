/** All streams of a process: one poll of the change logs for all of them, and one check of who may still read. */
import type { IncomingHttpHeaders } from 'node:http';
import { actingHeader } from '../../contract/headers.ts';
import { withPriority } from '../../db/pool/lanes.ts';
import { withoutTenant, withTenant } from '../../db/tenant.ts';
import { groupBy } from '../../lib/lists.ts';
import { liveMessages } from '../../rules/nights/night-text.ts';
import type { StreamCursor } from '../../rules/live/stream-cursor.ts';
import { refusalMessages } from '../../rules/messages.ts';
import {
  type Actor,
  mayRequest,
  maySeeMoney,
  type Scope,
  scopeOf,
} from '../../rules/permissions.ts';
import { refusedTo } from '../../rules/permissions/refusal.ts';
import { requireActing } from '../acting/acting.ts';
import { listVersions } from '../alerts/alerts.queries.ts';
import { listLatestNumbers } from './live.queries.ts';
import type { LiveDeps } from './read-slow-parts.ts';
import { type LiveTexts, VenueStream, type Viewer } from './venue-stream.ts';
import { chosenOwnerOf, requireChosenOwner } from '../memberships/require-chosen-owner.ts';
import { previewedActor } from '../people/previewed-actor.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { EventStream } from '../shared/event-stream.ts';
import { accountActor } from '../users/authenticate.ts';
import { listSessionsById, withMembershipOf } from '../users/sessions.queries.ts';
import { listVenueOwners } from '../venues/venues.queries.ts';
import { listWallsById, touchWalls } from '../walls/walls.queries.ts';

const usualPollMs = 250;
const keepAliveMs = 15_000;
const usualCheckMs = 10_000;
/** A venue is polled for so long after its last reader, so that one who polls does not begin anew each time. */
const lingerMs = 30_000;
/** Streams end when the logs could not be read for so long: their readers see that they are cut off. */
const mostSilentMs = 8_000;

/** Streams of one account, and of all, on a process. */
const mostOfAccount = 30;
const mostOfProcess = 2_000;

type Needs = LiveDeps & Pick<AppDeps, 'adminSecondFactor' | 'isLeaving' | 'liveTimes'>;

interface Venue {
  id: string;
  owner_id: string;
}

interface OpenStream extends Viewer {
  watcher: Watcher;
}

export class LiveStreams {
  readonly #deps: Needs;
  readonly #texts: LiveTexts;
  readonly #warn: (error: unknown, message: string) => void;
  readonly #venues = new Map<string, { venue: Venue; shown: VenueStream }>();
  readonly #open = new Set<OpenStream>();
  readonly #timers: NodeJS.Timeout[] = [];
  #polling: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  #checking: Promise<void> | null = null;
  #polledAtMs = performance.now();
  #isClosed = false;

  constructor(deps: Needs, texts: LiveTexts, warn: (error: unknown, message: string) => void) {
    this.#deps = deps;
    this.#texts = texts;
    this.#warn = warn;
  }

  /** Number of open streams. */
  get count(): number {
    return this.#open.size;
  }

  /** The night of a venue as JSON, as of now. */
  async read(venue: Venue, timezone: string, seesMoney: boolean): Promise<string> {
    const shown = this.#find(venue, timezone);
    await this.#within(venue, async () => {
      await shown.catchUp();
      // Without a stream, nothing else does it.
      if (shown.isSlowDue()) await shown.refresh();
    });
    return shown.snapshot(seesMoney);
  }

  /** Begins a stream of the night of a venue. */
  async watch(
    venue: Venue,
    timezone: string,
    {
      watcher,
      seesMoney,
      after,
    }: { watcher: Watcher; seesMoney: boolean; after: StreamCursor | null },
  ): Promise<EventStream> {
    this.#refuseExcess(watcher);
    const shown = this.#find(venue, timezone);
    const viewer = await this.#within(venue, async () => {
      await shown.catchUp();
      return shown.watch(seesMoney, after);
    });
    try {
      // Others may have begun meanwhile, and the app may have closed.
      this.#refuseExcess(watcher);
    } catch (error) {
      viewer.stream.body.destroy();
      throw error;
    }
    const open = { ...viewer, watcher };
    this.#open.add(open);
    viewer.stream.body.once('close', () => this.#open.delete(open));
    return viewer.stream;
  }

  /** Ends all streams; none begins after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#endAll();
    await Promise.allSettled([this.#polling, this.#refreshing, this.#checking]);
    this.#venues.clear();
  }

  #refuseExcess({ key }: Watcher): void {
    if (this.#isClosed || this.#deps.isLeaving())
      throw new HttpError(503, refusalMessages.busy, { retryAfterSeconds: 1 });
    const own = [...this.#open].filter(({ watcher }) => watcher.key === key);
    if (own.length >= mostOfAccount)
      throw new HttpError(429, liveMessages.tooMany, { retryAfterSeconds: 60 });
    if (this.#open.size >= mostOfProcess)
      throw new HttpError(503, refusalMessages.busy, { retryAfterSeconds: 5 });
  }

  #find(venue: Venue, timezone: string): VenueStream {
    this.#start();
    // Zones are accepted in any case.
    const key = `${venue.id} ${timezone.toLowerCase()}`;
    const found = this.#venues.get(key) ?? {
      venue,
      shown: new VenueStream({ venueId: venue.id, timezone }, this.#deps, this.#texts),
    };
    this.#venues.set(key, found);
    found.shown.usedAtMs = performance.now();
    return found.shown;
  }

  #start(): void {
    if (this.#timers.length > 0 || this.#isClosed) return;
    this.#polledAtMs = performance.now();
    const { pollMs = usualPollMs, checkMs = usualCheckMs } = this.#deps.liveTimes ?? {};
    const every = (ms: number, work: () => void): void =>
      void this.#timers.push(setInterval(work, ms).unref());
    every(pollMs, () => this.#poll());
    every(keepAliveMs, () => this.#open.forEach(({ stream }) => stream.keepAlive()));
    every(checkMs, () => this.#check());
  }

  #poll(): void {
    if (this.#deps.isLeaving()) return this.#endAll();
    this.#forgetUnused();
    if (this.#venues.size === 0) return this.#stop();
    this.#polling ??= this.#pollAll()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#polling = null;
      });
    this.#refreshing ??= this.#refreshOne()
      .catch((error: unknown) => this.#warn(error, 'figures of live streams were not computed'))
      .finally(() => {
        this.#refreshing = null;
      });
  }

  #forgetUnused(): void {
    for (const [key, { shown }] of this.#venues)
      if (shown.viewers.size === 0 && performance.now() - shown.usedAtMs > lingerMs)
        this.#venues.delete(key);
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  async #pollAll(): Promise<void> {
    const ids = [...new Set([...this.#venues.values()].map(({ venue }) => venue.id))];
    const { latestNumbers, versions } = await withPriority('requests', [share('poll')], () =>
      withoutTenant(async () => ({
        latestNumbers: await listLatestNumbers(this.#deps.db, ids),
        versions: await listVersions(this.#deps.db, ids),
      })),
    );
    const byVenue = new Map(ids.map((id) => [id, new Map<string, number>()]));
    for (const { venue_id, unit_id, last_number } of latestNumbers)
      byVenue.get(venue_id)?.set(unit_id, last_number);
    const nowMs = this.#deps.now().getTime();
    for (const { venue, shown } of this.#venues.values()) {
      const known = byVenue.get(venue.id);
      if (known && shown.isBehind(known, nowMs)) await this.#within(venue, () => shown.catchUp());
      if (shown.hasOtherAlerts(versions.get(venue.id) ?? 0))
        await this.#within(venue, () => shown.refreshAlerts());
    }
    this.#polledAtMs = performance.now();
  }

  /** The figures of one venue at a time: all of them together would take the connections of requests. */
  async #refreshOne(): Promise<void> {
    const due = [...this.#venues.values()].find(
      ({ shown }) => shown.viewers.size > 0 && shown.isSlowDue(),
    );
    if (due) await this.#within(due.venue, () => due.shown.refresh(), 'figures');
  }

  #fail(error: unknown): void {
    this.#warn(error, 'change logs were not read');
    if (performance.now() - this.#polledAtMs > mostSilentMs) this.#endAll();
  }

  #check(): void {
    this.#checking ??= this.#checkAll()
      .catch((error: unknown) => this.#warn(error, 'readers of live streams were not checked'))
      .finally(() => {
        this.#checking = null;
      });
  }

  async #checkAll(): Promise<void> {
    const open = [...this.#open];
    if (open.length === 0) return;
    const watchers = open.map(({ watcher }) => watcher);
    const check = () => withoutTenant(() => isStreamAuthorized(this.#deps, watchers));
    const allowed = await withPriority('requests', [share('check')], check, 'local');
    for (const { stream, watcher, seesMoney } of open)
      if (allowed.get(watcher)?.seesMoney !== seesMoney) stream.end();
  }

  #endAll(): void {
    for (const { stream } of this.#open) stream.end();
  }

  #within<T>(venue: Venue, work: () => Promise<T>, use = 'read'): Promise<T> {
    const rows = { ownerId: venue.owner_id, venueIds: [venue.id] };
    return withPriority('requests', [share(use)], () => withTenant(rows, work));
  }
}

/** Streams use one connection for each of these at most, however many they are. */
const share = (use: string) => ({ key: `live ${use}`, most: 1 });

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
async function isStreamAuthorized(
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
