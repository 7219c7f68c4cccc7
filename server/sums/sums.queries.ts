/** Writes the sums of pours and drinks of one unit. The caller holds the lock of its progress. */
import { sql } from 'kysely';
import {
  allSums,
  type AnySums,
  coarserGrains,
  insertSums,
  monthsOfDays,
  selectCoarser,
  selectHours,
  startOfMonth,
} from '../../db/rebuild-rollups.ts';
import { replaceSums } from '../../db/replace-rollups.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export interface SummedUnit {
  venue_id: string;
  unit_id: string;
}

/** Begins the progress of units that have none: everything in their logs so far is left to the summing of days. */
export async function insertProgress(db: Db): Promise<void> {
  const { rows } = await sql<SummedUnit & { last_number: number }>`
    select state.venue_id, state.unit_id, state.last_number
    from unit_state as state
    left join sums_progress as progress
      on progress.venue_id = state.venue_id and progress.unit_id = state.unit_id
    where progress.unit_id is null
  `.execute(db);
  for (const { venue_id, unit_id, last_number } of rows) {
    await sql`
      insert into sums_progress (venue_id, unit_id, summed_to, summed_from)
      values (${venue_id}, ${unit_id}, ${last_number}, 'infinity') on conflict do nothing
    `.execute(db);
  }
}

interface UnitToSum extends SummedUnit {
  hasChanges: boolean;
  hasDays: boolean;
  hasMonths: boolean;
}

/** Condition: the sums by month are not those of all months that are over. */
const hasMonths = sql`(progress.summed_from = '-infinity' and (
  progress.months_to is distinct from ${startOfMonth} or progress.months_number <> progress.summed_to))`;

/** Lists the units whose log, earlier days or months are not summed completely. */
export async function listUnitsToSum(db: Db): Promise<UnitToSum[]> {
  const { rows } = await sql<UnitToSum>`
    select state.venue_id, state.unit_id, state.last_number > progress.summed_to as "hasChanges",
      progress.summed_from > '-infinity' as "hasDays", ${hasMonths} as "hasMonths"
    from unit_state as state
    join sums_progress as progress
      on progress.venue_id = state.venue_id and progress.unit_id = state.unit_id
    where state.last_number > progress.summed_to or progress.summed_from > '-infinity' or ${hasMonths}
    order by state.venue_id, state.unit_id
  `.execute(db);
  return rows;
}

/** Progress of a unit; a time is text, since it can be infinite. */
export interface Progress {
  summed_to: number;
  summed_from: string;
}

/** Returns the progress of a unit, locked until the transaction ends. */
export async function lockProgress(db: Tx, unit: SummedUnit): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select summed_to, summed_from::text from sums_progress
    where venue_id = ${unit.venue_id} and unit_id = ${unit.unit_id} for update
  `.execute(db);
  const [progress] = rows;
  if (!progress) throw new Error('A unit whose sales are summed has its progress');
  return progress;
}

export async function updateProgress(
  db: Tx,
  unit: SummedUnit,
  { summed_to, summed_from }: Progress,
): Promise<void> {
  await sql`
    update sums_progress set summed_to = ${summed_to}, summed_from = ${summed_from}::timestamptz,
      months_to = case when summed_from = ${summed_from}::timestamptz then months_to end,
      months_number = case when months_number = summed_to then ${summed_to} else months_number end
    where venue_id = ${unit.venue_id} and unit_id = ${unit.unit_id}
  `.execute(db);
}

/** Changes of a unit after a number, at most so many. */
interface ReadChanges {
  /** Number of the last of them; null without any. */
  last: number | null;
  /** Hours of the sales that they concern, before and after the change. */
  hours: Date[];
  /** Whether one moved a sale away from a time that is not known. */
  isUnclear: boolean;
}

export async function readChanges(
  db: Tx,
  { venue_id, unit_id }: SummedUnit,
  { after, size }: { after: number; size: number },
): Promise<ReadChanges> {
  const { rows } = await sql<ReadChanges>`
    with change as (
      select number, kind, order_id, (detail ->> 'soldAt')::timestamptz as sold_before from changes
      where venue_id = ${venue_id} and unit_id = ${unit_id} and number > ${after} order by number limit ${size}
    )
    select
      (select max(number) from change) as last,
      (select coalesce(bool_or(kind = 'correction' and sold_before is null), false) from change) as "isUnclear",
      array(
        select distinct date_trunc('hour', part.sold_at, 'UTC') from (
          select sale.sold_at from change
          join orders as sale on sale.venue_id = ${venue_id} and sale.id = change.order_id
          union all
          select sold_before from change where sold_before is not null
        ) as part
      ) as hours
  `.execute(db);
  return rows[0] ?? { last: null, hours: [], isUnclear: false };
}

/** Start of the day of the oldest among the newest sales before this time; null without any. */
export async function findStartOfDays(
  db: Tx,
  { venue_id, unit_id }: SummedUnit,
  { before, size }: { before: string; size: number },
): Promise<string | null> {
  const { rows } = await sql<{ start: string | null }>`
    select date_trunc('day', min(sold_at), 'UTC')::text as start from (
      select sold_at from orders
      where venue_id = ${venue_id} and unit_id = ${unit_id} and sold_at < ${before}::timestamptz
      order by sold_at desc limit ${size}
    ) as newest
  `.execute(db);
  return rows[0]?.start ?? null;
}

/** Half-open span of an hour, or of whole days. */
export interface Span {
  starts: string;
  ends: string;
}

/**
 * Computes the hours of these spans from the sales of the unit, and the days and the summed months that they are part
 * of.
 * @param ofSales sums whose hours are computed; those of the others are right
 */
export async function sumSpans(
  db: Tx,
  { venue_id, unit_id }: SummedUnit,
  spans: readonly Span[],
  ofSales: readonly AnySums[] = allSums,
): Promise<void> {
  if (spans.length === 0) return;
  const rows = sql`
    select * from unnest(
      ${spans.map(({ starts }) => starts)}::timestamptz[], ${spans.map(({ ends }) => ends)}::timestamptz[]
    ) as span (starts, ends)`;
  const whole = (grain: 'day' | 'month') => sql`(
      select distinct date_trunc(${grain}, starts, 'UTC') as starts, (
        date_trunc(${grain}, ends - interval '1 hour', 'UTC') at time zone 'UTC' + ('1 ' || ${grain})::interval
      ) at time zone 'UTC' as ends
      from (${rows}) as span
    ) as whole`;
  const sales = sql`(${rows}) as span cross join lateral (
    select * from orders as sale
    where sale.venue_id = ${venue_id} and sale.unit_id = ${unit_id}
      and sale.sold_at >= span.starts and sale.sold_at < span.ends
    offset 0
  ) as sale`;
  const inWhole = sql`kept.venue_id = ${venue_id} and kept.unit_id = ${unit_id}
    and kept.bucket >= whole.starts and kept.bucket < whole.ends`;
  const inSummedMonth = sql`${inWhole} and kept.bucket < (
      select months_to from sums_progress where venue_id = ${venue_id} and unit_id = ${unit_id}
    )`;
  for (const of of allSums) {
    const hours = {
      using: sql`(${rows}) as span`,
      where: sql`kept.venue_id = ${venue_id} and kept.grain = 'hour' and kept.unit_id = ${unit_id}
        and kept.bucket >= span.starts and kept.bucket < span.ends`,
    };
    if (ofSales.includes(of)) await replaceSums(db, of, hours, selectHours(of, venue_id, sales));
    for (const step of coarserGrains) {
      const kept = step.grain === 'day' ? inWhole : inSummedMonth;
      await replaceSums(
        db,
        of,
        {
          using: whole(step.grain),
          where: sql`kept.grain = ${step.grain} and ${kept}`,
        },
        selectCoarser(of, step, kept, whole(step.grain)),
      );
    }
  }
}

/** Computes the months that are over and have no sum, or all of them where some are not right. */
export async function sumMonths(db: Tx, { venue_id, unit_id }: SummedUnit): Promise<void> {
  const progress = sql`sums_progress as progress
    where progress.venue_id = ${venue_id} and progress.unit_id = ${unit_id}`;
  const unsummed = sql`kept.venue_id = ${venue_id} and kept.unit_id = ${unit_id}
    and kept.bucket < ${startOfMonth} and kept.bucket >= (
      select case when months_number = summed_to then coalesce(months_to, '-infinity') else '-infinity' end from ${progress}
    )`;
  for (const of of allSums) {
    await sql`delete from ${sql.table(of.table)} as kept where kept.grain = 'month' and ${unsummed}`.execute(
      db,
    );
    await insertSums(of, selectCoarser(of, monthsOfDays, unsummed)).execute(db);
  }
  await sql`
    update sums_progress set months_to = ${startOfMonth}, months_number = summed_to
    where venue_id = ${venue_id} and unit_id = ${unit_id}
  `.execute(db);
}

/** Deletes the sums of a unit before this time. */
export async function deleteSumsBefore(
  db: Tx,
  { venue_id, unit_id }: SummedUnit,
  before: string,
): Promise<void> {
  for (const { table } of allSums) {
    await sql`
      delete from ${sql.table(table)}
      where venue_id = ${venue_id} and unit_id = ${unit_id} and bucket < ${before}::timestamptz
    `.execute(db);
  }
}
