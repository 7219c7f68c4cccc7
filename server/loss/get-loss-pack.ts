import type { Reads } from '../../db/pool/reads.ts';
import { groupBy } from '../../lib/lists.ts';
import { causeOf } from '../../rules/cases/cases.ts';
import { lossOf } from '../../rules/loss/loss.ts';
import { type PackEntry, packOf } from '../../rules/loss/pack.ts';
import { nightRange } from '../../rules/nights/nights.ts';
import { listUnitNames } from '../reports/breakdown/breakdown.queries.ts';
import type { SalesScope } from '../reports/sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireNightRules } from '../venues/nights.ts';
import { groupRows, readTimes } from './get-loss.ts';
import { listMoved, listNamed, listPours, type NamedIngredient } from './loss.queries.ts';

export interface LossPack {
  /** First and last day of the month. */
  from: string;
  to: string;
  entries: PackEntry[];
  ingredients: Map<string, NamedIngredient>;
  /** Names with numbers. */
  units: Map<string, string>;
}

/** Reads each sale and movement of a month by which something was not sold. */
export async function getLossPack(
  { db, reads }: Pick<AppDeps, 'db'> & { reads: Reads },
  scope: SalesScope,
  { month, timezone }: { month: string; timezone?: string | undefined },
): Promise<LossPack> {
  const from = `${month}-01`;
  const to = lastDayOf(month);
  const range = nightRange(await requireNightRules({ db }, scope.venueId, timezone), from, to);
  const { costs, times, atMs } = await readTimes(reads, scope, range);
  const [pours, moved] = await Promise.all([
    reads.query((recent) => listPours(recent, scope, times)),
    reads.query((recent) => listMoved(recent, scope, times)),
  ]);
  const movements = moved.map(({ id, at, unitId, position, note, period, ...row }) => ({
    movement: { ...row, atMs: atMs(period) },
    source: { atMs: at.getTime(), unitId, position, orderId: null, movementId: id, note },
  }));
  const report = lossOf({
    lines: groupRows(
      pours.map(({ row }) => row),
      atMs,
    ).map(({ line }) => line),
    movements: movements.map(({ movement }) => movement),
    costs,
  });
  const ids = report.map(({ ingredientId }) => ingredientId);
  const [named, units] = await Promise.all([
    reads.query((recent) => listNamed(recent, scope.venueId, ids)),
    reads.query((recent) => listUnitNames(recent, scope.venueId)),
  ]);
  const ingredients = new Map(named.map((one) => [one.id, one]));
  const lines = [
    ...groupBy(pours, ({ orderId, drinkIndex }) => `${orderId} ${drinkIndex}`).values(),
  ].flatMap((ofLine) =>
    groupRows(
      ofLine.map(({ row }) => row),
      atMs,
    ).map(({ line, rows }) => ({
      line,
      cause: causeOf(ofLine.flatMap(({ outcome }) => (outcome === null ? [] : { outcome }))).cause,
      source: {
        atMs: ofLine[0]?.soldAt.getTime() ?? 0,
        unitId: rows[0]?.unitId ?? '',
        position: null,
        orderId: ofLine[0]?.orderId ?? null,
        movementId: null,
        note: '',
      },
    })),
  );
  const byName = report
    .filter(({ ingredientId }) => ingredients.has(ingredientId))
    .toSorted((a, b) => nameOf(a.ingredientId).localeCompare(nameOf(b.ingredientId), 'en'));
  return {
    from,
    to,
    entries: packOf({ lines, movements, costs, report: byName }),
    ingredients,
    units,
  };

  function nameOf(id: string): string {
    return ingredients.get(id)?.name ?? '';
  }
}

const lastDayOf = (month: string): string => {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10);
};
