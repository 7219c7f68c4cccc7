/** What happened to a position around a refill. */
import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

/** True when the position was changed after a time, other than by sales. A refill counts also if it was full already. */
export async function isChangedAfter(
  db: Tx,
  unit: UnitRef,
  position: number,
  at: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('position', '=', position)
    .where('at', '>', at)
    .where('kind', '<>', 'found')
    .where((row) => row.or([row('kind', '<>', 'discarded'), row('ml', '<>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Millilitres that sales since a time have deducted from the position so far. */
export async function sumDeductedSince(
  db: Tx,
  unit: UnitRef,
  position: number,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ ml: number }>`
    select coalesce(sum((deducted ->> ${String(position)})::numeric), 0)::float8 as ml
    from orders
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id} and sold_at >= ${since}
  `.execute(db);
  return rows[0]?.ml ?? 0;
}
