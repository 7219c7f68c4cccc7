import { sql } from 'kysely';
import type { Db } from '../../../db/tables/tables.ts';

/** Names of these ingredients of a venue, those that are deleted too. */
export async function listIngredientNames(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'name'])
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
