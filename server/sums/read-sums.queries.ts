/**
 * Sums of pours and drinks over time ranges, exact at any moment: from the stored sums, except hours that a change
 * concerns which is not summed yet, days that are not summed yet, and parts of hours. These are read from the sales.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  allSums,
  type AnySums,
  columnsOf,
  drinkSums,
  newestSale,
  pourSums,
  salesOf,
  daysOfHours,
  monthsOfDays,
  selectCoarser,
  selectHours,
  summed,
  sumNamesOf,
} from '../../db/rebuild-rollups.ts';
import type { DrinkSumsTable, PourSumsTable } from '../../db/tables/sums.ts';
import type { Db } from '../../db/tables/tables.ts';
import { coverRange, type Grain, type TimeRange } from '../../rules/reports/rollup-cover.ts';

/** A venue, or one of its units. */
export interface SumsScope {
  venueId: string;
  unitId: string | null;
}

export interface PerUnit {
  /** Sums of each unit (unit_id), or of all of them together. */
  perUnit: boolean;
}

/** Sums of a range; nth is its index. */
type OfRange<Row> = Omit<Row, 'venue_id' | 'grain' | 'bucket'> & { nth: number };

/** Lists the sums of each drink of each unit over each of these ranges; without a row where nothing was sold. */
export const readDrinkSums = (
  db: Db,
  scope: SumsScope,
  ranges: readonly TimeRange[],
): Promise<OfRange<Selectable<DrinkSumsTable>>[]> => readSums(db, drinkSums, scope, ranges);

const soldDrinks: AnySums = {
  ...drinkSums,
  key: ['drink_key'],
  sums: { glasses: 'bigint', poured_glasses: 'bigint', sales_cents: 'bigint' },
};

/** Sums of a drink over a range, singles and doubles together; without perUnit, unit_id is empty. */
export type SoldDrink = Pick<
  OfRange<Selectable<DrinkSumsTable>>,
  'nth' | 'unit_id' | 'drink_key' | 'name' | 'glasses' | 'poured_glasses' | 'sales_cents'
>;

/** Lists what was sold of each drink, of all units together or of each, over each of these ranges. */
export const readSoldDrinks = (
  db: Db,
  scope: SumsScope,
  ranges: readonly TimeRange[],
  by: PerUnit,
): Promise<SoldDrink[]> => readSums(db, soldDrinks, scope, ranges, by);

export type PourSums = OfRange<Selectable<PourSumsTable>>;

/** Lists the sums of each place and ingredient of each unit over each of these ranges. */
export const readPourSums = (
  db: Db,
  scope: SumsScope,
  ranges: readonly TimeRange[],
): Promise<PourSums[]> => readSums(db, pourSums, scope, ranges);

/** Common table expressions: units with their progress, and hours that changes concern which are not summed yet. */
export const progressOf = ({ venueId, unitId }: SumsScope): RawBuilder<unknown> => sql`
  progress as materialized (
    select state.unit_id, coalesce(kept.summed_to, state.last_number) as summed_to, coalesce(
      case when kept.months_number = kept.summed_to and kept.summed_from = '-infinity' then kept.months_to end,
      '-infinity') as months_to, coalesce(
      case when not exists (
        select from changes as change
        where change.venue_id = ${venueId} and change.unit_id = state.unit_id and change.number > kept.summed_to
          and change.kind = 'correction' and change.detail is null
      ) then kept.summed_from end, 'infinity') as summed_from
    from unit_state as state
    left join sums_progress as kept on kept.venue_id = ${venueId} and kept.unit_id = state.unit_id
    where state.venue_id = ${venueId} ${unitId === null ? sql`` : sql`and state.unit_id = ${unitId}`}
  ), touched as materialized (
    select distinct progress.unit_id, date_trunc('hour', part.sold_at, 'UTC') as hour
    from progress cross join lateral (
      select change.order_id, change.detail from changes as change
      where change.venue_id = ${venueId} and change.unit_id = progress.unit_id and change.number > progress.summed_to
        and change.order_id is not null
      offset 0
    ) as change cross join lateral (
      select sale.sold_at from orders as sale where sale.venue_id = ${venueId} and sale.id = change.order_id
      union all
      select (change.detail ->> 'soldAt')::timestamptz
    ) as part
    where part.sold_at >= progress.summed_from
  )`;

/** Parts of ranges as rows. */
const rowsOf = (
  parts: readonly (TimeRange & { nth: number; sign: 1 | -1; grain?: string })[],
): RawBuilder<unknown> => sql`unnest(
  ${parts.map(({ nth }) => nth)}::int[],
  ${parts.map(({ sign }) => sign)}::int[],
  ${parts.map(({ grain = 'hour' }) => grain)}::text[],
  ${parts.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${parts.map(({ endMs }) => new Date(endMs))}::timestamptz[]
)`;

async function readSums<Row>(
  db: Db,
  of: AnySums,
  scope: SumsScope,
  ranges: readonly TimeRange[],
  { perUnit }: PerUnit = { perUnit: true },
): Promise<Row[]> {
  const covers = ranges.map((range, nth) => ({
    pieces: coverRange(range).buckets.map((piece) => ({ ...piece, nth })),
    // All whole hours of the range, as one run.
    runs: coverRange(range, 'hour').buckets.map((run) => ({ ...run, nth })),
    edges: coverRange(range, 'hour').edges.map((edge) => ({ ...edge, nth })),
  }));
  const pieces = rowsOf(covers.flatMap((cover) => cover.pieces));
  const runs = rowsOf(covers.flatMap((cover) => cover.runs));
  const edges = rowsOf(covers.flatMap((cover) => cover.edges));
  const { venueId } = scope;
  const table = sql.table(of.table);
  const columns = (name: string) => {
    const { key, values } = columnsOf(of, name);
    return sql`${key}, ${values}`;
  };
  const [counted = ''] = sumNamesOf(of);
  const ofUnit = perUnit ? sql`, part.unit_id` : sql``;
  const { rows } = await sql<Row>`
    with ${progressOf(scope)}, run as (
      select * from ${runs} as run (nth, sign, grain, starts, ends)
    ), stored as (
      select piece.nth, piece.sign, progress.unit_id, part.last_at, ${columns('part')}
      from ${pieces} as planned (nth, sign, grain, starts, ends)
      cross join progress
      -- Days make up for months without a sum.
      cross join lateral (
        select planned.nth, planned.sign, span.grain, span.starts, span.ends from (values
          (planned.grain, planned.starts, case
            when planned.grain = 'month' then least(planned.ends, progress.months_to) else planned.ends
          end),
          ('day', greatest(planned.starts, progress.months_to), case
            when planned.grain = 'month' then planned.ends else planned.starts
          end)
        ) as span (grain, starts, ends)
        where span.starts < span.ends
      ) as piece
      cross join lateral (
        -- Of a month, its start: a sale of it that is not summed yet counts as later.
        select max(kept.bucket) + case when piece.grain = 'month' then '0' else '1 ' || piece.grain end::interval as last_at, ${columnsOf(of, 'kept').key},
          ${summed(of, 'kept', sql`kept.bucket desc`)}
        from ${table} as kept
        where kept.venue_id = ${venueId} and kept.unit_id = progress.unit_id and kept.grain = piece.grain
          and kept.bucket >= greatest(piece.starts, progress.summed_from) and kept.bucket < piece.ends
        group by ${columnsOf(of, 'kept').key}
      ) as part
    ), stale as (
      select run.nth, -1, touched.unit_id, touched.hour, ${columns('kept')}
      from run
      join touched on touched.hour >= run.starts and touched.hour < run.ends
      join ${table} as kept on kept.venue_id = ${venueId} and kept.unit_id = touched.unit_id and kept.grain = 'hour'
        and kept.bucket = touched.hour
    ), span as (
      select edge.nth, edge.sign, progress.unit_id, edge.starts, edge.ends
      from ${edges} as edge (nth, sign, grain, starts, ends) cross join progress
      union all
      select run.nth, 1, touched.unit_id, touched.hour, touched.hour + interval '1 hour'
      from run join touched on touched.hour >= run.starts and touched.hour < run.ends
      union all
      select run.nth, 1, progress.unit_id, run.starts, least(run.ends, progress.summed_from)
      from run join progress on run.starts < progress.summed_from
    ), sold as (
      select span.nth, span.sign, span.unit_id, part.last_at, ${columns('part')}
      from span cross join lateral (
        select max(sale.sold_at) as last_at, ${columnsOf(of, 'line').key}, ${summed(of, 'line', newestSale)}
        from (
          select * from orders as sale
          where sale.venue_id = ${venueId} and sale.unit_id = span.unit_id
            and sale.sold_at >= span.starts and sale.sold_at < span.ends
          offset 0
        ) as sale
        cross join lateral ${of.lines(venueId)} as line
        group by ${columnsOf(of, 'line').key}
      ) as part
    )
    select part.nth, ${perUnit ? sql`part.unit_id` : sql`'' as unit_id`}, ${columnsOf(of, 'part').key},
      ${summed(of, 'part', sql`part.sign desc, part.last_at desc`, sql`part.sign`)}
    from (
      select * from stored union all select * from stale union all select * from sold
    ) as part (nth, sign, unit_id, last_at, ${columnsOf(of).key}, ${columnsOf(of).values})
    group by part.nth ${ofUnit}, ${columnsOf(of, 'part').key}
    having sum(part.sign * ${sql.ref(`part.${counted}`)}) > 0
    order by part.nth ${ofUnit}, ${columnsOf(of, 'part').key}
  `.execute(db);
  return rows;
}

// Comparison of the sums of pours and drinks with the sales, in one statement each.

/** A row that differs from the sums it was made of; null where that side has no row. */
export interface DifferentSums {
  table: AnySums['table'];
  grain: Grain;
  bucket: Date;
  unit_id: string;
  stored: Record<string, string | number> | null;
  computed: Record<string, string | number> | null;
}

/** Conditions of a part of the sales; empty for all. */
export interface ComparedPart {
  /** On sale. */
  sold: RawBuilder<unknown>;
  /** On a bucket of this grain. */
  buckets: (grain: Grain) => RawBuilder<unknown>;
}

/** Compares hours with the sales, days with hours and months with days, as far as the worker has summed them. */
export async function compareSums(
  db: Db,
  venueId: string,
  part: ComparedPart,
): Promise<DifferentSums[]> {
  const differences: DifferentSums[] = [];
  const place = { venueId, part };
  const finer = (grain: Grain) => sql`kept.venue_id = ${venueId} ${part.buckets(grain)}`;
  for (const of of allSums) {
    for (const computed of [
      compared(of, place, 'hour', selectHours(of, venueId, salesOf(venueId, part.sold))),
      compared(of, place, 'day', selectCoarser(of, daysOfHours, finer('day'))),
      compared(of, place, 'month', selectCoarser(of, monthsOfDays, finer('month'))),
    ])
      differences.push(...(await computed.execute(db)).rows);
  }
  return differences;
}

function compared(
  of: AnySums,
  { venueId, part }: { venueId: string; part: ComparedPart },
  grain: Grain,
  computed: RawBuilder<unknown>,
): RawBuilder<DifferentSums> {
  const { key } = columnsOf(of);
  const names = [...(of.latest === null ? [] : [of.latest]), ...sumNamesOf(of)];
  const asObject = (side: string) =>
    sql`case when ${sql.id(side)}.bucket is null then null else json_build_object(${sql.join(
      names.flatMap((name) => [sql.lit(name), sql.ref(`${side}.${name}`)]),
    )}) end`;
  const differs = sql.join(
    names.map((name) => sql`stored.${sql.id(name)} is distinct from computed.${sql.id(name)}`),
    sql` or `,
  );
  // What is not summed yet concerns hours; days follow from hours, and months from days, at any moment.
  const isOfGrain = {
    hour: sql`bucket >= progress.summed_from and not exists (
      select from touched where touched.unit_id = progress.unit_id and touched.hour = bucket
    )`,
    day: sql`bucket >= progress.summed_from`,
    month: sql`bucket < progress.months_to`,
  };
  const isSummed = sql`progress.unit_id = unit_id and ${isOfGrain[grain]}`;
  return sql<DifferentSums>`
    with ${progressOf({ venueId, unitId: null })}, stored as (
      select * from ${sql.table(of.table)} where venue_id = ${venueId} and grain = ${grain} ${part.buckets(grain)}
    ), computed as (${computed})
    select ${of.table}::text as table, ${grain}::text as grain, bucket, unit_id,
      ${asObject('stored')} as stored, ${asObject('computed')} as computed
    from stored full join computed using (bucket, unit_id, ${key})
    where (${differs}) and exists (select from progress where ${isSummed})
    order by bucket, unit_id, ${key}
  `;
}
