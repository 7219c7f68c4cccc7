import type { z } from 'zod';
import type {
  getUnitHistory as historyEndpoint,
  listUnitStrips,
} from '../../contract/unit-strips.ts';
import type { Spell } from '../../rules/health/unit-strip.ts';
import type { UnitHistory } from './get-unit-history.ts';
import type { UnitStrip } from './read-unit-strips.ts';

type StripsView = z.output<(typeof listUnitStrips)['responses'][200]>;
type HistoryView = z.output<(typeof historyEndpoint)['responses'][200]>;

const iso = (ms: number): string => new Date(ms).toISOString();

const spellView = ({ fromMs, untilMs }: Spell) => ({
  from: iso(fromMs),
  until: untilMs === null ? null : iso(untilMs),
});

export const unitStripsView = (
  strips: readonly UnitStrip[],
  { startMs, nowMs }: { startMs: number; nowMs: number },
): StripsView => ({
  asOf: iso(nowMs),
  from: iso(startMs),
  units: strips.map(({ unitId, orders, failed, offline }) => ({
    unitId,
    orders,
    failed,
    offline: offline.map(spellView),
  })),
});

export const unitHistoryView = (
  unit: { id: string; unit_number: number; venue_id: string },
  { nowMs, timezone, nights, offline, events }: UnitHistory,
): HistoryView => ({
  unitId: unit.id,
  unitNumber: unit.unit_number,
  venueId: unit.venue_id,
  asOf: iso(nowMs),
  timezone,
  nights: nights.map(({ startMs, ...night }) => ({ ...night, from: iso(startMs) })),
  offline: offline.map(spellView),
  events: events.map(({ atMs, ...event }) => ({ ...event, at: iso(atMs) })),
});
