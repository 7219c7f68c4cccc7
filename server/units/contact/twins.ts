/** Units of a venue that sell mostly the same, compared over the last 28 nights. */
import type { Reads } from '../../../db/pool/reads.ts';
import { groupBy } from '../../../lib/lists.ts';
import { failedOf } from '../../../rules/health/position-health.ts';
import {
  type Pair,
  pairsOf,
  type RateRatio,
  rateRatio,
  twinText,
  worstPositions,
} from '../../../rules/health/twins.ts';
import { nightAt, nightRange, shiftDay } from '../../../rules/nights/nights.ts';
import type { AppDeps } from '../../shared/deps.ts';
import { type PourSums, readDrinkSums, readPourSums } from '../../sums/read-sums.queries.ts';
import { nightRulesIn } from '../../venues/nights.ts';
import { listUnits } from '../units.queries.ts';
import { gapsUntilNow, listGapsWithin } from './contact-gaps.ts';
import { listUnitContacts } from './unit-contact.queries.ts';
import { poursOf } from './summed-pours.ts';

const comparedNights = 28;
const hourMs = 3_600_000;
/** Shorter gaps are those between two contacts. */
const leastGapMs = hourMs;

export interface ComparedUnit {
  unitNumber: number;
  unitName: string | null;
  pours: number;
  failed: number;
  mlPerSecond: number | null;
  contactHours: number;
  salesCents: number;
  /** Failed pours of each position. */
  failures: { position: number; failed: number }[];
}

export interface ComparedTwins {
  /** The one with the higher rate of failed pours first. */
  units: [ComparedUnit, ComparedUnit];
  common: number;
  ratio: RateRatio | null;
  positions: number[];
  /** In the order of units. */
  prices: { name: string; cents: [number, number] }[];
  text: string;
}

/** @param timezone of a venue without a clock */
export async function readTwins(
  deps: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  { unitNumber, timezone }: { unitNumber: number | null; timezone: string },
): Promise<{ from: string; to: string; twins: ComparedTwins[] }> {
  const rules = await nightRulesIn(deps, venueId, timezone);
  const nowMs = deps.now().getTime();
  const to = nightAt(rules, nowMs).day;
  const from = shiftDay(to, 1 - comparedNights);
  const range = nightRange(rules, from, to);
  const scope = { venueId, unitId: null };
  const [units, contacts, gaps, sold, poured] = await Promise.all([
    listUnits(deps.db, venueId),
    listUnitContacts(deps.db, venueId),
    listGapsWithin(deps.db, venueId, range, leastGapMs),
    deps.reads.query((db) => readDrinkSums(db, scope, [range])),
    deps.reads.query((db) => readPourSums(db, scope, [range])),
  ]);
  const present = new Map(units.map((unit) => [unit.id, unit]));
  const pairs = pairsOf(
    sold
      .filter((row) => present.has(row.unit_id))
      .map((row) => ({
        unitId: row.unit_id,
        name: row.name,
        salesCents: row.sales_cents,
        listCents: row.is_double ? 0 : row.list_cents,
        singles: row.is_double ? 0 : row.glasses,
      })),
  );
  const asked = pairs.filter(
    ({ unitIds }) =>
      unitNumber === null || unitIds.some((id) => present.get(id)?.unit_number === unitNumber),
  );
  const poursOfUnit = groupBy(poured, (row) => row.unit_id);
  const away = [...gaps, ...gapsUntilNow(contacts, nowMs, leastGapMs)];
  const compared = (unitId: string): ComparedUnit => {
    const unit = present.get(unitId);
    const first = Math.max(range.startMs, unit?.created_at.getTime() ?? 0);
    const last = Math.min(range.endMs, nowMs);
    const awayMs = away
      .filter((gap) => gap.unitId === unitId)
      .reduce(
        (sum, gap) => sum + Math.max(0, Math.min(gap.endMs, last) - Math.max(gap.startMs, first)),
        0,
      );
    const salesOf = sold.filter((row) => row.unit_id === unitId);
    return {
      unitNumber: unit?.unit_number ?? 0,
      unitName: unit?.name ?? null,
      ...countPours(poursOfUnit.get(unitId) ?? []),
      contactHours: Math.max(0, last - first - awayMs) / hourMs,
      salesCents: salesOf.reduce((sum, row) => sum + row.sales_cents, 0),
    };
  };
  return { from, to, twins: asked.map((pair) => compare(pair, compared)) };
}

function countPours(rows: readonly PourSums[]) {
  const pours = rows.map(poursOf);
  const sum = (of: (row: (typeof pours)[number]) => number) =>
    pours.reduce((total, row) => total + of(row), 0);
  const [flowMl, flowMs] = [sum((row) => row.flowMl), sum((row) => row.flowMs)];
  return {
    pours: sum((row) => row.pours),
    failed: sum(failedOf),
    mlPerSecond: flowMs === 0 ? null : (1000 * flowMl) / flowMs,
    failures: [...groupBy(pours, ({ position }) => position)].map(([position, some]) => ({
      position,
      failed: some.reduce((total, row) => total + failedOf(row), 0),
    })),
  };
}

function compare(pair: Pair, compared: (unitId: string) => ComparedUnit): ComparedTwins {
  const both = pair.unitIds.map(compared);
  const rateOf = ({ failed, pours }: ComparedUnit): number => (pours === 0 ? 0 : failed / pours);
  const [one, other] = both;
  if (!one || !other) throw new Error('A pair has two units');
  const isTurned = rateOf(other) > rateOf(one);
  const units: [ComparedUnit, ComparedUnit] = isTurned ? [other, one] : [one, other];
  const ratio = rateRatio(...units);
  const positions = worstPositions(units[0].failures);
  const nameOf = ({ unitNumber, unitName }: ComparedUnit): string =>
    unitName ?? `Unit ${unitNumber}`;
  return {
    units,
    common: pair.common,
    ratio,
    positions,
    prices: pair.prices.map(({ name, cents: [first, second] }) => ({
      name,
      cents: isTurned ? [second, first] : [first, second],
    })),
    text: twinText([nameOf(units[0]), nameOf(units[1])], ratio, positions),
  };
}
