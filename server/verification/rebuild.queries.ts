import { sql } from 'kysely';
import { insertRollups } from '../../db/rebuild-rollups.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { grains, type Stretch } from '../../rules/reports/rollup-cover.ts';
import { inBuckets, soldIn } from './part.queries.ts';

/**
 * Rebuilds the rollups of a unit from its sales: the hours of the span, and the days and months with a share in it. The
 * caller holds the unit's lock.
 */
export async function rebuildSpan(
  db: Tx,
  { venue_id: venueId, id: unitId }: UnitRef,
  span: Stretch,
): Promise<void> {
  const ofUnit = sql`venue_id = ${venueId} and unit_id = ${unitId}`;
  for (const table of ['sales_rollups', 'drink_rollups'])
    for (const grain of grains)
      await sql`
        delete from ${sql.table(table)} where ${ofUnit} and grain = ${grain} ${inBuckets(span, grain)}
      `.execute(db);
  await insertRollups(
    db,
    sql`sale.venue_id = ${venueId} and sale.unit_id = ${unitId} ${soldIn(span)}`,
    (grain) => sql`${ofUnit} ${inBuckets(span, grain)}`,
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
