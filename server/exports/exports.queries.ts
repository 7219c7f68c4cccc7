/** Pages of raw rows, by their place in an export. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { ExportPlace, RawRow } from '../../rules/exports/raw-rows.ts';
import { paymentReference } from '../../rules/orders/payment-provider.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';

export interface ExportScope {
  venueId: string;
  range: TimeRange;
}

/** Rows of the range after this place; of the columns, the first is the time. */
function inRange(
  at: RawBuilder<unknown>,
  { startMs, endMs }: TimeRange,
  after: ExportPlace | null,
): RawBuilder<unknown> {
  const range = sql`${at} >= ${new Date(startMs)}::timestamptz and ${at} < ${new Date(endMs)}::timestamptz`;
  if (after === null) return range;
  return sql`${range} and (${at}, id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
}

export type SaleRow = RawRow & { sale_id: string; sold_at: Date };

export async function listRawSales(
  db: Db,
  { venueId, range }: ExportScope,
  after: ExportPlace | null,
  size: number,
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow & { payment_id: string | null }>`
    select id as sale_id, sold_at, received_at, unit_number, entered_by, price_cents, tax_cents, tip_cents, fee_cents,
      payment_reader_device_name as payment_reader, payment_provider, payment_id, card_last4
    from orders
    where venue_id = ${venueId} and ${inRange(sql`sold_at`, range, after)}
    order by sold_at, id
    limit ${size}
  `.execute(db);
  return rows.map(({ payment_id, ...sale }) => ({
    ...sale,
    payment_reference: payment_id === null ? null : paymentReference(payment_id),
  }));
}

/** Rows of sales; sold_at is that of the sale, which the caller adds. */
export type RowOfSale = RawRow & { sale_id: string };

export async function listRawLines(
  db: Db,
  venueId: string,
  saleIds: readonly string[],
): Promise<RowOfSale[]> {
  const { rows } = await sql<RowOfSale>`
    select order_id as sale_id, drink_index as line, drink_id, name as drink, quantity,
      success_quantity as poured_quantity, is_double, list_price_cents, price_cents, tax_cents, tip_cents, fee_cents,
      refunded_at, refunded_quantity, refunded_tax_cents, refunded_tip_cents
    from ordered_drinks
    where venue_id = ${venueId} and order_id = any(${saleIds}::uuid[])
    order by order_id, drink_index
  `.execute(db);
  return rows;
}

export async function listRawPours(
  db: Db,
  venueId: string,
  saleIds: readonly string[],
): Promise<RowOfSale[]> {
  const { rows } = await sql<RowOfSale>`
    select order_id as sale_id, drink_index as line, pour_index as pour, ingredient_id, position, ml::float8 as ml, ms,
      outcome
    from pours
    where venue_id = ${venueId} and order_id = any(${saleIds}::uuid[])
    order by order_id, drink_index, pour_index
  `.execute(db);
  return rows;
}

export async function listRawRefunds(
  db: Db,
  venueId: string,
  saleIds: readonly string[],
): Promise<RowOfSale[]> {
  const { rows } = await sql<RowOfSale>`
    select order_id as sale_id, drink_index as line, id as refund_id, number, state, glasses, amount_cents, tax_cents,
      tip_cents, provider, requested_at, settled_at
    from refunds
    where venue_id = ${venueId} and order_id = any(${saleIds}::uuid[])
    order by order_id, drink_index, requested_at, id
  `.execute(db);
  return rows;
}

export type MovementRow = RawRow & { movement_id: string; at: Date };

export async function listRawMovements(
  db: Db,
  { venueId, range }: ExportScope,
  after: ExportPlace | null,
  size: number,
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select id as movement_id, at, unit_id, position, ingredient_id, kind, ml::float8 as ml, bottles::float8 as bottles,
      level_before_ml::float8 as level_before_ml, level_after_ml::float8 as level_after_ml, note
    from stock_movements
    where venue_id = ${venueId} and ${inRange(sql`at`, range, after)}
    order by at, id
    limit ${size}
  `.execute(db);
  return rows;
}
