/** Imports past sales; finds their venue and unit by display names. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';

/** The unit that sold, with all its names. */
export interface ImportTarget {
  venueId: string;
  unitId: string;
  unitNumber: number;
}

/** A sale of one drink, recorded by another system. */
export interface PastSale {
  id: string;
  sold_at: Date;
  /** Idempotency key within its unit: a hash. */
  key: Buffer;
  payment_reader_device_name: string;
  /** price_cents is the unit price, the other amounts are totals. */
  drink: {
    id: string;
    name: string;
    quantity: number;
    price_cents: number;
    tax_cents: number;
    tip_cents: number;
    fee_cents: number | null;
  };
}

/** Inserts those of the sales that the unit does not have yet, in one statement, and returns them. */
export async function insertNewSales(
  db: Tx,
  place: ImportTarget,
  sales: readonly PastSale[],
  receivedAt: Date,
): Promise<PastSale[]> {
  const rows = sales.map(({ drink, key, ...sale }) => ({
    ...drink,
    ...sale,
    drink_id: drink.id,
    key: key.toString('base64'),
  }));
  const inserted = await sql<{ order_id: string }>`
    with sale as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as sale (
        id uuid, sold_at timestamptz, key text, payment_reader_device_name text, drink_id uuid, name text,
        quantity smallint, price_cents bigint, tax_cents bigint, tip_cents bigint, fee_cents bigint
      )
    ), receipt as (
      insert into order_receipts (venue_id, unit_id, idempotency_key, order_id, body_hash)
      select ${place.venueId}::uuid, ${place.unitId}::uuid, 'import:' || key, id, decode(key, 'base64') from sale
      on conflict do nothing
      returning order_id
    ), kept as (
      insert into orders (
        venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents,
        fee_cents, payment_reader_device_name, idempotency_key, body_hash
      )
      select
        ${place.venueId}, id, ${place.unitId}, ${place.unitNumber}, sold_at, ${receivedAt}, 'import',
        price_cents * quantity, tax_cents, tip_cents, fee_cents, payment_reader_device_name, 'import:' || key,
        decode(key, 'base64')
      from sale where id in (select order_id from receipt)
      on conflict do nothing
      returning id
    )
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, list_price_cents, snapshot,
      tax_cents, tip_cents, fee_cents
    )
    select
      ${place.venueId}, id, 0, drink_id, name, quantity, quantity, price_cents, price_cents, true,
      tax_cents, tip_cents, fee_cents
    from sale join kept using (id)
    returning order_id
  `.execute(db);
  const ids = new Set(inserted.rows.map((row) => row.order_id));
  return sales.filter(({ id }) => ids.has(id));
}

export interface NamedVenue {
  id: string;
  name: string;
  owner_name: string;
}

/** Lists all venues by name, so that an error message can offer the choices. */
export function listNamedVenues(db: Db): Promise<NamedVenue[]> {
  return db
    .selectFrom('venues')
    .innerJoin('users', 'users.id', 'venues.owner_id')
    .select(['venues.id', 'venues.name', 'users.name as owner_name'])
    .orderBy('venues.name')
    .orderBy('venues.created_at')
    .execute();
}

export interface NumberedUnit {
  id: string;
  unit_number: number;
}

/** Lists a venue's units by number, without deleted ones. */
export function listUnitNumbers(db: Db, venueId: string): Promise<NumberedUnit[]> {
  return db
    .selectFrom('units')
    .select(['id', 'unit_number'])
    .where('venue_id', '=', venueId)
    .where('deleted_at', 'is', null)
    .orderBy('unit_number')
    .execute();
}
