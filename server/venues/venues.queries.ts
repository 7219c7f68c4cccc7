import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely';
import { validate } from 'uuid';
import { generatedOnce } from '../../db/generated-once.ts';
import type { Db, Tables, Tx } from '../../db/tables/tables.ts';
import type { VenuesTable } from '../../db/tables/venues.ts';
import { currentTenant } from '../../db/tenant.ts';
import type { Scope } from '../../rules/permissions.ts';
import { isEmptyUpdate } from '../../lib/lists.ts';
import { mostRead } from '../../rules/owners/quotas.ts';

export type VenueRow = Omit<Selectable<VenuesTable>, 'revision' | 'price_plans_version'>;

/** All columns, by name: a statement with a star is never prepared, and this one is part of most requests. */
const columns = [
  'venues.id',
  'venues.owner_id',
  'venues.name',
  'venues.address',
  'venues.tax_percentage',
  'venues.drink_limit_quantity',
  'venues.drink_limit_minutes',
  'venues.first_weekday',
  'venues.public_key',
  'venues.client_guid',
  'venues.private_key_sealed',
  'venues.private_key_hint',
  'venues.auth_token_sealed',
  'venues.auth_token_hint',
  'venues.webhook_secret_sealed',
  'venues.webhook_secret_hint',
  'venues.created_at',
] as const;

/** SQL condition for venues in scope: the single definition of row visibility. */
export const venueScope = (scope: Scope) => (where: ExpressionBuilder<Tables, 'venues'>) => {
  if (scope.to === 'everything') return where.lit(true);
  if (scope.to === 'owner') {
    const ofOwner = where('venues.owner_id', '=', scope.ownerId);
    if (scope.venueIds === null) return ofOwner;
    return where.and([ofOwner, sql<SqlBool>`venues.id = any(${scope.venueIds}::uuid[])`]);
  }
  if (scope.to === 'unit') return where('venues.id', '=', scope.venueId);
  return where.lit(false);
};

/**
 * Restricts a search by id to the venues in scope, so that a distributed database queries only the nodes that hold them.
 * True for super admins and jobs, whose search concerns every node.
 */
export function shardCondition(column: string): RawBuilder<SqlBool> {
  const rows = currentTenant();
  return rows === null ? sql`true` : sql`${sql.ref(column)} = any(${rows.venueIds}::uuid[])`;
}

export async function findVenue(db: Db, id: string, scope: Scope): Promise<VenueRow | null> {
  const found = await db
    .selectFrom('venues')
    .select(columns)
    .where('venues.id', '=', id)
    .where(venueScope(scope))
    .executeTakeFirst();
  return found ?? null;
}

/** Owners of these venues, by venue. */
export async function listVenueOwners(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('venues')
    .select(['id', 'owner_id'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, owner_id }) => [id, owner_id]));
}

/** @param among the venues that a member is limited to; null for all */
export async function listVenueIds(
  db: Db,
  ownerId: string,
  among: readonly string[] | null = null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('venues')
    .select('id')
    .where(venueScope({ to: 'owner', ownerId, venueIds: among }))
    .execute();
  return rows.map(({ id }) => id);
}

export function listVenuesOfOwners(
  db: Db,
  ownerIds: readonly string[],
): Promise<{ id: string; owner_id: string }[]> {
  return db
    .selectFrom('venues')
    .select(['id', 'owner_id'])
    .where(sql<boolean>`owner_id = any(${[...ownerIds]}::uuid[])`)
    .execute();
}

/**
 * Lists venues oldest first.
 * @param among the venues that a member is limited to; null for all
 */
export function listVenuesOfOwner(
  db: Db,
  ownerId: string,
  among: readonly string[] | null,
): Promise<VenueRow[]> {
  return among === null ? listAllOfOwner(db, ownerId) : listSomeOfOwner(db, ownerId, among);
}

const ofOwner = (db: Db, ownerId: string, venueIds: readonly string[] | null) =>
  db
    .selectFrom('venues')
    .select(columns)
    .where(venueScope({ to: 'owner', ownerId, venueIds }))
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostRead('venues'));

const listAllOfOwner = generatedOnce((db, ownerId: string) => ofOwner(db, ownerId, null));
const listSomeOfOwner = generatedOnce(ofOwner);

export async function insertVenue(db: Tx, venue: Insertable<VenuesTable>): Promise<void> {
  await db.insertInto('venues').values(venue).execute();
}

/** Returns the venue of this id, or the two oldest venues of this name, in scope. */
export async function findVenuesNamed(db: Db, idOrName: string, scope: Scope): Promise<VenueRow[]> {
  const found = validate(idOrName) ? await findVenue(db, idOrName, scope) : null;
  if (found) return [found];
  return db
    .selectFrom('venues')
    .select(columns)
    .where('name', '=', idOrName)
    .where(venueScope(scope))
    .orderBy('created_at')
    .orderBy('id')
    .limit(2)
    .execute();
}

/** Returns the venue, locked until the transaction ends. */
export async function lockVenue(db: Tx, id: string): Promise<VenueRow> {
  return db
    .selectFrom('venues')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateVenueRow(
  db: Tx,
  id: string,
  changes: Updateable<VenuesTable>,
): Promise<VenueRow> {
  if (isEmptyUpdate(changes)) return getVenueById(db, id);
  return db
    .updateTable('venues')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function getVenueById(db: Db, id: string): Promise<VenueRow> {
  return db.selectFrom('venues').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
