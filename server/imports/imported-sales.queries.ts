/** Refunds of imported sales, and what is needed to take an import back. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { type ImportTarget, listStoredKeys, type PastSale } from './import-orders.queries.ts';

/** With the number of glasses that it takes back. */
const refundKeyOf = ({ key, drink }: PastSale): string =>
  `import-refund:${drink.quantity}:${key.toString('base64')}`;

/** An imported sale as it is stored, with one drink. */
export interface StoredSale {
  id: string;
  sold_at: Date;
  name: string;
  quantity: number;
  success_quantity: number;
  price_cents: number;
  tax_cents: number;
  tip_cents: number;
  fee_cents: number | null;
  refunded_at: Date | null;
  refunded_quantity: number;
  refunded_tax_cents: number;
  refunded_tip_cents: number;
}

const storedColumns = [
  'orders.id',
  'orders.sold_at',
  'drink.name',
  'drink.quantity',
  'drink.success_quantity',
  'drink.price_cents',
  'drink.tax_cents',
  'drink.tip_cents',
  'drink.fee_cents',
  'drink.refunded_at',
  'drink.refunded_quantity',
  'drink.refunded_tax_cents',
  'drink.refunded_tip_cents',
] as const;

const selectStoredSales = (db: Db, venueId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('ordered_drinks as drink', (join) =>
      join
        .onRef('drink.venue_id', '=', 'orders.venue_id')
        .onRef('drink.order_id', '=', 'orders.id'),
    )
    .select(storedColumns)
    .where('orders.venue_id', '=', venueId)
    .where('drink.venue_id', '=', venueId);

/** Time after a sale within which a refund line is taken to belong to it. */
const refundableMs = 60 * 86_400_000;

/**
 * The last imported sale of a unit, at this time or before, that a refund can take back: of this drink at this price,
 * with so many glasses that are not refunded. Null without one.
 */
export async function findRefundableSale(
  db: Tx,
  { venueId, unitId }: ImportTarget,
  refund: Pick<PastSale, 'sold_at' | 'drink'>,
): Promise<StoredSale | null> {
  const { quantity, name, price_cents: price } = refund.drink;
  const found = await selectStoredSales(db, venueId)
    .where('orders.unit_id', '=', unitId)
    .where('orders.entered_by', '=', 'import')
    .where('orders.sold_at', '<=', refund.sold_at)
    .where('orders.sold_at', '>', new Date(refund.sold_at.getTime() - refundableMs))
    .where('drink.name', '=', name)
    .where('drink.price_cents', '=', price)
    .where('drink.refunded_at', 'is', null)
    .where(({ eb }) => eb('drink.quantity', '-', eb.ref('drink.refunded_quantity')), '>=', quantity)
    .orderBy('orders.sold_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores the receipt of a refund line. The caller holds the lock of the unit, and knows that it is not stored. */
export async function insertRefundReceipt(
  db: Tx,
  { venueId, unitId }: ImportTarget,
  refund: PastSale,
  { orderId, importId }: { orderId: string; importId: string },
): Promise<void> {
  await db
    .insertInto('order_receipts')
    .values({
      venue_id: venueId,
      unit_id: unitId,
      idempotency_key: refundKeyOf(refund),
      order_id: orderId,
      body_hash: refund.key,
      import_id: importId,
    })
    .execute();
}

/** True for a refund line that is stored. */
export async function isRefundStored(
  db: Db,
  place: ImportTarget,
  refund: PastSale,
): Promise<boolean> {
  return (await listStoredKeys(db, place, [refundKeyOf(refund)])).size > 0;
}

export async function updateRefunded(
  db: Tx,
  venueId: string,
  sale: Pick<
    StoredSale,
    'id' | 'refunded_at' | 'refunded_quantity' | 'refunded_tax_cents' | 'refunded_tip_cents'
  >,
): Promise<void> {
  await db
    .updateTable('ordered_drinks')
    .set({
      refunded_at: sale.refunded_at,
      refunded_quantity: sale.refunded_quantity,
      refunded_tax_cents: sale.refunded_tax_cents,
      refunded_tip_cents: sale.refunded_tip_cents,
    })
    .where('venue_id', '=', venueId)
    .where('order_id', '=', sale.id)
    .where('drink_index', '=', 0)
    .execute();
}

/** A batch of the receipts of an import. */
export function listImportReceipts(
  db: Db,
  { venueId, importId }: { venueId: string; importId: string },
  size: number,
): Promise<{ idempotency_key: string; order_id: string }[]> {
  return db
    .selectFrom('order_receipts')
    .select(['idempotency_key', 'order_id'])
    .where('venue_id', '=', venueId)
    .where('import_id', '=', importId)
    .limit(size)
    .execute();
}

/** Glasses that the receipt of a refund line took back; 0 for the receipt of a sale. */
export const refundedGlassesOf = (key: string): number =>
  Number(/^import-refund:(\d+):/.exec(key)?.[1] ?? 0);

export function listStoredSales(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<StoredSale[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return selectStoredSales(db, venueId)
    .where(sql<boolean>`orders.id = any(${[...ids]}::uuid[])`)
    .execute();
}

/** Deletes sales with their drinks, in one statement, and returns them. */
export async function deleteSales(
  db: Tx,
  venueId: string,
  ids: readonly string[],
): Promise<StoredSale[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredSale>`
    with drink as (
      delete from ordered_drinks where venue_id = ${venueId} and order_id = any(${[...ids]}::uuid[]) returning *
    ), orders as (
      delete from orders where venue_id = ${venueId} and id = any(${[...ids]}::uuid[]) returning id, sold_at
    )
    select ${sql.join(storedColumns.map((column) => sql.ref(column)))}
    from orders join drink on drink.order_id = orders.id
  `.execute(db);
  return rows;
}

/** Ids of those of the sales that were refunded here. */
export async function listRefundedHere(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('refunds')
    .select('order_id')
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`order_id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ order_id: id }) => id));
}

/** Takes the receipts of sales that stay out of their import; their lines stay known. */
export async function leaveImport(db: Tx, unit: UnitRef, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .updateTable('order_receipts')
    .set({ import_id: null })
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(sql<boolean>`idempotency_key = any(${[...keys]}::text[])`)
    .execute();
}

export async function deleteReceipts(
  db: Tx,
  unit: UnitRef,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .deleteFrom('order_receipts')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(sql<boolean>`idempotency_key = any(${[...keys]}::text[])`)
    .execute();
}
