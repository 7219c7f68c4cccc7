/** Deleted drinks: they stay as rows, without a place in the ranking of their unit. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { unitOf } from '../units/units.queries.ts';
import {
  type DrinkRef,
  type DrinkRow,
  ofUnit,
  selectDrinkRefs,
  updateDrinks,
} from './drinks.queries.ts';

type Placed = Pick<DrinkRow, 'venue_id' | 'id' | 'unit_id' | 'rank'>;

/** Marks a drink as deleted and moves those ranked after it up. */
export async function deleteDrinkRow(db: Tx, drink: Placed, now: Date): Promise<void> {
  await updateDrinks(db, drink.venue_id, [drink.id], { deleted_at: now });
  await db
    .updateTable('drinks')
    .set((row) => ({ rank: row('rank', '-', 1) }))
    .where(ofUnit(unitOf(drink)))
    .where('rank', '>', drink.rank)
    .execute();
}

/** Gives a deleted drink this rank and moves those from there on down. */
export async function undeleteDrinkRow(db: Tx, drink: Placed): Promise<void> {
  await db
    .updateTable('drinks')
    .set((row) => ({ rank: row('rank', '+', 1) }))
    .where(ofUnit(unitOf(drink)))
    .where('rank', '>=', drink.rank)
    .execute();
  await updateDrinks(db, drink.venue_id, [drink.id], { deleted_at: null, rank: drink.rank });
}

/** Returns a drink of the venue, deleted or not; null when its unit is deleted. */
export async function findDrinkEvenDeleted(
  db: Db,
  venueId: string,
  id: string,
): Promise<DrinkRef | null> {
  const found = await selectDrinkRefs(db)
    .where('drinks.venue_id', '=', venueId)
    .where('drinks.id', '=', id)
    .where('units.deleted_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** A drink by the columns that deletion keeps, and the name of the drink that has its ingredients by now. */
export interface FormerDrink {
  name: string;
  rank: number;
  deleted_at: Date | null;
  replaced_by: string | null;
}

/** Reads what a drink was. The caller holds the unit's lock. */
export function getFormerDrink(
  db: Tx,
  { venue_id, id }: Pick<DrinkRef, 'venue_id' | 'id'>,
): Promise<FormerDrink> {
  return db
    .selectFrom('drinks')
    .select(['name', 'rank', 'deleted_at'])
    .select(
      sql<string | null>`(
        select other.name from drinks as other
        where other.venue_id = ${venue_id} and other.unit_id = drinks.unit_id
          and other.ingredient_set = drinks.ingredient_set and other.deleted_at is null
      )`.as('replaced_by'),
    )
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
