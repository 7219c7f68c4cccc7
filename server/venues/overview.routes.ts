import type { z } from 'zod';
import { encodeJson } from '../../contract/money.ts';
import { writtenHeader } from '../../contract/headers.ts';
import * as healthEndpoints from '../../contract/unit-health.ts';
import type { getVenueHealth as healthEndpoint } from '../../contract/unit-health.ts';
import * as endpoints from '../../contract/venues.ts';
import type { getVenueOverview as overviewEndpoint } from '../../contract/venues.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { toDollars } from '../../lib/money.ts';
import type { Figures } from '../../rules/compare/figures.ts';
import { type Finding, isInMaintenance } from '../../rules/health/findings.ts';
import {
  type Actor,
  isSuperAdmin,
  maySeeMoney,
  actorMay,
  scopeOf,
} from '../../rules/permissions.ts';
import {
  type Attention,
  attentionToFigures,
  attentionToMails,
} from '../../rules/venues/attention.ts';
import { countsOfTracked } from '../adapters/flags/port.ts';
import type { Mount } from '../http/mount.ts';
import { EncodedJson } from '../http/json.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireAccount } from '../shared/require.ts';
import { sharedRuns } from '../shared/shared-runs.ts';
import { getVenueOverview, type VenueOverview } from './get-venue-overview.ts';
import { nightView } from './nights.view.ts';
import { countRefusedMails, findDifferences } from './overview.queries.ts';
import { requireVenue } from './venue-access.ts';
import { listLowStock } from './health/venue-health.queries.ts';
import { getVenueHealth, type UnitHealth, type VenueHealth } from './health/venue-health.ts';
import { requireTimezone } from './nights.ts';

/** What needs the attention of this account: its mails, whichever venue it looks at, and figures that differ. */
async function attentionToReader(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  venueId: string,
): Promise<Attention[]> {
  const { userId } = requireAccount(actor);
  const figures = isSuperAdmin(actor)
    ? attentionToFigures(await withoutTenant(() => findDifferences(db, venueId)))
    : [];
  if (!actorMay(actor, 'reports.read')) return figures;
  // Mails belong to the account, of whatever owner their venues are.
  const mails = await withoutTenant(() => countRefusedMails(db, userId));
  return [...figures, ...attentionToMails(mails)];
}

export function overviewRoutes(mount: Mount, deps: AppDeps): void {
  const readOnce = sharedRuns<VenueOverview>();
  const encodeOnce = sharedRuns<string>();

  mount(endpoints.getVenueOverview, async ({ actor, params, reads, query: { timezone }, raw }) => {
    requireTimezone(timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    // What the overview depends on, with the position that it has to show.
    const key = JSON.stringify([scopeOf(actor), venue.id, timezone, raw.headers[writtenHeader]]);
    const overview = () =>
      readOnce(key, () => getVenueOverview({ ...deps, reads }, venue, timezone));
    const text = await encodeOnce(JSON.stringify([actor, key]), async () => {
      const [read, toReader] = await Promise.all([
        overview(),
        attentionToReader(deps, actor, venue.id),
      ]);
      const view = overviewView(read, toReader, deps.now().getTime());
      return encodeJson(endpoints.getVenueOverview.responses[200], view, maySeeMoney(actor));
    });
    return new EncodedJson(text);
  });
}

/** @param toReader what needs the attention of this reader alone */
export function overviewView(
  { day, night, today, compared, units, ...rest }: VenueOverview,
  toReader: readonly Attention[],
  nowMs: number,
): z.output<(typeof overviewEndpoint)['responses'][200]> {
  return {
    day,
    night: night && nightView(night.night, night.row, nowMs),
    sales: toDollars(today.totals.salesCents),
    grossVolume: toDollars(today.totals.grossCents),
    orders: today.orders,
    servings: today.totals.servings,
    refunds: toDollars(today.totals.refundCents),
    weekBefore: volumeOf(compared.other),
    sameUnits: {
      ...volumeOf(compared.current),
      leftOut: compared.leftOut.map(({ unitNumber, unitName }) => ({ unitNumber, unitName })),
    },
    units: units.map(({ activity, hasKey, sold }) => ({
      unitId: activity.id,
      unitNumber: activity.unit_number,
      unitName: activity.unit_name,
      category: activity.category,
      lastSoldAt: activity.last_sold_at?.toISOString() ?? null,
      hasKey,
      orders: sold.orders,
      grossVolume: toDollars(sold.totals.grossCents),
    })),
    ...rest,
    attention: [...rest.attention, ...toReader],
  };
}

const volumeOf = (figures: Figures | null) => ({
  grossVolume: toDollars(figures?.grossCents ?? 0),
  orders: figures?.orders ?? 0,
});

export function venueHealthRoutes(mount: Mount, deps: AppDeps): void {
  mount(healthEndpoints.getVenueHealth, async ({ actor, params, reads, query: { timezone } }) => {
    requireTimezone(timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    const [health, low] = await Promise.all([
      getVenueHealth({ ...deps, reads }, venue.id, timezone),
      listLowStock(deps.db, venue.id).then((units) => countsOfTracked(deps, venue.id, units)),
    ]);
    return venueHealthView(health, low);
  });
}

type View = z.output<(typeof healthEndpoint)['responses'][200]>;

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** @param low number of ingredients that are out or at their threshold, by unit */
export function venueHealthView(health: VenueHealth, low: ReadonlyMap<string, number>): View {
  const { nowMs, night, marks, isOpen, units, findings } = health;
  return {
    asOf: new Date(nowMs).toISOString(),
    timezone: night.timezone,
    night: marks,
    isOpen,
    findings: findings.map((finding) => findingView(finding, units)),
    units: units.map((unit) => unitView(unit, nowMs, low.get(unit.activity.id) ?? 0)),
  };
}

function findingView({ kind, unit, text }: Finding, units: readonly UnitHealth[]) {
  const activity = unit === null ? undefined : units[unit]?.activity;
  return {
    kind,
    unitId: activity?.id ?? null,
    unitNumber: activity?.unit_number ?? null,
    unitName: activity?.unit_name ?? null,
    text,
  };
}

function unitView(
  { activity, report, facts, text, refusedSales }: UnitHealth,
  nowMs: number,
  lowStock: number,
): View['units'][number] {
  const { maintenance, quiet } = facts;
  return {
    unitId: activity.id,
    unitNumber: activity.unit_number,
    unitName: activity.unit_name,
    state: facts.state,
    text,
    lastContactAt: iso(facts.lastContactMs),
    lastSoldAt: iso(facts.lastSoldMs),
    silent: quiet?.isSilent ?? false,
    expectedSince: quiet && Math.round(quiet.expected * 100) / 100,
    odds: quiet?.odds ?? null,
    missedSales: quiet?.missing ?? null,
    failureRate: facts.failureRate,
    reader: facts.reader,
    queued: report?.queued_sales ?? null,
    skewMs: facts.skewMs,
    software: report?.software ?? '',
    startedAt: report?.started_at?.toISOString() ?? null,
    refused: refusedSales,
    future: facts.aheadMs !== null,
    inMaintenance:
      maintenance && isInMaintenance(facts, nowMs)
        ? {
            from: new Date(maintenance.fromMs).toISOString(),
            until: new Date(maintenance.untilMs).toISOString(),
            reason: maintenance.reason,
          }
        : null,
    lowStock,
  };
}
