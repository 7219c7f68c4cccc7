/** Templates: setups that were saved under a name, of an owner or for all owners. */
import { type Selectable, sql } from 'kysely';
import type { SetupTemplatesTable } from '../../db/tables/drinks.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitSetup } from '../../rules/copies/setup.ts';

type TemplateRow = Pick<
  Selectable<SetupTemplatesTable>,
  'id' | 'owner_id' | 'name' | 'made_at' | 'person'
>;

export interface Template extends TemplateRow {
  setup: UnitSetup;
}

export interface ListedTemplate extends TemplateRow {
  category: UnitSetup['category'];
  ingredients: number;
  drinks: number;
}

/** Lists the templates of the owner and those for all owners, by name. */
export async function listTemplates(db: Db, ownerId: string): Promise<ListedTemplate[]> {
  const { rows } = await sql<ListedTemplate>`
    select id, owner_id, name, made_at, person, setup ->> 'category' as category,
      jsonb_array_length(setup -> 'ingredients') as ingredients, jsonb_array_length(setup -> 'drinks') as drinks
    from setup_templates where owner_id = ${ownerId} or owner_id is null
    order by lower(name), owner_id nulls last
  `.execute(db);
  return rows;
}

/** @param ownerId null for those for all owners */
export async function countTemplates(db: Db, ownerId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('setup_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', 'is not distinct from', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a template of one of these owners, or one for all owners. @param ownerId null for any owner */
export async function findTemplate(
  db: Db,
  id: string,
  ownerId: string | null,
): Promise<Template | null> {
  const { rows } = await sql<Template>`
    select id, owner_id, name, made_at, person, setup from setup_templates
    where id = ${id} and (${ownerId}::uuid is null or owner_id is null or owner_id = ${ownerId}::uuid)
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns false where another one has the name. */
export async function insertTemplate(db: Tx, { setup, ...row }: Template): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('setup_templates')
    .values({ ...row, setup: JSON.stringify(setup) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function deleteTemplateRow(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('setup_templates').where('id', '=', id).execute();
}
