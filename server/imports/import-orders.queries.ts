/** Stores past sales and takes them back; finds their venue and unit by display names. */
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
  /** True for a sale that was refunded since. */
  isRefunded: boolean;
  /** Number of sales before it in its file with the same time, drink, quantity and price. */
  equalsBefore: number;
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

const keyOf = (key: Buffer): string => `import:${key.toString('base64')}`;

/** Keys of these that are stored, as the unit's imports stored them. */
export async function listStoredKeys(
  db: Db,
  { venueId, unitId }: ImportTarget,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('order_receipts')
    .select('idempotency_key')
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', unitId)
    .where('idempotency_key', 'in', keys)
    .execute();
  return new Set(rows.map(({ idempotency_key: key }) => key));
}

/**
 * Returns those of the sales that the unit does not have: neither this line of a file, nor as many sales with the same
 * time, drink, quantity and price from elsewhere as there are before it in the file.
 * @param importId whose own sales do not count; null for none
 */
export async function selectNewSales(
  db: Db,
  place: ImportTarget,
  sales: readonly PastSale[],
  importId: string | null,
): Promise<PastSale[]> {
  if (sales.length === 0) return [];
  const stored = await listStoredKeys(
    db,
    place,
    sales.map(({ key }) => keyOf(key)),
  );
  const unstored = sales.filter(({ key }) => !stored.has(keyOf(key)));
  if (unstored.length === 0) return [];
  const ofImport = sql`exists (
    select from order_receipts as receipt
    where receipt.venue_id = ${place.venueId} and receipt.unit_id = ${place.unitId}
      and receipt.idempotency_key = sale.idempotency_key and receipt.import_id = ${importId}
  )`;
  const { rows } = await sql<{ like: string; count: number }>`
    select concat_ws('|', (extract(epoch from sale.sold_at) * 1000)::bigint, drink.quantity, drink.price_cents, drink.name) as like,
      count(*) as count
    from (
      select * from orders as sale
      where sale.venue_id = ${place.venueId} and sale.unit_id = ${place.unitId}
        and sale.sold_at = any(${[...new Set(unstored.map(({ sold_at }) => sold_at))]}::timestamptz[])
      offset 0
    ) as sale
    join ordered_drinks as drink on drink.venue_id = ${place.venueId} and drink.order_id = sale.id
    where ${importId === null ? sql`true` : sql`not ${ofImport}`}
    group by 1
  `.execute(db);
  const counts = new Map(rows.map(({ like, count }) => [like, count]));
  return unstored.filter((sale) => (counts.get(likeOf(sale)) ?? 0) <= sale.equalsBefore);
}

/** Text that equal sales have in common; the same as in the query above. */
export const likeOf = ({ sold_at, drink }: Pick<PastSale, 'sold_at' | 'drink'>): string =>
  [sold_at.getTime(), drink.quantity, drink.price_cents, drink.name].join('|');

/** Inserts the sales, except those of a line that is stored by now, in one statement, and returns them. */
export async function insertNewSales(
  db: Tx,
  place: ImportTarget,
  sales: readonly PastSale[],
  { importId, receivedAt }: { importId: string; receivedAt: Date },
): Promise<PastSale[]> {
  if (sales.length === 0) return [];
  const rows = sales.map(({ drink, key, isRefunded, ...sale }) => ({
    ...drink,
    ...sale,
    drink_id: drink.id,
    key: key.toString('base64'),
    refunded_at: isRefunded ? sale.sold_at : null,
  }));
  const inserted = await sql<{ order_id: string }>`
    with sale as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as sale (
        id uuid, sold_at timestamptz, key text, payment_reader_device_name text, drink_id uuid, name text,
        quantity smallint, price_cents bigint, tax_cents bigint, tip_cents bigint, fee_cents bigint,
        refunded_at timestamptz
      )
    ), receipt as (
      insert into order_receipts (venue_id, unit_id, idempotency_key, order_id, body_hash, import_id)
      select ${place.venueId}::uuid, ${place.unitId}::uuid, 'import:' || key, id, decode(key, 'base64'),
        ${importId}::uuid
      from sale
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
      tax_cents, tip_cents, fee_cents, refunded_at
    )
    select
      ${place.venueId}, id, 0, drink_id, name, quantity, quantity, price_cents, price_cents, true,
      tax_cents, tip_cents, fee_cents, refunded_at
    from sale join kept using (id)
    returning order_id
  `.execute(db);
  const ids = new Set(inserted.rows.map((row) => row.order_id));
  return sales.filter(({ id }) => ids.has(id));
}

/** Those of the names that a drink of the menu has, or a sold one. */
export async function listKnownDrinkNames(
  db: Db,
  venueId: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as given (name)
    where exists (select from drinks where drinks.venue_id = ${venueId} and drinks.name = given.name)
      or exists (
        select from drink_rollups as sold
        where sold.venue_id = ${venueId} and sold.grain = 'month' and sold.name = given.name
      )
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
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
