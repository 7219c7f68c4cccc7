/** When each venue is compared next, what was found last, and which of its sales come next. */
import { sql } from 'kysely';
import { firstIdAt } from '../../db/partitions/months.ts';
import { replaceCoarserRollups, replaceHours } from '../../db/replace-rollups.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { bucketStart, type TimeRange } from '../../rules/reports/rollup-cover.ts';
import { inBuckets, soldIn } from './verification.queries.ts';

/** Adds venues that were never compared; they are due at once. */
export async function insertMissingVerifications(db: Db, now: Date): Promise<void> {
  await sql`
    insert into venue_verifications (venue_id, verify_at)
    select id, ${now}::timestamptz from venues
    where not exists (select from venue_verifications as known where known.venue_id = venues.id)
    on conflict do nothing
  `.execute(db);
}

export interface ClaimedVenue {
  venue_id: string;
  /** Sales that differed. */
  spans: TimeRange[];
  earlier_than: Date | null;
}

/** Claims the venue that is due for the longest time, until the next time; of several workers, one gets it. */
export async function claimVerification(
  db: Db,
  { now, next }: { now: Date; next: Date },
): Promise<ClaimedVenue | null> {
  const { rows } = await sql<ClaimedVenue>`
    update venue_verifications set verify_at = ${next}
    where venue_id = (
      select venue_id from venue_verifications where verify_at <= ${now}
      order by verify_at, venue_id limit 1
      for update skip locked
    )
    returning venue_id, spans, earlier_than
  `.execute(db);
  return rows[0] ?? null;
}

export interface VerificationResult {
  at: Date;
  differences: number;
  sentences: readonly string[];
  spans: readonly TimeRange[];
  earlierThan: Date | null;
}

export async function storeVerification(
  db: Db,
  venueId: string,
  { at, differences, sentences, spans, earlierThan }: VerificationResult,
): Promise<void> {
  await db
    .updateTable('venue_verifications')
    .set({
      verified_at: at,
      differences,
      sentences: [...sentences],
      spans: JSON.stringify(spans),
      earlier_than: earlierThan,
    })
    .where('venue_id', '=', venueId)
    .execute();
}

/** Numbers of the units of a venue by their ids, deleted ones too. */
export async function listUnitNumbers(db: Db, venueId: string): Promise<Map<string, number>> {
  const units = await db
    .selectFrom('units')
    .select(['id', 'unit_number'])
    .where('venue_id', '=', venueId)
    .execute();
  return new Map(units.map((unit) => [unit.id, unit.unit_number]));
}

/** Whether a sale of the venue was received since then: ids begin with that time. */
export async function hasSoldSince(db: Db, venueId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from orders where venue_id = ${venueId} and id >= ${firstIdAt(since.getTime())} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Before and after all sales. */
export const everMs = { start: Date.UTC(1900, 0), end: Date.UTC(9000, 0) };

/**
 * Start of the first month whose sales are still there: before it, partitions may have been detached, and only sums are
 * left.
 */
export async function findFirstMonth(db: Db): Promise<number> {
  const { rows } = await sql<{ month: string | null }>`
    select min(substr(child.relname, length('orders_') + 1)) as month
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = 'orders'::regclass and child.relname ~ '^orders_[0-9]{4}_[0-9]{2}$'
  `.execute(db);
  const month = rows[0]?.month ?? null;
  return month === null ? everMs.start : Date.parse(`${month.replace('_', '-')}-01T00:00:00Z`);
}

/**
 * Whole hours with the newest sales of a range, at most about so many; all of the range where there are no more, and null
 * for an empty one.
 */
export async function findNewestSpan(
  db: Db,
  { venueId, unitId }: { venueId: string; unitId?: string },
  { endMs, startMs, most }: TimeRange & { most: number },
): Promise<TimeRange | null> {
  if (startMs >= endMs) return null;
  const ofUnit = unitId === undefined ? sql`` : sql`and unit_id = ${unitId}`;
  const { rows } = await sql<{ first: Date | null; sales: number }>`
    select min(sold_at) as first, count(*) as sales from (
      select sold_at from orders
      where venue_id = ${venueId} ${ofUnit} and sold_at >= ${new Date(startMs)}::timestamptz
        and sold_at < ${new Date(endMs)}::timestamptz
      order by sold_at desc limit ${most}
    ) as newest
  `.execute(db);
  const { first = null, sales = 0 } = rows[0] ?? {};
  const isAll = first === null || sales < most;
  return { startMs: isAll ? startMs : bucketStart('hour', first.getTime()), endMs };
}

/** When the sale was received that so many others followed; null where there are not so many. */
export async function findReceiptBefore(
  db: Db,
  venueId: string,
  newer: number,
): Promise<Date | null> {
  const { rows } = await sql<{ received_at: Date }>`
    select received_at from orders where venue_id = ${venueId} order by id desc offset ${newer} limit 1
  `.execute(db);
  return rows[0]?.received_at ?? null;
}

/**
 * Rebuilds the rollups of a unit from its sales, and the sums of its drinks by hour: the hours of the span, and the days
 * and months with a share in it. The caller holds the unit's lock.
 */
export async function rebuildSpan(
  db: Tx,
  { venue_id: venueId, id: unitId }: UnitRef,
  span: TimeRange,
): Promise<void> {
  await replaceHours(
    db,
    { venueId, unitId },
    { sold: soldIn(span), buckets: inBuckets(span, 'hour') },
  );
  await replaceCoarserRollups(
    db,
    (grain) => sql`venue_id = ${venueId} and unit_id = ${unitId} ${inBuckets(span, grain)}`,
  );
}

/** Units of the venue, deleted ones too. */
export function listUnits(db: Db, venueId: string): Promise<UnitRef[]> {
  return db
    .selectFrom('units')
    .select(['venue_id', 'id'])
    .where('venue_id', '=', venueId)
    .orderBy('id')
    .execute();
}

// How far a rebuild is.

/** Whether a rebuild of the venue was begun and not completed. */
export async function isRebuilding(db: Db, venueId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sums_progress where venue_id = ${venueId} and rebuilt_from is not null limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Units of the venue that are rebuilt, deleted ones too; Infinity for one that is not begun. */
export async function listRebuiltUnits(
  db: Db,
  venueId: string,
): Promise<{ unit: UnitRef; rebuiltFromMs: number }[]> {
  const { rows } = await sql<{ unit_id: string; from: string }>`
    select unit_id, extract(epoch from rebuilt_from) * 1000 as from from sums_progress
    where venue_id = ${venueId} and rebuilt_from is not null order by unit_id
  `.execute(db);
  return rows.map(({ unit_id: id, from }) => ({
    unit: { venue_id: venueId, id },
    rebuiltFromMs: Number(from),
  }));
}

/** Of a venue, or of one of its units. */
export async function storeRebuiltFrom(
  db: Db,
  { venueId, unitId }: { venueId: string; unitId?: string },
  time: string | null,
): Promise<void> {
  await sql`
    update sums_progress set rebuilt_from = ${time}::timestamptz
    where venue_id = ${venueId} ${unitId === undefined ? sql`` : sql`and unit_id = ${unitId}`}
  `.execute(db);
}
