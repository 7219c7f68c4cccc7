/** Sums over many time ranges at once, from the rollups and, in divided hours, from the sales. */
import { type RawBuilder, sql } from 'kysely';
import { sumColumns, sumNames } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import { groupBy } from '../../lib/lists.ts';
import { joinOverlapping, planReads, type PlannedReads } from '../../rules/charts/planned-reads.ts';
import { wholeSums } from '../../rules/charts/series.ts';
import type { Grain, TimeRange } from '../../rules/reports/rollup-cover.ts';
import { addSums, addUp, negatedSums, type SaleSums } from '../../rules/reports/sales-totals.ts';
import {
  byUnitOf,
  edgeSums,
  keptInPiece,
  type Piece,
  pieceRows,
  type SalesScope,
} from './sales-sums.queries.ts';
import type { PerUnit } from '../sums/read-sums.queries.ts';

/** Sums of a unit over a range; nth is its index. */
export interface RangeSums {
  readonly unitId: string;
  readonly nth: number;
  readonly sums: SaleSums;
}

/**
 * Sums over each of these ranges, of which there may be thousands: what is stored is read once, however many ranges it
 * is in. Only these sums are read; the others are 0. Without perUnit, unitId is empty.
 */
export async function sumSalesInParts(
  db: Db,
  scope: SalesScope,
  ranges: readonly TimeRange[],
  names: readonly (keyof SaleSums)[],
  by: PerUnit,
): Promise<RangeSums[]> {
  const plan = planReads(ranges.filter(({ startMs, endMs }) => startMs < endMs));
  const reads = groupBy(
    [...plan.days, ...plan.hours, ...plan.runs, ...plan.edges],
    ({ startMs }) => startMs,
  );
  const ofUnit = new Map<string, (SaleSums | undefined)[]>();
  const { rows } = await selectPlanned(scope, plan, names, by).execute(db);
  for (const row of rows) {
    const read = reads.get(row.startMs)?.find(({ endMs }) => endMs === row.endMs);
    if (!read) throw new Error('Only what is planned is read');
    let parts = ofUnit.get(row.unitId);
    if (!parts) {
      parts = plan.bounds.map(() => undefined);
      ofUnit.set(row.unitId, parts);
    }
    const sums = wholeSums(row);
    parts[read.plus] = addTo(parts[read.plus], sums);
    if (read.minus !== null) parts[read.minus] = addTo(parts[read.minus], negatedSums(sums));
  }
  const nthOf = new Map(plan.bounds.map((ms, nth) => [ms, nth]));
  return [...ofUnit].flatMap(([unitId, parts]) =>
    ranges.flatMap(({ startMs, endMs }, nth): RangeSums[] => {
      let sums: SaleSums | undefined;
      const end = nthOf.get(endMs) ?? 0;
      for (let part = nthOf.get(startMs) ?? end; part < end; part += 1) {
        const one = parts[part];
        if (one) sums = addTo(sums, one);
      }
      return sums ? [{ unitId, nth, sums }] : [];
    }),
  );
}

const addTo = (former: SaleSums | undefined, sums: SaleSums): SaleSums =>
  former ? addSums(former, sums) : sums;

const added = (ranges: readonly TimeRange[]): Piece[] =>
  ranges.map(({ startMs, endMs }) => ({ startMs, endMs, sign: 1 }));

/** Sums of a planned read. */
interface ReadSums extends Partial<SaleSums>, TimeRange {
  unitId: string;
}

function selectPlanned(
  scope: SalesScope,
  { days, hours, runs, edges }: PlannedReads,
  names: readonly (keyof SaleSums)[],
  by: PerUnit,
): RawBuilder<ReadSums> {
  const columns = (column: (name: keyof SaleSums) => RawBuilder<unknown>) =>
    sql.join(names.map((name) => sql`${column(name)}::bigint as ${sql.id(name)}`));
  const sums = columns((name) => sql`sum(kept.${sql.id(sumColumns[name])})`);
  const unitId = (part: string) =>
    by.perUnit ? sql`${sql.ref(`${part}.unit_id`)}` : sql`''::text`;
  const pieces = (ranges: readonly TimeRange[], grain: Grain) =>
    pieceRows(added(ranges).map((range) => ({ ...range, grain })));
  /** Each bucket by itself, in the order of the index. */
  const each = (of: readonly TimeRange[], grain: 'day' | 'hour', long: RawBuilder<unknown>) => sql`
    select kept.* from ${pieces(joinOverlapping(of), grain)} cross join lateral (
      select kept.bucket, kept.bucket + ${long}, ${unitId('kept')}, ${sums}
      from sales_rollups as kept where ${keptInPiece(scope)}
      group by kept.bucket ${by.perUnit ? sql`, kept.unit_id` : sql``}
    ) as kept`;
  const ofEdges = sql`
    select sold.starts, sold.ends, ${unitId('sold')}, ${columns((name) => sql`sold.${sql.id(name)}`)}
    from (${edgeSums(scope, added(edges), by, sql`edge.starts, edge.ends`)}) as sold`;
  return sql`
    select ${epochMs('starts')} as "startMs", ${epochMs('ends')} as "endMs", unit_id as "unitId",
      ${sql.join(names.map((name) => sql.id(name)))}
    from (
      ${each(days, 'day', sql`interval '24 hours'`)}
      union all ${each(hours, 'hour', sql`interval '1 hour'`)}
      union all
      select piece.starts, piece.ends, kept.* from ${pieces(runs, 'hour')} cross join lateral (
        select ${unitId('kept')}, ${sums} from sales_rollups as kept where ${keptInPiece(scope)}
        ${byUnitOf('kept', by)} having count(*) > 0
      ) as kept
      ${edges.length === 0 ? sql`` : sql`union all ${ofEdges}`}
    ) as read (starts, ends, unit_id, ${sql.join(names.map((name) => sql.id(name)))})`;
}

/** Numbers are read faster than times, of which there are thousands. */
const epochMs = (column: string): RawBuilder<unknown> =>
  sql`(date_part('epoch', ${sql.id(column)}) * 1000)::bigint`;

/** Sums over these ranges together, which do not overlap. */
export const sumHours = async (
  db: Db,
  scope: SalesScope,
  ranges: readonly TimeRange[],
): Promise<SaleSums> =>
  addUp(
    (await sumSalesInParts(db, scope, ranges, sumNames, { perUnit: false })).map(
      ({ sums }) => sums,
    ),
  );
