import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';

export interface OwnerRow {
  id: string;
  name: string;
  email: string;
  venues: { id: string; name: string }[];
}

/** Venues of an owner, oldest first, as one column. */
export const venuesOf = sql<OwnerRow['venues']>`(
  select coalesce(
    json_agg(json_build_object('id', venue.id, 'name', venue.name) order by venue.created_at, venue.id), '[]'
  )
  from venues as venue where venue.owner_id = owner.id
)`;

export interface OwnerPage {
  owners: (OwnerRow & { foundVenueId: string | null })[];
  total: number;
}

/** Lists a page of owners by name; aggregates venues for that page only. */
export async function listOwners(
  db: Db,
  page: { current: number; size: number },
): Promise<OwnerPage> {
  const onPage = db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('account_type', '=', 'owner')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(page.size)
    .offset((page.current - 1) * page.size);
  const owners = db
    .selectFrom(onPage.as('owner'))
    .select(['owner.id', 'owner.name', 'owner.email', venuesOf.as('venues')])
    .select(sql<null>`null`.as('foundVenueId'))
    .orderBy(sql`lower(owner.name)`)
    .orderBy('owner.id')
    .execute();
  const [rows, total] = await Promise.all([owners, countOwners(db)]);
  return { owners: rows, total };
}

async function countOwners(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('account_type', '=', 'owner')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findOwner(db: Db, id: string): Promise<OwnerRow | null> {
  const found = await db
    .selectFrom('users as owner')
    .select(['owner.id', 'owner.name', 'owner.email', venuesOf.as('venues')])
    .where('account_type', '=', 'owner')
    .where('owner.id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the owner, locked until the transaction ends; null when there is none. */
export async function lockOwner(db: Tx, id: string): Promise<OwnerRow | null> {
  await db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findOwner(db, id);
}

const uniqueViolation = '23505';

/** Returns false when another account has the email; the transaction is then aborted. */
export async function updateOwnerRow(
  db: Db,
  id: string,
  changes: { name: string; email: string },
): Promise<boolean> {
  try {
    await db.updateTable('users').set(changes).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return false;
    throw error;
  }
}
