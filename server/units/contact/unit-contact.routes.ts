import type { z } from 'zod';
import * as endpoints from '../../../contract/unit-health.ts';
import * as healthEndpoints from '../../../contract/unit-health.ts';
import * as stripEndpoints from '../../../contract/unit-health.ts';
import type {
  getUnitContact,
  getUnitHistory as historyEndpoint,
  listUnitStrips,
} from '../../../contract/unit-health.ts';
import { type Interval, stripStartMs } from '../../../rules/health/unit-strip.ts';
import { clockSkewMs } from '../../../rules/health/contact-state.ts';
import type { Mount } from '../../http/mount.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { notFound } from '../../shared/errors.ts';
import { requireAccount } from '../../shared/require.ts';
import {
  type HeartbeatRow,
  readUnitContact,
  type ReportedContact,
} from './unit-contact.queries.ts';
import { requireUnit } from '../unit-access.ts';
import { readMenuTag } from '../read-unit-menu.ts';
import { startMaintenance, endMaintenance, sendHeartbeat } from './unit-maintenance.ts';
import { getUnitHistory, readUnitStrips, type UnitHistory, type UnitStrip } from './unit-strips.ts';
import { requireVenue } from '../../venues/venue-access.ts';
import { requireTimezone } from '../../venues/nights.ts';

export function unitContactRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.sendHeartbeat, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    if (actor.kind === 'unit' && actor.unitId !== unit.id) throw notFound('unit');
    const menuTag = await readMenuTag(deps, unit);
    const { now, nextAfterMs } = await sendHeartbeat(deps, unit, body, menuTag);
    return { now: now.toISOString(), menuTag, nextAfterMs };
  });

  mount(endpoints.getUnitContact, async ({ actor, params }) =>
    unitContactView(
      await readUnitContact(deps.db, await requireUnit(deps, actor, params.unitNumber)),
    ),
  );
}

type View = z.output<(typeof getUnitContact)['responses'][200]>;

export const unitContactView = ({ state, heartbeat }: ReportedContact): View => ({
  lastContactAt: state?.last_contact_at?.toISOString() ?? null,
  since: state?.contact_since?.toISOString() ?? null,
  heartbeat: heartbeat ? heartbeatView(heartbeat) : null,
});

const heartbeatView = (row: HeartbeatRow): NonNullable<View['heartbeat']> => ({
  receivedAt: row.received_at.toISOString(),
  software: row.software,
  startedAt: row.started_at?.toISOString() ?? null,
  reader: row.reader_state,
  queuedSales: row.queued_sales,
  clockSkewMs: clockSkewMs(row.clock_skews_ms),
  positions: row.positions.map((position, index) => ({
    position: String(position),
    state: row.position_states[index] ?? 'unknown',
  })),
  oldMenuSince: row.old_menu_since?.toISOString() ?? null,
});

export function unitServiceRoutes(mount: Mount, deps: AppDeps): void {
  mount(healthEndpoints.startMaintenance, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    const { userId } = requireAccount(actor);
    const { from, until, reason } = await startMaintenance(deps, unit, body, userId);
    return { maintenance: { from: from.toISOString(), until: until.toISOString(), reason } };
  });

  mount(healthEndpoints.endMaintenance, async ({ actor, params }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    await endMaintenance(deps, unit, requireAccount(actor).userId);
    return { maintenance: null };
  });
}

export function unitStripRoutes(mount: Mount, deps: AppDeps): void {
  mount(stripEndpoints.listUnitStrips, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const nowMs = deps.now().getTime();
    const range = { startMs: stripStartMs(nowMs), nowMs, unitId: null };
    return unitStripsView(await readUnitStrips(deps.db, venue.id, range), range);
  });

  mount(stripEndpoints.getUnitHistory, async ({ actor, params, query: { timezone } }) => {
    requireTimezone(timezone);
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return unitHistoryView(unit, await getUnitHistory(deps, unit, timezone));
  });
}

type StripsView = z.output<(typeof listUnitStrips)['responses'][200]>;
type HistoryView = z.output<(typeof historyEndpoint)['responses'][200]>;

const iso = (ms: number): string => new Date(ms).toISOString();

const intervalView = ({ fromMs, untilMs }: Interval) => ({
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
    offline: offline.map(intervalView),
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
  offline: offline.map(intervalView),
  events: events.map(({ atMs, ...event }) => ({ ...event, at: iso(atMs) })),
});
