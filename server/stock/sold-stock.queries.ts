/** Deduction of a sale from the stock. Requires the unit's lock. */
import { type Insertable, sql } from 'kysely';
import type { StockMovementsTable } from '../../db/tables/stock.ts';
import { generatedOnce } from '../../db/generated-once.ts';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { HeldPlace } from '../../rules/stock/stockouts.ts';
import type { PositionLevel } from '../../rules/stock/pour-stock.ts';

export interface SoldStock {
  pouredAt: Date;
  /** Positions whose level changes, or that a pour found empty. */
  levels: readonly (PositionLevel & Pick<HeldPlace, 'isSuspect'>)[];
  /** Servings by ingredient. */
  servings: ReadonlyMap<string, number>;
  isTracked: boolean;
  found: readonly Found[];
}

type Found = Pick<
  Insertable<StockMovementsTable>,
  'id' | 'position' | 'ingredient_id' | 'ml' | 'level_before_ml' | 'level_after_ml'
> &
  Pick<Insertable<StockMovementsTable>, 'at' | 'actor_id' | 'number'>;

/**
 * Stores new levels, increments the servings sold, and records what was poured beyond the levels, in one statement.
 * Levels that are not tracked are marked as unknown.
 */
export async function storeSoldStock(
  db: Tx,
  unit: UnitRef,
  { pouredAt, levels, servings, isTracked, found }: SoldStock,
): Promise<void> {
  await updateSoldStock(
    db,
    unit,
    {
      pouredAt,
      isTracked,
      positions: levels.map((level) => level.position),
      remainingMl: levels.map((level) => level.remainingMl),
      suspects: levels.map((level) => level.isSuspect),
      ingredientIds: [...servings.keys()],
      servings: [...servings.values()],
    },
    found,
  );
}

const updateSoldStock = generatedOnce(
  (_db, unit: UnitRef, sold: SoldValues, found: readonly Found[]) => {
    const movements = found.map(
      (row) => sql`(
      ${unit.venue_id}, ${row.id}, ${row.at}, ${unit.id}, ${row.position}, ${row.ingredient_id}, 'found', ${row.ml},
      ${row.level_before_ml}, ${row.level_after_ml}, ${row.actor_id}, ${row.number}
    )`,
    );
    const withFound =
      movements.length === 0
        ? sql``
        : sql`, found as (
      insert into stock_movements (
        venue_id, id, at, unit_id, position, ingredient_id, kind, ml, level_before_ml, level_after_ml, actor_id, number
      ) values ${sql.join(movements)}
    )`;
    return sql`
    with levels as (
      update unit_positions as place set remaining_ml = level.ml,
        reported_empty_at = case when level.suspect then coalesce(place.reported_empty_at, ${sold.pouredAt}::timestamptz) end
      from unnest(
        ${sold.positions}::smallint[],
        ${sold.remainingMl}::numeric[],
        ${sold.suspects}::boolean[]
      ) as level (position, ml, suspect)
      where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.position = level.position
    )${withFound}
    update unit_inventory as entry
    set servings_sold = servings_sold + sold.servings, level_known = level_known and ${sold.isTracked}
    from unnest(${sold.ingredientIds}::uuid[], ${sold.servings}::bigint[]) as sold (ingredient_id, servings)
    where entry.venue_id = ${unit.venue_id} and entry.unit_id = ${unit.id}
      and entry.ingredient_id = sold.ingredient_id
  `;
  },
);

interface SoldValues extends Pick<SoldStock, 'pouredAt' | 'isTracked'> {
  positions: readonly number[];
  remainingMl: readonly number[];
  suspects: readonly boolean[];
  ingredientIds: readonly string[];
  servings: readonly number[];
}
