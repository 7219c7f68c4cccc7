import type { Reads } from '../../db/pool/reads.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import type { Cost } from '../../rules/loss/costs.ts';
import {
  type IngredientLoss,
  lossOf,
  mostLossDays,
  type SoldLines,
} from '../../rules/loss/loss.ts';
import { findMeters, type MeteredPours, type MeterFinding } from '../../rules/loss/meters.ts';
import { countDays, nightRange } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { listUnitNames } from '../reports/breakdown/breakdown.queries.ts';
import type { SalesScope } from '../reports/sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { requireNightRules } from '../venues/nights.ts';
import { listAllCosts } from './costs.queries.ts';
import {
  type CostTimes,
  listNamed,
  type NamedIngredient,
  type PouredRow,
  sumMoved,
  sumPoured,
} from './loss.queries.ts';

export interface LossReport {
  ingredients: (IngredientLoss & NamedIngredient)[];
  meters: (MeterFinding & { unit: string })[];
}

/** Reads what was poured and moved in a period of days, and what became of it. */
export async function getLoss(
  { db, reads }: Pick<AppDeps, 'db'> & { reads: Reads },
  scope: SalesScope,
  { from, to, timezone }: { from: string; to: string; timezone?: string | undefined },
): Promise<LossReport> {
  if (countDays(from, to) > mostLossDays)
    throw fieldError({ to: compareMessages.tooManyNights(mostLossDays) });
  const range = nightRange(await requireNightRules({ db }, scope.venueId, timezone), from, to);
  const { costs, times, atMs } = await readTimes(reads, scope, range);
  const [moved, ...poured] = await Promise.all([
    reads.query((recent) => sumMoved(recent, scope, times)),
    // At once: grouping the pours of a quarter takes most of the time.
    ...halvesOf(times).map((half) => reads.query((recent) => sumPoured(recent, scope, half))),
  ]);
  const groups = groupRows(poured.flat(), atMs);
  const found = lossOf({
    lines: groups.map(({ line }) => line),
    movements: moved.map(({ period, ...row }) => ({ ...row, atMs: atMs(period) })),
    costs,
  });
  const ids = found.map(({ ingredientId }) => ingredientId);
  const [named, units] = await Promise.all([
    reads.query((recent) => listNamed(recent, scope.venueId, ids)),
    reads.query((recent) => listUnitNames(recent, scope.venueId)),
  ]);
  const byId = new Map(named.map((one) => [one.id, one]));
  return {
    ingredients: found.flatMap((one) => {
      const ingredient = byId.get(one.ingredientId);
      return ingredient ? [{ ...one, ...ingredient }] : [];
    }),
    meters: findMeters(groups.flatMap(meteredBy)).map((meter) => ({
      ...meter,
      unit: units.get(meter.unitId) ?? '',
    })),
  };
}

/** Reads the costs of a venue, and when they change within a range. */
export async function readTimes(
  reads: Pick<Reads, 'query'>,
  { venueId }: SalesScope,
  range: TimeRange,
) {
  const costs = costsBy(await reads.query((recent) => listAllCosts(recent, venueId)));
  const changes = changesIn(costs, range.startMs, range.endMs);
  return {
    costs,
    times: { range, changes: changes.map((ms) => new Date(ms)) },
    /** Start of a period in which no cost changes. */
    atMs: (period: number): number => changes[period - 1] ?? range.startMs,
  };
}

/** The range in two parts. */
function halvesOf({ range: { startMs, endMs }, changes }: CostTimes): CostTimes[] {
  const middleMs = Math.floor((startMs + endMs) / 2);
  return [
    { range: { startMs, endMs: middleMs }, changes },
    { range: { startMs: middleMs, endMs }, changes },
  ];
}

function costsBy(rows: Awaited<ReturnType<typeof listAllCosts>>): Map<string, Cost[]> {
  const costs = new Map<string, Cost[]>();
  for (const { ingredient_id: id, from_at: from, cents, per_ml: perMl } of rows)
    costs.set(id, [...(costs.get(id) ?? []), { fromMs: from.getTime(), cents, perMl }]);
  return costs;
}

/** Times within the range at which a cost changes, in their order. */
function changesIn(costs: Map<string, Cost[]>, startMs: number, endMs: number): number[] {
  const times = [...costs.values()].flatMap((of) => of.map(({ fromMs }) => fromMs));
  return [...new Set(times)].filter((ms) => ms > startMs && ms < endMs).toSorted((a, b) => a - b);
}

/** Lines of one unit that are alike, with their pours by position. */
interface Group {
  line: SoldLines & { lines: number; poured: Map<string, number> };
  rows: PouredRow[];
}

export function groupRows(rows: readonly PouredRow[], atMs: (period: number) => number): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const {
      unitId,
      period,
      ingredientId,
      position: _place,
      lines,
      pours: _pours,
      ml,
      ...alike
    } = row;
    const isMeasured = ingredientId !== null;
    const key = [unitId, period, isMeasured, ...Object.values(alike)].join(' ');
    const group: Group = groups.get(key) ?? {
      line: { ...alike, isMeasured, atMs: atMs(period), lines: 0, poured: new Map() },
      rows: [],
    };
    groups.set(key, group);
    group.rows.push(row);
    group.line.lines += lines;
    if (ingredientId !== null)
      group.line.poured.set(ingredientId, (group.line.poured.get(ingredientId) ?? 0) + ml);
  }
  return [...groups.values()];
}

/** Set and poured amounts of each position in lines without a failed glass; each pour has a share of what is set. */
function meteredBy({ line, rows }: Group): MeteredPours[] {
  if (!line.isMeasured || line.successQuantity < line.quantity) return [];
  const glasses = line.successQuantity * line.lines * (line.isDouble ? 2 : 1);
  return rows.flatMap(({ unitId, ingredientId, position, pours, ml }) => {
    const servingMl = line.servingMl[line.ingredientIds.indexOf(ingredientId ?? '')];
    if (ingredientId === null || position === null || servingMl === undefined) return [];
    const all = rows
      .filter((row) => row.ingredientId === ingredientId)
      .reduce((sum, row) => sum + row.pours, 0);
    const servings = (glasses * pours) / all;
    const setMl = servings * servingMl;
    return [{ unitId, position, ingredientId, servings, setMl, pouredMl: ml }];
  });
}
