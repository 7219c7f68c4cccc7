import type { FastifyInstance } from 'fastify';
import * as endpoints from '../../contract/live.ts';
import * as wallEndpoints from '../../contract/venues.ts';
import { maySeeMoney } from '../../rules/permissions.ts';
import { parseCursor } from '../../rules/live/stream-cursor.ts';
import type { EndpointRequest, Mount } from '../http/mount.ts';
import { EncodedJson } from '../http/json.ts';
import type { AppDeps } from '../shared/deps.ts';
import { forbidden } from '../shared/errors.ts';
import { requireAccount } from '../shared/require.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { LiveStreams, type Watcher } from './live-streams.ts';
import { curveOfNight } from './live-night.ts';
import {
  alertEventView,
  batchView,
  encodeEvent,
  encodeNight,
  liveNightView,
  type NamedEvent,
  slowChangesView,
} from './live.view.ts';
import type { EncodedEvent } from './venue-stream.ts';
import { requireTimezone } from '../venues/nights.ts';

/** The streams of a process. They end when the app closes, before it waits for its requests. */
export function openLiveStreams(app: FastifyInstance, deps: AppDeps): LiveStreams {
  const warn = (error: unknown, message: string) => app.log.warn({ err: error }, message);
  const texts = {
    night: (live, seesMoney) => encodeNight(liveNightView(live, curveOfNight(live)), seesMoney),
    batch: (batch) => batchView(batch).map(encoded),
    slow: (before, after, id) => slowChangesView(before, after, id).map(encoded),
    alerts: (live, id) => [encoded(alertEventView(live, id))],
  } satisfies ConstructorParameters<typeof LiveStreams>[1];
  const streams = new LiveStreams(deps, texts, warn);
  app.addHook('preClose', () => streams.close());
  return streams;
}

const encoded = ({ name, id, data }: NamedEvent): EncodedEvent => ({
  name,
  id,
  data: (seesMoney) => encodeEvent(data, seesMoney),
});

export function liveRoutes(mount: Mount, deps: AppDeps, streams: LiveStreams): void {
  const show = async (venueId: string, request: ShownRequest) => {
    const { actor, query, headers, raw } = request;
    requireTimezone(query.timezone);
    const venue = await requireVenue(deps, actor, venueId);
    // All readers of a venue with a clock share its nights, whatever their zone.
    const timezone = (await findNightRules(deps.db, venue.id)) ? 'UTC' : query.timezone;
    const seesMoney = maySeeMoney(actor);
    const isStream = raw.method === 'GET' && headers.accept?.includes('text/event-stream') === true;
    if (!isStream) return new EncodedJson(await streams.read(venue, timezone, seesMoney));
    const watcher = watcherOf(request, venue.id);
    const after = parseCursor(headers['last-event-id']);
    return streams.watch(venue, timezone, { watcher, seesMoney, after });
  };

  mount(endpoints.getLiveNight, (request) => show(request.params.venueId, request));
  mount(wallEndpoints.getWallNight, (request) => {
    if (request.actor.kind !== 'wall') throw forbidden();
    return show(request.actor.venueId, request);
  });
}

type ShownRequest = Pick<
  EndpointRequest<typeof endpoints.getLiveNight>,
  'actor' | 'query' | 'headers' | 'raw'
>;

function watcherOf({ actor, raw }: ShownRequest, venueId: string): Watcher {
  if (actor.kind === 'wall') return { key: `wall ${actor.wallId}`, wallId: actor.wallId };
  const { userId, sessionId } = requireAccount(actor);
  return { key: userId, sessionId, venueId, headers: raw.headers };
}
