/** Events as webhooks send them, a page at a time from a cursor. */
import { z } from 'zod';
import { groupBy } from '../../lib/lists.ts';
import {
  eventDays,
  eventMessages,
  eventsOfPage,
  lateCommitMs,
  scopeOfEvent,
  type WebhookEvent,
} from '../../rules/webhooks/webhooks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import {
  type EventSource,
  eventSources,
  type EventStart,
  listEventPlaces,
  type PlacedRow,
  readUnitNumbers,
} from './event-places.queries.ts';
import {
  bodyOf,
  type Event,
  type EventNeeds,
  readChanges,
  readNights,
  readTurns,
} from './events.ts';

type Needs = Pick<AppDeps, 'now'> & EventNeeds;

const dayMs = 24 * 60 * 60_000;
/** A program that begins with the oldest events has so much time to read them. */
const headStartMs = 60 * 60_000;

const sourceOfEvent = (type: WebhookEvent): EventSource => {
  if (scopeOfEvent[type] === 'sales:read') return 'change';
  return type.startsWith('night.') ? 'night' : 'alert';
};

/**
 * Reads the next events of these types at these venues, as JSON. Throws 400 for a cursor that no page had, and 410 for one
 * whose events are gone.
 */
export async function listEvents(
  deps: Needs,
  among: { venueIds: readonly string[]; types: readonly WebhookEvent[] },
  { after, since }: { after?: string | undefined; since?: number | undefined },
): Promise<string> {
  const now = deps.now();
  const oldestMs = now.getTime() - eventDays * dayMs;
  const start: EventStart =
    after === undefined ? { at: new Date(since ?? oldestMs + headStartMs) } : parseCursor(after);
  if (start.at.getTime() < oldestMs)
    throw new HttpError(410, eventMessages.gone(new Date(oldestMs)));
  const before = new Date(now.getTime() - lateCommitMs);
  const { venueIds } = among;
  const types = new Set(among.types);
  const sources = eventSources.filter((one) =>
    among.types.some((type) => sourceOfEvent(type) === one),
  );
  const places = await listEventPlaces(
    deps.db,
    { venueIds, sources },
    { start, before, size: eventsOfPage },
  );
  const read = (await readPlaces(deps, places, now)).filter(({ type }) => types.has(type));
  const last = places.at(-1);
  const more = places.length === eventsOfPage;
  const next = more && last ? last : start.at < before ? { at: before } : start;
  // The bodies of webhooks, to the byte.
  return `{"events":[${read.map(bodyOf).join(',')}],"next":"${cursorOf(next)}","more":${more}}`;
}

/** Reads the events of these rows, in their order. */
async function readPlaces(deps: Needs, places: readonly PlacedRow[], now: Date): Promise<Event[]> {
  const events = new Map<PlacedRow, readonly Event[]>();
  const keep = (rows: readonly PlacedRow[], found: readonly (readonly Event[])[]) => {
    for (const [index, row] of rows.entries()) events.set(row, found[index] ?? []);
  };
  for (const [venueId, ofVenue] of groupBy(places, (row) => row.venue_id)) {
    const of = (source: EventSource) =>
      ofVenue.filter((row) => row.source === eventSources.indexOf(source));
    const changes = of('change');
    const numbers = await readUnitNumbers(
      deps.db,
      changes.map(({ key }) => key),
    );
    const changed = changes.map((row) => ({
      ...row,
      unit_id: row.key,
      unit_number: numbers.get(row.key) ?? 0,
    }));
    keep(changes, await readChanges(deps, venueId, changed));
    const turns = of('alert');
    const turned = turns.map(({ key: id, at, kind, alert_id }) => ({ id, at, kind, alert_id }));
    keep(turns, await readTurns(deps, venueId, turned, now));
    const nights = of('night');
    const made = nights.map(({ key, number }) => ({ day: key, version: number }));
    keep(nights, await readNights(deps, venueId, made));
  }
  return places.flatMap((row) => events.get(row) ?? []);
}

const cursor = z.union([
  z.tuple([z.int()]),
  z.tuple([z.int(), z.uuid(), z.literal([0, 1]), z.uuid(), z.int()]),
  z.tuple([z.int(), z.uuid(), z.literal(2), z.iso.date(), z.int()]),
]);

function cursorOf(start: EventStart): string {
  const at = start.at.getTime();
  const place =
    'source' in start ? [at, start.venue_id, start.source, start.key, start.number] : [at];
  return encodeCursor(place);
}

function parseCursor(text: string): EventStart {
  const parts = decodeCursor(text, cursor);
  if (!parts) throw fieldError({ after: eventMessages.unknownCursor });
  const [ms, venueId, source, key, number] = parts;
  const at = new Date(ms);
  if (Number.isNaN(at.getTime())) throw fieldError({ after: eventMessages.unknownCursor });
  return venueId === undefined ? { at } : { at, venue_id: venueId, source, key, number };
}
