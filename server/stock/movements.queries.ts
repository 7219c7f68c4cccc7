/** The stock ledger: movements, which are added and never changed, and its comparison with the levels. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { StockMovementsTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { joinedAccount, type NamedAccount } from '../../rules/users/person-name.ts';

export async function insertMovements(
  db: Tx,
  movements: readonly Insertable<StockMovementsTable>[],
): Promise<void> {
  if (movements.length > 0) await db.insertInto('stock_movements').values(movements).execute();
}

/** True when a movement of the unit with this key of a request is recorded. */
export async function isKeyRecorded(db: Tx, unit: UnitRef, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** Level of a position, and what it is by the ledger. */
export interface ComparedLevel {
  unit_id: string;
  position: number;
  ingredient_id: string;
  level_ml: number;
  /** After the last movement, less what was sold since; null without a movement of its ingredient. */
  ledger_ml: number | null;
  /** Sales of the unit since then that a process of an earlier release stored: the ledger does not have them. */
  sales_without_number: number;
}

/**
 * Compares the level of every position of the venue with the ledger, in one statement, so that sales that go on do not
 * matter. Reads the sales since the oldest of the last movements, by their ids, which begin with the time of receipt;
 * the two days before allow for clocks that differ. After a movement under a clock that was further ahead, sales are
 * missing here, and a difference is reported.
 * @param movedSince leaves out positions without a movement since then, so that fewer sales are read
 */
export async function compareLevels(
  db: Db,
  venueId: string,
  movedSince: Date | null = null,
): Promise<ComparedLevel[]> {
  const movements =
    movedSince === null
      ? sql`stock_movements as movement where venue_id = ${venueId} and unit_id is not null`
      : sql`unit_state as state cross join lateral (
          select * from stock_movements as movement
          where movement.venue_id = ${venueId} and movement.unit_id = state.unit_id and movement.at >= ${movedSince}
          -- Keeps this from becoming a join, for which all movements might be read.
          offset 0
        ) as movement
        where state.venue_id = ${venueId}`;
  const { rows } = await sql<ComparedLevel>`
    with last as (
      select distinct on (movement.unit_id, movement.position) movement.unit_id, movement.position,
        movement.ingredient_id, movement.level_after_ml, movement.number, movement.at
      from ${movements}
      order by movement.unit_id, movement.position, movement.number desc, movement.id desc
    ), sale as (
      select unit_id, number, deducted, received_at, entered_by
      from orders
      where venue_id = ${venueId} and id >= (
        select (
          lpad(to_hex((extract(epoch from min(at) - interval '2 days') * 1000)::bigint), 12, '0') || repeat('0', 20)
        )::uuid from last
      )
    ), deducted as (
      select last.unit_id, last.position, sum(part.ml::numeric) as ml
      from sale
      cross join lateral jsonb_each_text(sale.deducted) as part (position, ml)
      join last on last.unit_id = sale.unit_id and last.position = part.position::smallint
        and sale.number >= last.number
      group by last.unit_id, last.position
    ), earlier as (
      select last.unit_id, last.position, count(*) as sales
      from sale
      join last on last.unit_id = sale.unit_id and sale.received_at > last.at
      where sale.number is null and sale.entered_by <> 'import'
      group by last.unit_id, last.position
    )
    select place.unit_id, place.position, place.ingredient_id, place.remaining_ml as level_ml,
      last.level_after_ml - coalesce(deducted.ml, 0) as ledger_ml,
      coalesce(earlier.sales, 0) as sales_without_number
    from unit_positions as place
    left join last on last.unit_id = place.unit_id and last.position = place.position
      and last.ingredient_id = place.ingredient_id
    left join deducted on deducted.unit_id = place.unit_id and deducted.position = place.position
    left join earlier on earlier.unit_id = place.unit_id and earlier.position = place.position
    where place.venue_id = ${venueId} ${movedSince === null ? sql`` : sql`and last.at is not null`}
    order by place.unit_id, place.position
  `.execute(db);
  return rows;
}

// Pages of the stock ledger of a unit, newest first.

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

/** Left out are those of 0 ml that store the key of a request, or when a full position was filled. */
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
        and (movement.ml <> 0 or movement.kind not in ('refilled', 'discarded'))
        ${ingredientId === undefined ? sql`` : sql`and movement.ingredient_id = ${ingredientId}`}
        ${position === undefined ? sql`` : sql`and movement.position = ${position}`} ${isEarlier ?? sql``}
      order by movement.at desc, movement.number desc, movement.id desc limit ${size}
    ) as movement
    join ingredients as ingredient on ingredient.venue_id = ${venue_id} and ingredient.id = movement.ingredient_id
    left join users as person on person.id = movement.actor_id
    order by movement.at desc, movement.number desc, movement.id desc
  `.execute(db);
  return rows.map(({ name, first_name, last_name, ...row }) => ({
    ...row,
    account: joinedAccount({ name, first_name, last_name }),
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

// Times in which a unit is out of an ingredient. Changes require the unit's lock.

/**
 * Records that these ingredients have run out, at `at` or later: a sale may have the time of a wrong clock, or be sent
 * after a refill that it precedes. A time without an ingredient begins neither before the last movement of it nor before
 * the end of the last such time; one that has not ended goes on.
 */
export async function beginOuts(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  if (ingredientIds.length === 0) return;
  const { rows } = await sql<{ ingredient_id: string; from_at: Date }>`
    select begun.id as ingredient_id, greatest(${at}::timestamptz, moved.at, past.until_at) as from_at
    from unnest(${[...ingredientIds]}::uuid[]) as begun (id)
    left join lateral (
      -- What a sale poured beyond the level says nothing about when there was more.
      select movement.at from stock_movements as movement
      where movement.venue_id = ${unit.venue_id} and movement.unit_id = ${unit.id}
        and movement.ingredient_id = begun.id and movement.kind <> 'found' and movement.at <= ${now}
      order by movement.at desc limit 1
    ) as moved on true
    left join lateral (
      select max(stored.until_at) as until_at, bool_or(stored.until_at is null) as is_open from stock_outs as stored
      where stored.venue_id = ${unit.venue_id} and stored.unit_id = ${unit.id} and stored.ingredient_id = begun.id
    ) as past on true
    where past.is_open is not true
  `.execute(db);
  if (rows.length === 0) return;
  // Only one that ended when it began has the same time.
  await db
    .insertInto('stock_outs')
    .values(rows.map((row) => ({ venue_id: unit.venue_id, unit_id: unit.id, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'unit_id', 'ingredient_id', 'from_at'])
        .doUpdateSet({ until_at: null }),
    )
    .execute();
}

/** Records that these ingredients are back, and returns those that were not recorded as out. */
export async function endOuts(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  at: Date,
): Promise<string[]> {
  if (ingredientIds.length === 0) return [];
  const { rows } = await sql<{ ingredient_id: string }>`
    update stock_outs set until_at = greatest(from_at, ${at}::timestamptz)
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id} and until_at is null
      and ingredient_id = any(${[...ingredientIds]}::uuid[])
    returning ingredient_id
  `.execute(db);
  const ended = new Set(rows.map((row) => row.ingredient_id));
  return ingredientIds.filter((id) => !ended.has(id));
}

/** Records that the unit never had these ingredients until now. */
export async function insertTimesBefore(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
  at: Date,
): Promise<void> {
  if (ingredientIds.length === 0) return;
  await db
    .insertInto('stock_outs')
    .values(
      ingredientIds.map((id) => ({
        venue_id: unit.venue_id,
        unit_id: unit.id,
        ingredient_id: id,
        from_at: new Date(0),
        until_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
