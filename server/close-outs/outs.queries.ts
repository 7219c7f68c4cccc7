/** What units have run out of. */
import type { Db } from '../../db/tables/tables.ts';

export interface OutRow {
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  ingredient: string;
}

/** Lists the active ingredients of which a unit has less than a serving, by unit and name. */
export function listOuts(db: Db, venueId: string): Promise<OutRow[]> {
  return db
    .selectFrom('stock_outs as gone')
    .innerJoin('units as unit', 'unit.id', 'gone.unit_id')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .onRef('ingredient.venue_id', '=', 'gone.venue_id')
        .onRef('ingredient.id', '=', 'gone.ingredient_id'),
    )
    .innerJoin('unit_inventory as entry', (join) =>
      join
        .onRef('entry.venue_id', '=', 'gone.venue_id')
        .onRef('entry.unit_id', '=', 'gone.unit_id')
        .onRef('entry.ingredient_id', '=', 'gone.ingredient_id'),
    )
    .select([
      'unit.id as unit_id',
      'unit.unit_number',
      'unit.name as unit_name',
      'ingredient.name as ingredient',
    ])
    .where('gone.venue_id', '=', venueId)
    .where('gone.until_at', 'is', null)
    .where('entry.active', '=', true)
    .where('unit.deleted_at', 'is', null)
    .orderBy('unit.unit_number')
    .orderBy('ingredient.name')
    .execute();
}
