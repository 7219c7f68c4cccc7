import { type Selectable, sql } from 'kysely';
import type { MenuCategoriesTable } from '../../db/tables/drinks.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export interface CategoryRow extends Selectable<MenuCategoriesTable> {
  drink_ids: string[];
}

type CategoryKey = Pick<CategoryRow, 'venue_id' | 'id'>;

/** Lists the categories of a venue by name, with their drinks. */
export const listCategories = (db: Db, venueId: string): Promise<CategoryRow[]> =>
  db
    .selectFrom('menu_categories')
    .leftJoin('drinks', (join) =>
      join
        .on('drinks.venue_id', '=', venueId)
        .onRef('drinks.category_id', '=', 'menu_categories.id')
        .on('drinks.deleted_at', 'is', null),
    )
    .select(['menu_categories.venue_id', 'menu_categories.id', 'menu_categories.name', 'hours'])
    .select('menu_categories.created_at')
    .select(
      sql<string[]>`coalesce(
        array_agg(drinks.id order by drinks.rank, drinks.id) filter (where drinks.id is not null), '{}'
      )`.as('drink_ids'),
    )
    .where('menu_categories.venue_id', '=', venueId)
    .groupBy(['menu_categories.venue_id', 'menu_categories.id'])
    .orderBy(sql`lower(menu_categories.name)`)
    .orderBy('menu_categories.id')
    .execute();

/** Stores a category, in place of what it was before. */
export async function upsertCategory(
  db: Tx,
  { venue_id, id, name, hours, created_at }: Selectable<MenuCategoriesTable>,
): Promise<void> {
  const values = { name, hours: hours === null ? null : JSON.stringify(hours) };
  await db
    .insertInto('menu_categories')
    .values({ venue_id, id, created_at, ...values })
    .onConflict((conflict) => conflict.columns(['venue_id', 'id']).doUpdateSet(values))
    .execute();
}

/** Puts these drinks into a category, and takes the others from it. Returns how many of them the venue has. */
export async function setDrinks(
  db: Tx,
  { venue_id, id }: CategoryKey,
  drinkIds: readonly string[],
): Promise<number> {
  const chosen = sql<string>`any(${drinkIds}::uuid[])`;
  await db
    .updateTable('drinks')
    .set({ category_id: null })
    .where('venue_id', '=', venue_id)
    .where('category_id', '=', id)
    .where((where) => where.not(where('id', '=', chosen)))
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('drinks')
    .set({ category_id: id })
    .where('venue_id', '=', venue_id)
    .where('id', '=', chosen)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deleteCategory(db: Tx, { venue_id, id }: CategoryKey): Promise<void> {
  await db
    .deleteFrom('menu_categories')
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}
