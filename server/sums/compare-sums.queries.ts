/** Comparison of the sums of pours and drinks with the sales, in one statement each. */
import { type RawBuilder, sql } from 'kysely';
import {
  allSums,
  type AnySums,
  columnsOf,
  salesOf,
  selectDays,
  selectHours,
  sumNamesOf,
} from '../../db/pour-and-drink-sums.ts';
import type { Db } from '../../db/tables/tables.ts';
import { progressOf } from './read-sums.queries.ts';

/** A row that differs from the sums it was made of; null where that side has no row. */
export interface DifferentSums {
  table: AnySums['table'];
  grain: 'hour' | 'day';
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
  buckets: (grain: 'hour' | 'day') => RawBuilder<unknown>;
}

const everything: ComparedPart = { sold: sql``, buckets: () => sql`` };

/** Compares hours with the sales and days with hours, as far as the worker has summed them. */
export async function compareSums(
  db: Db,
  venueId: string,
  part: ComparedPart = everything,
): Promise<DifferentSums[]> {
  const differences: DifferentSums[] = [];
  const place = { venueId, part };
  const hours = sql`kept.venue_id = ${venueId} ${part.buckets('day')}`;
  for (const of of allSums) {
    for (const computed of [
      compared(of, place, 'hour', selectHours(of, venueId, salesOf(venueId, part.sold))),
      compared(of, place, 'day', selectDays(of, hours)),
    ])
      differences.push(...(await computed.execute(db)).rows);
  }
  return differences;
}

function compared(
  of: AnySums,
  { venueId, part }: { venueId: string; part: ComparedPart },
  grain: 'hour' | 'day',
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
  // What is not summed yet concerns hours; days follow from hours at any moment.
  const isSummed = sql`
    progress.unit_id = unit_id and bucket >= progress.summed_from
    ${
      grain === 'day'
        ? sql``
        : sql`and not exists (
      select from touched where touched.unit_id = progress.unit_id and touched.hour = bucket
    )`
    }`;
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
