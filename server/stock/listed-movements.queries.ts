/** Pages of the stock ledger of a unit, newest first. */
import { type Selectable, sql } from 'kysely';
import type { StockMovementsTable } from '../../db/tables/stock.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { NamedAccount } from '../../rules/users/person-name.ts';

export interface ListedMovement extends Pick<
  Selectable<StockMovementsTable>,
  'id' | 'at' | 'kind' | 'ingredient_id' | 'level_before_ml' | 'level_after_ml' | 'note'
> {
  position: number;
  ingredient: string;
  /** Null for the unit itself. */
  account: NamedAccount | null;
}

/** Movements of the same time are in the order of the change log. */
type Place = Pick<Selectable<StockMovementsTable>, 'id' | 'at' | 'number'>;

export interface MovementsPage {
  ingredientId: string | undefined;
  position: number | undefined;
  before: Place | undefined;
  size: number;
}

/** Those of 0 ml that only store the key of a request are left out. */
export async function listMovements(
  db: Db,
  { venue_id, id }: UnitRef,
  { ingredientId, position, before, size }: MovementsPage,
): Promise<ListedMovement[]> {
  const isEarlier =
    before &&
    sql`and movement.at <= ${before.at} and (movement.at, movement.number, movement.id) < (
      ${before.at}, ${before.number}::bigint, ${before.id}::uuid
    )`;
  const { rows } = await sql<Omit<ListedMovement, 'account'> & Partial<NamedAccount>>`
    select movement.id, movement.at, movement.kind, movement.position, movement.ingredient_id, movement.note,
      movement.level_before_ml, movement.level_after_ml, ingredient.name as ingredient, person.name, person.first_name,
      person.last_name
    from (
      select * from stock_movements as movement
      where movement.venue_id = ${venue_id} and movement.unit_id = ${id}
        and (movement.ml <> 0 or movement.key is null)
        ${ingredientId === undefined ? sql`` : sql`and movement.ingredient_id = ${ingredientId}`}
        ${position === undefined ? sql`` : sql`and movement.position = ${position}`} ${isEarlier ?? sql``}
      order by movement.at desc, movement.number desc, movement.id desc limit ${size}
    ) as movement
    join ingredients as ingredient on ingredient.venue_id = ${venue_id} and ingredient.id = movement.ingredient_id
    left join users as person on person.id = movement.actor_id
    order by movement.at desc, movement.number desc, movement.id desc
  `.execute(db);
  return rows.map(({ name, first_name = null, last_name = null, ...row }) => ({
    ...row,
    account: typeof name === 'string' ? { name, first_name, last_name } : null,
  }));
}

export function findMovement(
  db: Db,
  { venue_id, id }: UnitRef,
  movementId: string,
): Promise<Place | undefined> {
  return db
    .selectFrom('stock_movements')
    .select(['id', 'at', 'number'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('id', '=', movementId)
    .executeTakeFirst();
}
