/** Customer menu of a unit, in two statements. */
import { type Selectable, sql } from 'kysely';
import type { DrinksTable } from '../../db/tables/drinks.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { menuColumns } from '../shared/drink-columns.ts';

export interface MenuUnitRow {
  unit_number: number;
  unit_name: string | null;
  category: 'ROTENDER_CLASSIC' | 'BEERTENDER';
  model: 'SOLO' | 'MENU';
  home_helper_text: string;
  home_button_image: string;
  discount_rate: number;
  venue_name: string;
  price_plans_version: number;
  drink_limit_quantity: number;
  drink_limit_minutes: number;
  /** The owner's terms; defaults to the platform's. */
  terms: string;
}

export async function getMenuUnit(db: Db, unitId: string): Promise<MenuUnitRow> {
  return db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select([
      'unit_number',
      'units.name as unit_name',
      'category',
      'model',
      'home_helper_text',
      'home_button_image',
    ])
    .select(['discount_rate', 'venues.name as venue_name', 'price_plans_version'])
    .select(['drink_limit_quantity', 'drink_limit_minutes'])
    .select(
      sql<string>`coalesce((
        select terms from settings where owner_id = venues.owner_id or owner_id is null
        order by owner_id nulls last limit 1
      ), '')`.as('terms'),
    )
    .where('units.id', '=', unitId)
    .executeTakeFirstOrThrow();
}

type MenuColumn = (typeof menuColumns)[keyof typeof menuColumns];
const shown = sql.join(Object.values(menuColumns).map((column) => sql.ref(`drink.${column}`)));

export interface MenuDrinkRow extends Pick<
  Selectable<DrinksTable>,
  MenuColumn | 'id' | 'price_cents' | 'double_price_cents' | 'sold_out_until'
> {
  category_name: string | null;
  /** Null for all times. */
  hours: Record<string, unknown> | null;
  ingredients: {
    id: string;
    name: string;
    image_url: string;
    category: string;
    price_cents: number;
    double_price_cents: number | null;
    positions: number[];
    /** True when the remaining amount is enough for a serving. */
    has_serving: boolean;
  }[];
}

/** Lists active drinks whose ingredients are all active in the unit, by rank. */
export async function listMenuDrinks(db: Db, { venue_id, id }: UnitRef): Promise<MenuDrinkRow[]> {
  const { rows } = await sql<MenuDrinkRow>`
    with stock as (
      select entry.ingredient_id as id, ingredient.name, ingredient.image_url, ingredient.category,
        entry.active, entry.price_cents, entry.double_price_cents,
        coalesce(places.positions, '[]') as positions,
        coalesce(places.remaining_ml, 0) >= ingredient.serving_size_ml as has_serving
      from unit_inventory as entry
      join ingredients as ingredient on ingredient.venue_id = ${venue_id} and ingredient.id = entry.ingredient_id
      left join (
        select ingredient_id, json_agg(position order by position) as positions, sum(remaining_ml) as remaining_ml
        from unit_positions where venue_id = ${venue_id} and unit_id = ${id} group by ingredient_id
      ) as places on places.ingredient_id = entry.ingredient_id
      where entry.venue_id = ${venue_id} and entry.unit_id = ${id}
    )
    select drink.id, ${shown}, drink.price_cents, drink.double_price_cents, drink.sold_out_until,
      category.name as category_name, category.hours,
      json_agg(json_build_object(
        'id', stock.id, 'name', stock.name, 'image_url', stock.image_url, 'category', stock.category,
        'price_cents', stock.price_cents, 'double_price_cents', stock.double_price_cents, 'positions', stock.positions, 'has_serving', stock.has_serving
      ) order by part.ordinal) as ingredients
    from drinks as drink
    join drink_ingredients as part on part.venue_id = ${venue_id} and part.drink_id = drink.id
    left join stock on stock.id = part.ingredient_id
    left join menu_categories as category
      on category.venue_id = ${venue_id} and category.id = drink.category_id
    where drink.venue_id = ${venue_id} and drink.unit_id = ${id} and drink.deleted_at is null and drink.active
    group by drink.venue_id, drink.id, category.venue_id, category.id
    having bool_and(coalesce(stock.active, false))
    order by drink.rank
  `.execute(db);
  return rows;
}
