import { type Selectable, sql } from 'kysely';
import type { PricePlansTable } from '../../db/tables/drinks.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type PlanRow = Selectable<PricePlansTable>;
type PlanKey = Pick<PlanRow, 'venue_id' | 'id'>;

/** Lists the plans of a venue, the newest first. */
export const listPlans = (db: Db, venueId: string): Promise<PlanRow[]> =>
  db
    .selectFrom('price_plans')
    .selectAll()
    .where('venue_id', '=', venueId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Returns a plan, locked until the transaction ends. */
export const lockPlan = (db: Tx, { venue_id, id }: PlanKey): Promise<PlanRow | undefined> =>
  db
    .selectFrom('price_plans')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Stores a plan, in place of what it was before. */
export async function upsertPlan(db: Tx, { settings, ...row }: PlanRow): Promise<void> {
  const values = { ...row, settings: JSON.stringify(settings) };
  await db
    .insertInto('price_plans')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'id']).doUpdateSet({
        name: values.name,
        state: values.state,
        settings: values.settings,
        person: values.person,
        changed_at: values.changed_at,
      }),
    )
    .execute();
}

export async function deletePlanRow(db: Tx, { venue_id, id }: PlanKey): Promise<void> {
  await db
    .deleteFrom('price_plans')
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Ends what a plan says, and starts what it says from now on, unless that is null. */
export async function storePeriod(
  db: Tx,
  { venue_id, id }: PlanKey,
  settings: PlanRow['settings'] | null,
  at: Date,
): Promise<void> {
  await db
    .updateTable('price_plan_periods')
    .set({ until_at: at })
    .where('venue_id', '=', venue_id)
    .where('plan_id', '=', id)
    .where('until_at', 'is', null)
    .execute();
  if (settings === null) return;
  const values = { settings: JSON.stringify(settings), until_at: null };
  await db
    .insertInto('price_plan_periods')
    .values({ venue_id, plan_id: id, from_at: at, ...values })
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'plan_id', 'from_at']).doUpdateSet(values),
    )
    .execute();
}

/** Counts those of these drinks and units that are of the venue, also deleted ones. */
export async function countOfVenue(
  db: Db,
  venueId: string,
  table: 'drinks' | 'units',
  ids: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where('venue_id', '=', venueId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the categories of the ingredients of the drinks of a venue, by drink. */
export async function listCategories(db: Db, venueId: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ drink_id: string; categories: string[] }>`
    select part.drink_id, array_agg(distinct ingredient.category) as categories
    from drink_ingredients as part
    join ingredients as ingredient
      on ingredient.venue_id = ${venueId} and ingredient.id = part.ingredient_id
    where part.venue_id = ${venueId}
    group by part.drink_id
  `.execute(db);
  return new Map(rows.map(({ drink_id, categories }) => [drink_id, categories]));
}
