import type { Reads } from '../../db/pool/reads.ts';
import { groupBy } from '../../lib/lists.ts';
import { nearlyFullMessages } from '../../rules/messages.ts';
import { nearlyFull, type QuotaName } from '../../rules/owners/quotas.ts';
import {
  type Attention,
  attentionOf,
  type FirstStep,
  firstSteps,
  type UnitState,
} from '../../rules/venues/attention.ts';
import type { Finding } from '../../rules/health/findings.ts';
import { type Night, nightAt } from '../../rules/nights/nights.ts';
import { calendarDays } from '../../rules/compare/compared-nights.ts';
import {
  reportTotals,
  type SaleSums,
  type SalesTotals,
  addUp,
} from '../../rules/reports/sales-totals.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { readQuotas } from '../owners/owners.queries.ts';
import { getVenueHealth } from './health/venue-health.ts';
import { findNightRules, listNightRows, type NightRow } from './nights.queries.ts';
import { countsOfTracked } from '../adapters/flags/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { compareSales, type Comparison } from '../reports/compare-sales.ts';
import {
  countUnknownLevels,
  listUnitsWithKey,
  readSetUp,
  type UnitActivity,
} from './overview.queries.ts';
import type { VenueRow } from './venues.queries.ts';

export interface Sold {
  orders: number;
  totals: SalesTotals;
}

interface Unit {
  activity: UnitActivity;
  hasKey: boolean;
  unknownLevels: number;
  findings: readonly Finding[];
}

export interface VenueOverview {
  day: string;
  /** The running night of a venue with a clock. */
  night: { night: Night; row: NightRow | undefined } | null;
  today: Sold;
  /** With the same night a week before, of the units that were in contact on both. */
  compared: Comparison;
  units: (Unit & { sold: Sold })[];
  attention: Attention[];
  nearlyFull: NearlyFull[];
  firstSteps: FirstStep[];
}

interface NearlyFull {
  name: QuotaName;
  used: number;
  limit: number;
  text: string;
}

/**
 * Returns the sales so far of the running night, or of today in a time zone where the venue has no clock, how they
 * compare with the week before, items that need attention, and limits of the
 * owner that are nearly reached; for a venue that has not sold, its first steps. The number of statements does not depend on the number of units.
 */
export async function getVenueOverview(
  { db, flags, now, reads }: Pick<AppDeps, 'db' | 'flags' | 'now'> & { reads: Reads },
  { id: venueId, owner_id: ownerId }: Pick<VenueRow, 'id' | 'owner_id'>,
  timezone: string,
): Promise<VenueOverview> {
  const asOf = now();
  const rules = await findNightRules(db, venueId);
  const night = nightAt(rules ?? calendarDays(timezone), asOf.getTime());
  const [health, withKey, compared, unknown, quotas, nightRows] = await Promise.all([
    getVenueHealth({ db, now, reads }, venueId, timezone),
    listUnitsWithKey(db, venueId),
    compareSales(
      { db, now: () => asOf, reads },
      { venueId, unitId: null },
      {
        from: night.day,
        to: night.day,
        against: 'weekday',
        soFar: true,
        sameUnits: true,
        timezone: rules ? undefined : timezone,
      },
    ),
    countUnknownLevels(db, venueId).then((units) => countsOfTracked({ flags }, venueId, units)),
    // By the owner's id alone: a scope of thousands of venues takes longer than the counts.
    withoutTenant(() => readQuotas(db, ownerId)),
    rules ? listNightRows(db, venueId, night.day, night.day) : [],
  ]);
  const soldBy = groupBy(compared.soldByUnit, ({ unitId }) => unitId);
  const findingsOf = groupBy(health.findings, ({ unit }) => unit);
  const units = health.units.map(({ activity }, nth) => ({
    activity,
    hasKey: withKey.has(activity.id),
    unknownLevels: unknown.get(activity.id) ?? 0,
    findings: findingsOf.get(nth) ?? [],
    sold: soldOf(soldBy.get(activity.id) ?? []),
  }));
  return {
    day: night.day,
    night: rules && { night, row: nightRows[0] },
    today: soldOf(compared.soldByUnit),
    compared,
    units,
    attention: attentionOf(units.map(stateOf)),
    nearlyFull: nearlyFull(quotas.limits, quotas.used).map((name) => {
      const [used, limit] = [quotas.used[name], quotas.limits[name]];
      return { name, used, limit, text: nearlyFullMessages[name](used, limit) };
    }),
    firstSteps: units.some(({ activity }) => hasSold(activity))
      ? []
      : firstSteps({
          ...(await readSetUp(db, venueId)),
          unit: units.length > 0,
          key: withKey.size > 0,
        }),
  };
}

const hasSold = (unit: UnitActivity): boolean =>
  unit.last_sold_at !== null || unit.dated_ahead !== null;

function soldOf(sums: readonly SaleSums[]): Sold {
  const total = addUp(sums);
  return { orders: total.orders, totals: reportTotals(total, { feesReported: false }) };
}

const stateOf = (unit: Unit): UnitState => ({
  id: unit.activity.id,
  unitNumber: unit.activity.unit_number,
  unitName: unit.activity.unit_name,
  hasKey: unit.hasKey,
  unknownLevels: unit.unknownLevels,
  findings: unit.findings.map(({ kind, text }) => ({ kind, text })),
});
