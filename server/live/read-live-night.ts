import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { type Step, stepOf } from '../../rules/live/night-curve.ts';
import { mostMissed, type StreamCursor } from '../../rules/live/stream-cursor.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { listLogNumbers } from '../changes/changes.queries.ts';
import { listSalesById } from '../orders/orders.queries.ts';
import { findFirstSale, sumSales } from '../reports/sales-sums.queries.ts';
import {
  addSales,
  curveFrom,
  curveOfNight,
  cursorOf,
  isOfSpan,
  isWithin,
  type LiveBatch,
  type LiveChange,
  type LiveNight,
  type LiveSale,
  liveSaleOf,
  mergeSales,
  type NumberedPosition,
  shownSales,
  spanOf,
} from './live-night.ts';
import {
  listChangesBetween,
  listLatestSaleIds,
  type LoggedChange,
  sumSteps,
} from './live.queries.ts';
import {
  type LiveDeps,
  type LivePlace,
  readLiveAlerts,
  readOpenCases,
  readSlowParts,
  rulesOf,
} from './read-slow-parts.ts';

/** One state of the database for all that is read: what a cursor includes is in the figures beside it, and nothing else. */
const inOneState = <T>(db: Db, read: (transaction: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read);

/** Reads the running night of a venue. */
export async function readLiveNight(deps: LiveDeps, place: LivePlace): Promise<LiveNight> {
  const { db, now } = deps;
  const { venueId } = place;
  const asOf = now();
  const night = nightAt(await rulesOf(db, place), asOf.getTime());
  const span = spanOf({ night, asOf });
  const read = await inOneState(db, async (transaction) => {
    const latestNumbers = await readLatestNumbers(transaction, venueId);
    const ids = await listLatestSaleIds(transaction, venueId, {
      ...rangeOf(span),
      size: shownSales,
    });
    const sales = await listSalesById(transaction, venueId, ids);
    return {
      latestNumbers,
      sums: await sumSales(transaction, { venueId, unitId: null }, span),
      steps: await readSteps(transaction, venueId, span),
      sales: mergeSales([], sales.map(liveSaleOf), span),
      aheadMs: await findAhead(transaction, venueId, { ...night, startMs: span.endMs }),
      cases: await readOpenCases(transaction, venueId, asOf),
    };
  });
  const slow = await readSlowParts(deps, place, { night, steps: read.steps });
  const alerts = await readLiveAlerts(db, venueId, asOf);
  return { asOf, night, ...read, slow, alerts };
}

/**
 * Reads what has changed since a state of the night. Null where the night has to be read anew: another one has begun, its
 * end or the clock of the venue was changed, a sale was corrected to another night, one that was dated ahead has come,
 * a unit was added, or more changed than a stream sends.
 */
export async function readLiveBatch(
  { db, now }: LiveDeps,
  place: LivePlace,
  before: LiveNight,
): Promise<LiveBatch | null> {
  const asOf = now();
  const { venueId } = place;
  const { night } = before;
  const span = spanOf({ night, asOf });
  if (before.aheadMs !== null && before.aheadMs < span.endMs) return null;
  return inOneState(db, async (transaction) => {
    const rules = await rulesOf(transaction, place);
    if (!isDeepStrictEqual(nightAt(rules, asOf.getTime()), night)) return null;
    const latestNumbers = await readLatestNumbers(transaction, venueId);
    const moved = movedBetween(before.latestNumbers, latestNumbers);
    if (moved === null) return null;
    const logged = await listChangesBetween(transaction, venueId, moved);
    const sales = await readSales(transaction, venueId, logged);
    const changes = changesOf(logged, sales, { ...before, asOf });
    if (changes.some((change) => leavesNight(night, change))) return null;
    const casesChanged = changes.some(changesCases);
    const fromMs = earliestStep(night, logged, sales);
    const ahead = [...sales.values()]
      .map(({ soldAt }) => soldAt.getTime())
      .filter((ms) => isWithin({ ...night, startMs: span.endMs }, ms));
    const sold = changes.flatMap(({ kind, sale }) => (kind === 'sale' ? (sale ?? []) : []));
    const after: LiveNight = {
      ...before,
      asOf,
      latestNumbers,
      sums:
        fromMs === null
          ? before.sums
          : await sumSales(transaction, { venueId, unitId: null }, span),
      // Corrections and refunds change sales that are counted already.
      steps: logged.some(changesAmounts)
        ? await readSteps(transaction, venueId, span)
        : addSales(before.steps, sold),
      sales: mergeSales(before.sales, [...sales.values()], span),
      aheadMs: leastOf(before.aheadMs, ahead),
      cases: casesChanged ? await readOpenCases(transaction, venueId, asOf) : before.cases,
    };
    const curve = fromMs === null ? [] : curveFrom(after, fromMs);
    return { after, changes, curve, casesChanged };
  });
}

/**
 * What a client has missed that knows an earlier position of the same night: the changes, and the state of all else. Null
 * where a sale was corrected to another night.
 */
export async function readMissed(
  { db }: LiveDeps,
  { venueId }: LivePlace,
  from: StreamCursor,
  live: LiveNight,
): Promise<LiveBatch | null> {
  const moved = [...live.latestNumbers].map(([unitId, { unitNumber, number }]) => ({
    unitId,
    after: from.numbers.get(unitNumber) ?? 0,
    upTo: number,
  }));
  const logged = await listChangesBetween(db, venueId, moved);
  const sales = await readSales(db, venueId, logged);
  const latestNumbers = new Map(
    moved.map(({ unitId, after }) => {
      const unitNumber = live.latestNumbers.get(unitId)?.unitNumber ?? 0;
      return [unitId, { unitNumber, number: after }];
    }),
  );
  const changes = changesOf(logged, sales, { ...live, latestNumbers });
  if (changes.some((change) => leavesNight(live.night, change))) return null;
  return { after: live, changes, curve: curveOfNight(live), casesChanged: true };
}

async function readSales(
  db: Db,
  venueId: string,
  changes: readonly LoggedChange[],
): Promise<Map<string, LiveSale>> {
  const ids = new Set(changes.flatMap(({ order_id }) => order_id ?? []));
  const sales = ids.size === 0 ? [] : await listSalesById(db, venueId, [...ids]);
  return new Map(sales.map((sale) => [sale.id, liveSaleOf(sale)]));
}

/** Each change with its sale, and the position after it. */
function changesOf(
  logged: readonly LoggedChange[],
  sales: ReadonlyMap<string, LiveSale>,
  { night, asOf, latestNumbers }: Pick<LiveNight, 'night' | 'asOf' | 'latestNumbers'>,
): LiveChange[] {
  const { day, numbers } = cursorOf({ night, latestNumbers });
  const position = new Map(numbers);
  const span = spanOf({ night, asOf });
  return logged.map((change) => {
    const unitNumber = latestNumbers.get(change.unit_id)?.unitNumber ?? 0;
    const sale = sales.get(change.order_id ?? '');
    position.set(unitNumber, change.number);
    return {
      ...change,
      unitNumber,
      sale: sale && isOfSpan(span, sale) ? sale : null,
      cursor: { day, numbers: new Map(position) },
    };
  });
}

const rangeOf = ({ startMs, endMs }: TimeRange) => ({
  from: new Date(startMs),
  before: new Date(endMs),
});

const findAhead = async (db: Db, venueId: string, range: TimeRange): Promise<number | null> =>
  (await findFirstSale(db, venueId, rangeOf(range)))?.getTime() ?? null;

const leastOf = (known: number | null, more: readonly number[]): number | null => {
  const all = [...(known === null ? [] : [known]), ...more];
  return all.length === 0 ? null : Math.min(...all);
};

async function readLatestNumbers(db: Db, venueId: string): Promise<Map<string, NumberedPosition>> {
  const units = await listLogNumbers(db, venueId);
  return new Map(
    units.map(({ unit_id, unit_number: unitNumber, last_number: number }) => [
      unit_id,
      { unitNumber, number },
    ]),
  );
}

async function readSteps(db: Db, venueId: string, span: TimeRange): Promise<Map<number, Step>> {
  const sums = await sumSteps(db, venueId, rangeOf(span));
  return new Map(
    sums.map(({ starts, cents, drinks, orders, squares }) => [
      starts.getTime(),
      { cents, drinks, orders, squares },
    ]),
  );
}

/** Null where a unit is new, or too much has changed to be sent change by change. */
function movedBetween(
  before: ReadonlyMap<string, NumberedPosition>,
  after: ReadonlyMap<string, NumberedPosition>,
): { unitId: string; after: number; upTo: number }[] | null {
  const moved: { unitId: string; after: number; upTo: number }[] = [];
  let changes = 0;
  for (const [unitId, { number: upTo }] of after) {
    const known = before.get(unitId);
    if (!known) return null;
    if (known.number === upTo) continue;
    moved.push({ unitId, after: known.number, upTo });
    changes += upTo - known.number;
  }
  return changes > mostMissed ? null : moved;
}

const changesAmounts = ({ kind }: LoggedChange): boolean =>
  kind === 'correction' || kind.startsWith('refund_');

/** A sale of which something was not poured opens a case; corrections and refunds change it. */
const changesCases = (change: LiveChange): boolean =>
  change.kind === 'case' ||
  changesAmounts(change) ||
  (change.sale?.drinks.some(({ failedGlasses }) => failedGlasses > 0) ?? false);

function earliestStep(
  night: TimeRange,
  changes: readonly LoggedChange[],
  sales: ReadonlyMap<string, LiveSale>,
): number | null {
  const times = changes.flatMap(({ order_id, detail }) => {
    const sale = sales.get(order_id ?? '');
    const soldAt = soldAtOf(detail);
    return [...(sale ? [sale.soldAt.getTime()] : []), ...(soldAt === null ? [] : [soldAt])];
  });
  const ofNight = times.filter((ms) => isWithin(night, ms));
  return ofNight.length === 0 ? null : stepOf(Math.min(...ofNight));
}

/** True for a sale of this night that was corrected to another one: events only replace the sales that a client has. */
function leavesNight(night: TimeRange, { sale, detail }: LiveChange): boolean {
  const soldAt = soldAtOf(detail);
  return sale === null && soldAt !== null && isWithin(night, soldAt);
}

/** Date of a sale before its correction. */
function soldAtOf(detail: unknown): number | null {
  if (typeof detail !== 'object' || detail === null || !('soldAt' in detail)) return null;
  const ms = Date.parse(String(detail.soldAt));
  return Number.isNaN(ms) ? null : ms;
}
