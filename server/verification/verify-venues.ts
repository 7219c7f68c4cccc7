import { messageOf } from '../../db/start-error.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import { bucketEnd, type TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { SaleSums } from '../../rules/reports/sales-totals.ts';
import { liftTimeLimit } from '../shared/database.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { type ComparedLevel, compareLevels } from '../stock/movements.queries.ts';
import { compareSums, type DifferentSums } from '../sums/read-sums.queries.ts';
import * as verifications from './venue-verifications.queries.ts';
import * as queries from './verification.queries.ts';
import { inBuckets, type Part, soldIn, type StoredSales } from './verification.queries.ts';

export interface VerificationSettings {
  /** Logs at the level error. */
  logError: (message: string) => void;
}

type Needs = Pick<AppDeps, 'db' | 'now'> & VerificationSettings;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of one venue. Hours are whole, so that it is more by the sales of an hour. */
const mostSalesOfSpan = 5_000;
/** Venues of a run; a run is every ten minutes. */
const mostVenues = 4;
/** Including those that are left out, as they have not sold. */
const mostClaims = 200;
const soldWithinMs = 35 * dayMs;
/** Sales and entries of the log that were received last, for the levels and the numbers. */
const mostReceived = 20_000;
const [mostSpans, mostSentences, mostSentencesInLog] = [10, 50, 10];

/**
 * Compares what is stored twice for a sample: the venues that have waited longest, among those that have sold lately.
 * Of each, the newest sales, those that differed before, and a stretch of earlier ones, which moves on from one time to
 * the next. A difference is logged and stored, for the dashboard of super admins and /metrics; nothing is changed.
 * @param mostSales of a span
 */
export async function verifyVenues(deps: Needs, mostSales = mostSalesOfSpan): Promise<void> {
  const { db, now } = deps;
  await verifications.insertMissingVerifications(db, now());
  for (let claims = 0, verified = 0; claims < mostClaims && verified < mostVenues; claims += 1) {
    const at = now();
    const next = new Date(at.getTime() + dayMs);
    const claimed = await verifications.claimVerification(db, { now: at, next });
    if (claimed === null) return;
    const { venue_id: venueId, spans } = claimed;
    const since = new Date(at.getTime() - soldWithinMs);
    if (spans.length === 0 && !(await verifications.hasSoldSince(db, venueId, since))) continue;
    verified += 1;
    await verify(deps, claimed, mostSales).catch((error: unknown) =>
      deps.logError(`The figures of venue ${venueId} were not compared: ${messageOf(error)}`),
    );
  }
}

async function verify(
  { db, now, logError }: Needs,
  venue: verifications.ClaimedVenue,
  mostSales: number,
): Promise<void> {
  const { venue_id: venueId } = venue;
  const unitNumbers = await verifications.listUnitNumbers(db, venueId);
  const { newest, earlier } = await choose(db, venue, mostSales);
  const spans = [...venue.spans, ...[newest, earlier].flatMap((span) => span ?? [])];
  // The newest would otherwise grow until the next time.
  const endMs = bucketEnd('hour', now().getTime());
  const differing: TimeRange[] = [];
  const sentences = new Set<string>();
  for (const span of spans) {
    const { differences } = await inSnapshot(db, (moment) =>
      verifySales(moment, venueId, unitNumbers, span),
    );
    if (differences.length > 0) differing.push({ ...span, endMs: Math.min(span.endMs, endMs) });
    for (const sentence of differences) sentences.add(sentence);
  }
  const stock = await inSnapshot(db, (moment) => verifyNewest(moment, venueId, unitNumbers));
  for (const sentence of stock) sentences.add(sentence);
  const found = [...sentences];
  if (found.length > 0) logError(inLog(venueId, found));
  await verifications.storeVerification(db, venueId, {
    at: now(),
    differences: found.length,
    sentences: found.slice(0, mostSentences),
    spans: distinct(differing).slice(0, mostSpans),
    earlierThan:
      venue.spans.length > 0
        ? venue.earlier_than
        : earlier === null
          ? null
          : new Date(earlier.startMs),
  });
}

/** The newest sales; and, unless others wait for being right again, the ones before those of the last time. */
async function choose(
  db: Db,
  { venue_id: venueId, spans, earlier_than }: verifications.ClaimedVenue,
  most: number,
): Promise<{ newest: TimeRange | null; earlier: TimeRange | null }> {
  const startMs = await verifications.findFirstMonth(db);
  const before = (endMs: number) =>
    verifications.findNewestSpan(db, { venueId }, { startMs, endMs, most });
  const newest = await before(verifications.everMs.end);
  if (newest === null || spans.length > 0) return { newest, earlier: null };
  return { newest, earlier: await before(earlier_than?.getTime() ?? newest.startMs) };
}

async function verifyNewest(
  moment: Tx,
  venueId: string,
  unitNumbers: UnitNumbers,
): Promise<string[]> {
  const received = await verifications.findReceiptBefore(moment, venueId, mostReceived);
  return verifyStock(moment, venueId, unitNumbers, {
    // Sales of the two days before are read too.
    movedSince: new Date((received?.getTime() ?? verifications.everMs.start) + 2 * dayMs),
    entries: Math.ceil(mostReceived / Math.max(1, unitNumbers.size)),
  });
}

const distinct = (spans: readonly TimeRange[]): TimeRange[] => [
  ...new Map(spans.map((span) => [`${span.startMs} ${span.endMs}`, span])).values(),
];

function inLog(venueId: string, found: readonly string[]): string {
  const more = found.length - mostSentencesInLog;
  return [
    `The figures of venue ${venueId} differ from its sales (${found.length}):`,
    ...found.slice(0, mostSentencesInLog),
    ...(more > 0 ? [`And ${more} more: npm run verify -- --venue ${venueId}`] : []),
  ].join(' ');
}

export interface Verified {
  sales: number;
  /** One line per difference; empty when everything agrees. */
  differences: string[];
}

/** Numbers of a venue's units by id, deleted ones too. */
export type UnitNumbers = ReadonlyMap<string, number>;

/**
 * Compares what is stored twice for a venue, as of one moment: rollups with sales, sums of pours and drinks with sales as
 * far as they are summed, sales with their drinks, drinks with their refunds, cases with the drinks that were not poured,
 * levels with the stock ledger, and the change log with the last number of each unit. Reads all sales of the venue,
 * however long that takes, and changes nothing.
 */
export async function verifyVenue(
  db: Db,
  venueId: string,
  unitNumbers: UnitNumbers,
): Promise<Verified> {
  return inSnapshot(db, async (moment) => {
    await liftTimeLimit(moment);
    const sales = await verifySales(moment, venueId, unitNumbers, null);
    const stock = await verifyStock(moment, venueId, unitNumbers);
    return { ...sales, differences: [...sales.differences, ...stock] };
  });
}

export const inSnapshot = <T>(db: Db, work: (moment: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

/** Compares what follows from the sales of a part with them. */
export async function verifySales(
  moment: Tx,
  venueId: string,
  unitNumbers: UnitNumbers,
  part: Part,
): Promise<Verified> {
  const unit = nameOf(unitNumbers);
  const rollups = await queries.compareRollups(moment, venueId, part);
  const sums = await compareSums(moment, venueId, {
    sold: soldIn(part),
    buckets: (grain) => inBuckets(part, grain),
  });
  const orders = await queries.listUnevenOrders(moment, venueId, part);
  const refunds = await queries.compareRefunds(moment, venueId, part);
  const cases = await queries.compareCases(moment, venueId, part);
  return {
    sales: await queries.countSales(moment, venueId, part),
    differences: [
      ...rollups.map((rollup) => rollupText(rollup, unit)),
      ...sums.map((row) => sumsText(row, unit)),
      ...orders.map(orderText),
      ...refunds.map(refundsText),
      ...cases.map((one) => caseText(one, unit)),
    ],
  };
}

/** Which positions and entries are compared; all where it is null. */
interface Newest {
  /** Positions with a movement since then. */
  movedSince: Date;
  /** Entries in the log of a unit. */
  entries: number;
}

/** Compares levels with the stock ledger, and the change log with the last number of each unit. */
export async function verifyStock(
  moment: Tx,
  venueId: string,
  unitNumbers: UnitNumbers,
  newest: Newest | null = null,
): Promise<string[]> {
  const unit = nameOf(unitNumbers);
  const levels = await compareLevels(moment, venueId, newest?.movedSince);
  const gaps = await queries.listLogGaps(moment, venueId, newest?.entries ?? null);
  return [
    ...levels.filter(isDifferent).map((level) => levelText(level, unit)),
    ...gaps.map((gap) => gapText(gap, unit)),
  ];
}

const nameOf =
  (unitNumbers: UnitNumbers) =>
  (id: string): string =>
    `unit ${unitNumbers.get(id) ?? id}`;

type Side = Record<string, string | number> | null;

/** The columns in which two rows differ, as text. */
function differentValues(stored: Side, computed: Side): { stored: string; computed: string } {
  const names = Object.keys(stored ?? computed ?? {}).filter(
    (column) => stored?.[column] !== computed?.[column],
  );
  const textOf = (side: Side): string =>
    side === null
      ? 'nothing'
      : names.map((column) => `${column} ${String(side[column] ?? 0)}`).join(', ');
  return { stored: textOf(stored), computed: textOf(computed) };
}

const sources = { hour: 'the sales', day: 'the hours', month: 'the days' } as const;

function rollupText(
  { grain, bucket, unit_id, name, stored, computed }: queries.DifferentRollup,
  unit: (id: string) => string,
): string {
  const values = differentValues(stored, computed);
  const drink = name === null ? '' : `, ${name}`;
  return `Rollup of the ${grain} ${bucket.toISOString()}, ${unit(unit_id)}${drink}: stored ${values.stored}; from ${sources[grain]} ${values.computed}.`;
}

const kinds = { pour_sums: 'pours', drink_sums: 'drinks' } as const;

function sumsText(
  { table, grain, bucket, unit_id, stored, computed }: DifferentSums,
  unit: (id: string) => string,
): string {
  const values = differentValues(stored, computed);
  return `Sums of ${kinds[table]} of the ${grain} ${bucket.toISOString()}, ${unit(unit_id)}: stored ${values.stored}; from ${sources[grain]} ${values.computed}.`;
}

const orderText = (order: queries.UnevenOrder): string =>
  `Order ${order.id}, unit ${order.unit_number}: ${order.amount} $${toDollars(order.stored_cents)}; its drinks add up to $${toDollars(order.sum_cents)}.`;

const refundsText = ({
  order_id,
  drink_index,
  stored,
  computed,
}: queries.DifferentRefunds): string =>
  `Drink ${drink_index} of order ${order_id}: stored ${stored}; by its refunds ${computed}.`;

const caseText = (
  { unit_id, order_id, drink_index, stored, computed }: queries.DifferentCase,
  unit: (id: string) => string,
): string =>
  `Case of drink ${drink_index} of order ${order_id}, ${unit(unit_id)}: stored ${stored ?? 'nothing'}; from the sale ${computed ?? 'nothing'}.`;

const isDifferent = ({ level_ml, ledger_ml }: ComparedLevel): boolean =>
  ledger_ml === null || Math.round(level_ml * 100) !== Math.round(ledger_ml * 100);

function levelText(
  { unit_id, position, level_ml, ledger_ml, sales_without_number }: ComparedLevel,
  unit: (id: string) => string,
): string {
  const ledger = ledger_ml === null ? 'no movement of its ingredient' : `${ledger_ml} ml`;
  const why =
    sales_without_number === 0
      ? ''
      : ` ${sales_without_number} sales since then were stored by an earlier release, without a number.`;
  return `Level of ${unit(unit_id)}, position ${position}: ${level_ml} ml; the stock ledger has ${ledger}.${why}`;
}

const gapText = (
  { unit_id, last_number, first, last, entries }: queries.LogGap,
  unit: (id: string) => string,
): string =>
  `Change log of ${unit(unit_id)}: ${entries} entries from ${first} to ${last}; the unit's last number is ${last_number}.`;

export const checkedFigures = [
  'grossCents',
  'salesCents',
  'taxCents',
  'tipCents',
  'refundCents',
  'orders',
  'servings',
] as const;
export type CheckedFigure = (typeof checkedFigures)[number];

/** Figures of a range that are not the same from the sums, the lines and the orders; all as of one moment. */
export function differingFigures(sums: SaleSums, stored: StoredSales): CheckedFigure[] {
  const differs = {
    salesCents: sums.salesCents !== stored.salesCents || stored.unevenPrices > 0,
    taxCents: sums.taxCents !== stored.taxCents || stored.unevenTaxes > 0,
    tipCents: sums.tipCents !== stored.tipCents || stored.unevenTips > 0,
    refundCents: sums.refundCents !== stored.refundCents,
    orders: sums.orders !== stored.orders,
    servings: sums.servings !== stored.servings,
  };
  const { orders: _orders, servings: _servings, ...amounts } = differs;
  const all = { grossCents: Object.values(amounts).some(Boolean), ...differs };
  return checkedFigures.filter((name) => all[name]);
}
