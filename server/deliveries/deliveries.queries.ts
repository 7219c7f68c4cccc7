/** Deliveries into the storerooms of a venue. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DeliveriesTable, DeliveryLinesTable } from '../../db/tables/deliveries.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { joinedAccount, type NamedAccount } from '../../rules/users/person-name.ts';

export type DeliveryRow = Selectable<DeliveriesTable>;
export type DeliveryLineRow = Selectable<DeliveryLinesTable>;

export async function findByKey(db: Db, venueId: string, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

export async function insertDelivery(
  db: Tx,
  row: Insertable<DeliveriesTable>,
  lines: readonly Insertable<DeliveryLinesTable>[],
): Promise<void> {
  await db.insertInto('deliveries').values(row).execute();
  await db
    .insertInto('delivery_lines')
    .values([...lines])
    .execute();
}

/** Locks a delivery until the transaction ends. */
export const lockDelivery = (
  db: Tx,
  venueId: string,
  id: string,
): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function setUndone(db: Tx, { venue_id, id }: DeliveryRow, at: Date): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ undone_at: at })
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Key of the photo of the invoice; null without one, undefined without the delivery. */
export async function findInvoiceKey(
  db: Db,
  venueId: string,
  id: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('invoice_key')
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.invoice_key;
}

export async function setInvoiceKey(
  db: Tx,
  { venue_id, id }: DeliveryRow,
  key: string | null,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ invoice_key: key })
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Lines of a delivery, by ingredient. */
export const listOwnLines = (
  db: Db,
  { venue_id, id }: Pick<DeliveryRow, 'venue_id' | 'id'>,
): Promise<DeliveryLineRow[]> =>
  db
    .selectFrom('delivery_lines')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('delivery_id', '=', id)
    .orderBy('ingredient_id')
    .execute();

/** Ingredients of a storeroom that were counted at a time or later. */
export async function listCountedSince(
  db: Db,
  venueId: string,
  storeId: string,
  since: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stock_movements')
    .select('ingredient_id')
    .distinct()
    .where('venue_id', '=', venueId)
    .where('store_id', '=', storeId)
    .where('kind', '=', 'counted')
    .where('at', '>=', since)
    .execute();
  return new Set(rows.map(({ ingredient_id }) => ingredient_id));
}

export interface ListedDelivery extends DeliveryRow {
  store: string | null;
  person: NamedAccount | null;
}

/** Deliveries to a venue, newest first. */
export async function listDeliveries(
  db: Db,
  venueId: string,
  { id, most }: { id?: string; most: number },
): Promise<ListedDelivery[]> {
  const { rows } = await sql<DeliveryRow & { store: string | null } & Partial<NamedAccount>>`
    select delivery.*, store.name as store, person.name, person.first_name, person.last_name
    from deliveries as delivery
    left join stores as store on store.venue_id = ${venueId} and store.id = delivery.store_id
    left join users as person on person.id = delivery.received_by
    where delivery.venue_id = ${venueId} ${id === undefined ? sql`` : sql`and delivery.id = ${id}`}
    order by delivery.id desc limit ${most}
  `.execute(db);
  return rows.map(({ name, first_name, last_name, ...row }) => ({
    ...row,
    person: joinedAccount({ name, first_name, last_name }),
  }));
}

export type NamedLine = DeliveryLineRow & { name: string };

/** Lines of these deliveries, by the name of the ingredient. */
export const listLines = (
  db: Db,
  venueId: string,
  deliveryIds: readonly string[],
): Promise<NamedLine[]> =>
  db
    .selectFrom('delivery_lines as line')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .on('ingredient.venue_id', '=', venueId)
        .onRef('ingredient.id', '=', 'line.ingredient_id'),
    )
    .selectAll('line')
    .select('ingredient.name')
    .where('line.venue_id', '=', venueId)
    .where(sql<boolean>`line.delivery_id = any(${[...deliveryIds]}::uuid[])`)
    .orderBy('ingredient.name')
    .execute();
