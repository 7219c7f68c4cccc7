/** The stock of a unit at a time in the past, for sales that arrive after it was changed. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { PositionLevel } from '../../rules/stock/pour-stock.ts';

/** Key of what a sale poured from a bottle that was in the position then, and no longer is. */
export const earlierKey = (position: number): string => `-${position}`;

/** A discard takes an amount from the same bottle, and what a sale poured beyond a level leaves that bottle in place. */
const changesBottle = sql`kind not in ('found', 'discarded')`;

/** Condition: a position of the unit was filled, emptied, counted or assigned anew after a time. */
export const isStockChanged = (unit: UnitRef, since: Date): RawBuilder<boolean> => sql`exists (
  select from stock_movements
  where venue_id = ${unit.venue_id} and unit_id = ${unit.id} and at > ${since} and ${changesBottle}
)`;

/** A position that was changed after a time, and what it held then. */
export interface EarlierPlace {
  position: number;
  /** Null for a position that was free. */
  held: PositionLevel | null;
}

/**
 * Positions of the unit that were changed after a time, with what they held then: what was left at the change, less what
 * sales that arrived later had poured before it.
 */
export async function listEarlierPlaces(
  db: Tx,
  unit: UnitRef,
  since: Date,
): Promise<EarlierPlace[]> {
  const ofUnit = sql`venue_id = ${unit.venue_id} and unit_id = ${unit.id}`;
  const { rows } = await sql<PositionLevel & { wasFree: boolean }>`
    select change.position, change.ingredient_id as "ingredientId",
      change.kind = 'loaded' or (change.kind = 'moved' and change.level_after_ml > change.level_before_ml) as "wasFree",
      greatest(change.level_before_ml - (
        select coalesce(sum((deducted ->> ('-' || change.position))::numeric), 0) from orders
        where ${ofUnit} and sold_at < change.at and sold_at >= coalesce((
          select max(at) from stock_movements
          where ${ofUnit} and position = change.position and at <= ${since} and ${changesBottle}
        ), '-infinity')
      ), 0) as "remainingMl"
    from (
      select distinct on (position) position, ingredient_id, kind, level_before_ml, level_after_ml, at
      from stock_movements
      where ${ofUnit} and at > ${since} and ${changesBottle}
      order by position, at, number, id
    ) as change
  `.execute(db);
  return rows.map(({ wasFree, ...held }) => ({
    position: held.position,
    held: wasFree ? null : held,
  }));
}

/** Those of the positions from which a sale after a time reported a whole pour, or that they were empty. */
export async function listReportedLater(
  db: Tx,
  unit: UnitRef,
  positions: readonly number[],
  after: Date,
): Promise<Set<number>> {
  if (positions.length === 0) return new Set();
  const rows = await db
    .selectFrom('orders as sale')
    .innerJoin('pours as pour', (join) =>
      join.onRef('pour.venue_id', '=', 'sale.venue_id').onRef('pour.order_id', '=', 'sale.id'),
    )
    .select('pour.position')
    .distinct()
    .where('sale.venue_id', '=', unit.venue_id)
    .where('sale.unit_id', '=', unit.id)
    .where('sale.sold_at', '>', after)
    .where('pour.position', 'in', [...positions])
    .where('pour.outcome', 'in', ['empty', 'poured'])
    .execute();
  return new Set(rows.map(({ position }) => position));
}
