/** Figures of a night from its sales, compared with everything that is stored of them, as of one moment. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { Tx } from '../../db/tables/tables.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { groupBy } from '../../lib/lists.ts';
import { toCents } from '../../lib/money.ts';
import {
  type CertificateBody,
  certificateMessages,
  certificateReasons,
  type ReasonCount,
} from '../../rules/nights/certificate.ts';
import type { Night } from '../../rules/nights/nights.ts';
import { bucketEnd, bucketStart, type TimeRange } from '../../rules/reports/rollup-cover.ts';
import { type SaleLine, type SaleSums, totalsOf } from '../../rules/reports/sales-totals.ts';
import { readCsvLines } from '../reports/sales-csv.ts';
import { sumSales } from '../reports/sales-sums.queries.ts';
import { verifySales } from '../verification/verify-venues.ts';
import {
  type CertificateRow,
  type CertifiedLine,
  listLines,
  listNightChanges,
  type NightChange,
} from './certificates.queries.ts';
import { listLogNumbers } from '../changes/changes.queries.ts';

/** The hours of UTC that a range has a share in: what is stored as sums is stored by them. */
export const wholeHours = ({ startMs, endMs }: TimeRange): TimeRange => ({
  startMs: bucketStart('hour', startMs),
  endMs: bucketEnd('hour', endMs),
});

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

type HashedLines = Pick<CertificateBody, 'sales' | 'lines' | 'hours' | 'linesHash'>;

/** @param lines in the order of their ids */
export function hashLines(lines: readonly CertifiedLine[]): HashedLines {
  const all = createHash('sha256');
  const hours = new Map<number, { lines: number; hash: ReturnType<typeof createHash> }>();
  for (const line of lines) {
    const text = `${canonicalJson({ ...line })}\n`;
    all.update(text);
    const start = bucketStart('hour', line.soldAt);
    const hour = hours.get(start) ?? { lines: 0, hash: createHash('sha256') };
    hour.hash.update(text);
    hour.lines += line.line === null ? 0 : 1;
    hours.set(start, hour);
  }
  const inOrder = [...hours].sort(([one], [other]) => one - other);
  return {
    sales: new Set(lines.map(({ sale }) => sale)).size,
    lines: lines.filter(({ line }) => line !== null).length,
    hours: inOrder.map(([startMs, hour]) => ({
      hour: new Date(startMs).toISOString(),
      lines: hour.lines,
      hash: hour.hash.digest('hex'),
    })),
    linesHash: all.digest('hex'),
  };
}

/** A line by the rules of the report; of one with refundedAt, all glasses are refunded. */
function lineOf(line: CertifiedLine): SaleLine {
  const { price, quantity, tax, tip, fee, poured, isDouble } = line;
  const whole = { priceCents: price * quantity, taxCents: tax, tipCents: tip };
  const refunded =
    line.refundedAt === null
      ? {
          priceCents: price * line.refundedGlasses,
          taxCents: line.refundedTax,
          tipCents: line.refundedTip,
        }
      : whole;
  return { ...whole, feeCents: fee, refunded, successQuantity: poured, isDouble };
}

const chargedCents = ({ price, quantity, tax, tip }: CertifiedLine): number =>
  price * quantity + tax + tip;

function readersOf(lines: readonly CertifiedLine[]): CertificateBody['readers'] {
  const readers = new Map<string, { sales: Set<string>; cents: number }>();
  for (const line of lines) {
    const reader = readers.get(line.reader) ?? { sales: new Set(), cents: 0 };
    reader.sales.add(line.sale);
    reader.cents += chargedCents(line);
    readers.set(line.reader, reader);
  }
  return [...readers]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { sales, cents }]) => ({ name, sales: sales.size, cents }));
}

const namesOfSums = {
  salesCents: 'sales',
  taxCents: 'taxes',
  tipCents: 'tips',
  refundCents: 'refunds',
  feeCents: 'fees',
  servings: 'servings',
} as const satisfies Partial<Record<keyof SaleSums, string>>;
const certified = [
  'salesCents',
  'taxCents',
  'tipCents',
  'refundCents',
  'feeCents',
  'servings',
] as const;

/** Columns of the CSV that add up to what was charged. */
const csvColumns = { Price: 5, Tax: 6, Tips: 7, 'Processing Fee': 9 } as const;

/** Columns whose sum in the CSV is not that of the sums. */
function differingColumns(csv: string, sums: SaleSums): string[] {
  const rows = parse(csv, { relax_column_count: true });
  const total = (column: number) =>
    rows.reduce((cents, row) => cents + toCents(Number(row[column] || 0)), 0);
  const charged = total(csvColumns.Price) + total(csvColumns.Tax) + total(csvColumns.Tips);
  const gross = sums.salesCents + sums.taxCents + sums.tipCents + sums.refundCents;
  return [
    ...(charged === gross ? [] : ['gross volume']),
    ...(total(csvColumns['Processing Fee']) === sums.feeCents ? [] : ['processing fee']),
    ...(new Set(rows.map(([id]) => id)).size === sums.orders ? [] : ['number of sales']),
  ];
}

/** Counts what the change log has of a night, in the order in which it is named. */
export function countReasons(changes: readonly NightChange[]): ReasonCount[] {
  const keys = new Map<string, Set<string>>();
  for (const { kind, key } of changes) keys.set(kind, (keys.get(kind) ?? new Set()).add(key));
  return certificateReasons.flatMap((reason) => {
    const count = keys.get(reason)?.size ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  });
}

/** What the change log has of the night of a certificate that the certificate does not have. */
export async function changesSince(
  moment: Tx,
  { venue_id: venueId, body }: Pick<CertificateRow, 'venue_id' | 'body'>,
): Promise<NightChange[]> {
  const units = await listLogNumbers(moment, venueId);
  const numbers = new Map(body.changes.map(({ unit, number }) => [unit, number]));
  const after = units.map(({ unit_id, unit_number }) => ({
    unit_id,
    number: numbers.get(unit_number) ?? 0,
  }));
  const range = { startMs: Date.parse(body.start), endMs: Date.parse(body.end) };
  return listNightChanges(moment, venueId, range, after);
}

/** Hours whose lines are not as they were certified, without an entry in the change log that says why. */
export function changedHours(
  before: readonly CertificateBody['hours'][number][],
  now: readonly CertificateBody['hours'][number][],
  changes: readonly NightChange[],
): string[] {
  const logged = new Set(changes.map(({ hour }) => hour.toISOString()));
  const [then, present] = [before, now].map(
    (hours) => new Map(hours.map(({ hour, hash }) => [hour, hash])),
  );
  const all = new Set([...before, ...now].map(({ hour }) => hour));
  return [...all]
    .filter((hour) => !logged.has(hour) && then?.get(hour) !== present?.get(hour))
    .sort();
}

/** Reads what the certificate of a night states. @param before the version before, if any */
export async function readNight(
  moment: Tx,
  venueId: string,
  night: Night,
  before: CertificateRow | undefined,
  isRebuilt = false,
): Promise<CertificateBody> {
  const units = await listLogNumbers(moment, venueId);
  const lines = await listLines(moment, venueId, night);
  const hashed = hashLines(lines);
  const bySale = groupBy(lines, ({ sale }) => sale);
  const own = totalsOf(
    [...bySale.values()].map((ofSale) => ({
      durationMs: null,
      lines: ofSale.filter(({ line }) => line !== null).map(lineOf),
    })),
  );
  const sums = await sumSales(moment, { venueId, unitId: null }, night);
  const csv = await readCsvLines(moment, { venueId, unitId: null }, night);
  const numbers = new Map(units.map(({ unit_id, unit_number }) => [unit_id, unit_number]));
  const stored = await verifySales(moment, venueId, numbers, wholeHours(night));
  const changes = before ? await changesSince(moment, before) : [];
  const differences = [
    ...stored.differences,
    ...certified
      .filter((name) => sums[name] !== own[name])
      .map((name) => certificateMessages.sumDiffers(namesOfSums[name])),
    ...differingColumns(csv, sums).map(certificateMessages.csvDiffers),
    ...(before ? changedHours(before.body.hours, hashed.hours, changes) : []).map(
      certificateMessages.changedLines,
    ),
  ];
  return {
    start: new Date(night.startMs).toISOString(),
    end: new Date(night.endMs).toISOString(),
    timezone: night.timezone,
    ...hashed,
    sums: {
      salesCents: own.salesCents,
      taxCents: own.taxCents,
      tipCents: own.tipCents,
      refundCents: own.refundCents,
      feeCents: own.feeCents,
      servings: own.servings,
    },
    readers: readersOf(lines),
    changes: units.map(({ unit_number: unit, last_number: number }) => ({ unit, number })),
    differences,
    reasons: [
      ...countReasons(changes),
      ...(isRebuilt ? [{ reason: 'rebuilt sums' as const, count: 1 }] : []),
    ],
    replaces: before ? before.hash.toString('hex') : null,
  };
}

/** Hash of a certificate: of its body with its venue, day and version, and the hash of the night before. */
export const hashCertificate = ({
  venue_id: venue,
  day,
  version,
  body,
  previous_hash,
}: Pick<CertificateRow, 'venue_id' | 'day' | 'version' | 'body' | 'previous_hash'>): Buffer =>
  sha256(
    canonicalJson({ venue, day, version, body, previous: previous_hash?.toString('hex') ?? null }),
  );
