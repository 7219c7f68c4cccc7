import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef, UnitsTable, UnitStateTable } from '../../db/tables/units.ts';
import { generatedOnce } from '../../db/generated-once.ts';
import { insertUnitState } from '../../db/unit-state.ts';
import { isEmptyUpdate } from '../../lib/lists.ts';
import { mostRead } from '../../rules/owners/quotas.ts';
import type { Scope } from '../../rules/permissions.ts';
import { venueScope } from '../venues/venues.queries.ts';

export type UnitTableRow = Omit<Selectable<UnitsTable>, 'revision'>;

export interface UnitRow extends UnitTableRow {
  inventory: InventoryEntry[];
}

/** All columns, by name: a statement with a star is never prepared, and this one is part of each order. */
const columns = [
  'units.id',
  'units.venue_id',
  'units.unit_number',
  'units.name',
  'units.category',
  'units.model',
  'units.contacts',
  'units.discount_rate',
  'units.id_checking_service_host_name',
  'units.home_helper_text',
  'units.home_button_image',
  'units.stripe_reader_id',
  'units.pax_shift4_reader_id',
  'units.created_at',
  'units.in_service_since',
  'units.deleted_at',
] as const;

export interface InventoryEntry {
  ingredient_id: string;
  name: string;
  price_cents: number;
  double_price_cents: number | null;
  positions: number[];
}

/** A unit's inventory in list order. Every table is restricted to the venue, so that one node answers. */
const inventory = (venueId: string) => sql<InventoryEntry[]>`(
  select coalesce(json_agg(json_build_object(
    'ingredient_id', entry.ingredient_id,
    'name', ingredient.name,
    'price_cents', entry.price_cents,
    'double_price_cents', entry.double_price_cents,
    'positions', (
      select coalesce(json_agg(place.position order by place.position), '[]') from unit_positions as place
      where place.venue_id = ${venueId} and place.unit_id = entry.unit_id
        and place.ingredient_id = entry.ingredient_id
    )
  ) order by entry.place_in_list, entry.ingredient_id), '[]')
  from unit_inventory as entry
  join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = entry.ingredient_id
  where entry.venue_id = ${venueId} and entry.unit_id = units.id
)`;

/** Lists the units of a venue, oldest first. */
export function listUnits(db: Db, venueId: string): Promise<UnitRow[]> {
  return db
    .selectFrom('units')
    .select(columns)
    .select(inventory(venueId).as('inventory'))
    .where('venue_id', '=', venueId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostRead('units'))
    .execute();
}

/** Key of the unit that a row names. */
export const unitOf = (row: { venue_id: string; unit_id: string }): UnitRef => ({
  venue_id: row.venue_id,
  id: row.unit_id,
});

/** Unit reference in a URL. */
export type UnitName = { id: string } | { unitNumber: number };

export interface UnitBasics {
  id: string;
  venue_id: string;
  unit_number: number;
  unit_name: string | null;
  discount_rate: number;
  owner_id: string;
}

const selectBasics = (db: Db) =>
  db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select(['units.id', 'units.venue_id', 'units.unit_number', 'units.name as unit_name'])
    .select(['units.discount_rate', 'venues.owner_id']);

/** Lists the units of a venue that are not deleted, oldest first. */
export const listUnitBasics = (db: Db, venueId: string): Promise<UnitBasics[]> =>
  selectBasics(db)
    .where('units.venue_id', '=', venueId)
    .where('units.deleted_at', 'is', null)
    .orderBy('units.created_at')
    .limit(mostRead('units'))
    .execute();

/** @param alsoDeleted finds a deleted unit too */
export async function findUnit(
  db: Db,
  name: UnitName,
  scope: Scope,
  { alsoDeleted = false } = {},
): Promise<UnitBasics | null> {
  const found = await selectBasics(db)
    .where((where) =>
      'id' in name
        ? where('units.id', '=', name.id)
        : where('units.unit_number', '=', name.unitNumber),
    )
    .$if(!alsoDeleted, (query) => query.where('units.deleted_at', 'is', null))
    .where(venueScope(scope))
    .executeTakeFirst();
  return found ?? null;
}

export async function getUnit(db: Db, { venue_id, id }: UnitRef): Promise<UnitRow> {
  return db
    .selectFrom('units')
    .select(columns)
    .select(inventory(venue_id).as('inventory'))
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function insertUnit(db: Tx, unit: Insertable<UnitsTable>): Promise<void> {
  await db.insertInto('units').values(unit).execute();
  await insertUnitState(db, unit);
}

export async function updateUnitRow(
  db: Tx,
  id: string,
  changes: Updateable<UnitsTable>,
): Promise<void> {
  if (isEmptyUpdate(changes)) return;
  await db.updateTable('units').set(changes).where('id', '=', id).execute();
}

/**
 * Deletes the unit's drinks, deactivates its inventory, whose positions are free, and resolves its restock notices; keeps
 * its sales, and therefore its row.
 */
export async function deleteUnitRow(db: Tx, { venue_id, id }: UnitRef, now: Date): Promise<void> {
  await db.updateTable('units').set({ deleted_at: now }).where('id', '=', id).execute();
  await db
    .updateTable('drinks')
    .set({ deleted_at: now })
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  await db
    .updateTable('unit_inventory')
    .set({ active: false })
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .execute();
  await db
    .updateTable('restock_notices')
    .set({ resolved_at: now })
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('resolved_at', 'is', null)
    .execute();
  await db
    .updateTable('unit_keys')
    .set({ revoked_at: now })
    .where('unit_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

type UnitState = Selectable<UnitStateTable>;

export interface LockedUnit
  extends
    UnitTableRow,
    Pick<UnitState, 'last_number' | 'last_contact_at' | 'contact_since' | 'prices_changed_at'> {
  /** Of its venue, which is not locked. */
  tax_percentage: number;
  price_plans_version: number;
  has_stripe_account: boolean;
  has_shift4_account: boolean;
}

/**
 * Returns the unit, also a deleted one, locked until the transaction ends. Everything that an order changes belongs to
 * its unit, so orders of one unit are serialized and cannot deadlock; so are changes to its inventory and drinks.
 */
export async function lockUnit(db: Tx, { id, venue_id }: UnitRef): Promise<LockedUnit> {
  const [state] = await lockState(db, { id, venue_id });
  // A statement of its own, so that it reads what was committed while this one waited.
  const [unit] = await listLocked(db, id);
  if (!state || !unit) throw new Error(`There is no unit ${id}`);
  return { ...unit, ...state };
}

const lockState = generatedOnce((db, { venue_id, id }: UnitRef) =>
  db
    .selectFrom('unit_state')
    .select(['last_number', 'last_contact_at', 'contact_since', 'prices_changed_at'])
    .select(sql`lock_unit_without_state(${id})`.as('locked_without_state'))
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .forNoKeyUpdate(),
);

const listLocked = generatedOnce((db, id: string) =>
  db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select(columns)
    .select(['venues.tax_percentage', 'venues.price_plans_version'])
    .select(sql<boolean>`venues.private_key_sealed is not null`.as('has_stripe_account'))
    .select(
      sql<boolean>`venues.auth_token_sealed is not null and venues.client_guid <> ''`.as(
        'has_shift4_account',
      ),
    )
    .where('units.id', '=', id),
);

/** Returns the unit in scope that has this card reader. */
export async function findUnitOfReader(
  db: Db,
  readerId: string,
  scope: Scope,
): Promise<{ id: string; venue_id: string } | null> {
  const found = await db
    .selectFrom('units')
    .innerJoin('venues', 'venues.id', 'units.venue_id')
    .select(['units.id', 'units.venue_id'])
    .where('units.stripe_reader_id', '=', readerId)
    .where('units.deleted_at', 'is', null)
    .where(venueScope(scope))
    .executeTakeFirst();
  return found ?? null;
}

/** Fields of a card reader; omitted ones stay unchanged. */
export interface CardReaderFields {
  serialNumber?: string | undefined;
  displayName?: string | undefined;
  addressLine1?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
  zipCode?: string | undefined;
}

export async function saveCardReader(
  db: Tx,
  unit: UnitRef,
  readerId: string,
  fields: CardReaderFields,
): Promise<void> {
  const given = {
    serial_number: fields.serialNumber,
    display_name: fields.displayName,
    address_line1: fields.addressLine1,
    city: fields.city,
    state: fields.state,
    country: fields.country,
    zip_code: fields.zipCode,
  };
  const columns = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const key = { venue_id: unit.venue_id, unit_id: unit.id, reader_id: readerId };
  await db
    .insertInto('card_readers')
    .values({ ...key, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'unit_id', 'reader_id'])
        .doUpdateSet({ reader_id: readerId, ...columns }),
    )
    .execute();
}

/** Numbers the unit's entries from 0 in this order; writes only those that move. */
export async function updateInventoryOrder(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<void> {
  await sql`
    update unit_inventory as entry set place_in_list = wanted.place - 1
    from unnest(${[...ingredientIds]}::uuid[]) with ordinality as wanted (ingredient_id, place)
    where entry.venue_id = ${unit.venue_id} and entry.unit_id = ${unit.id}
      and entry.ingredient_id = wanted.ingredient_id
      and entry.place_in_list <> wanted.place - 1
  `.execute(db);
}
