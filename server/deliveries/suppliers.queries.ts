/** Suppliers of owners. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { SuppliersTable } from '../../db/tables/deliveries.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type SupplierRow = Selectable<SuppliersTable>;

export const listSuppliers = (db: Db, ownerId: string): Promise<SupplierRow[]> =>
  db
    .selectFrom('suppliers')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy(sql`lower(name)`)
    .execute();

export const findSupplier = (
  db: Db,
  ownerId: string,
  id: string,
): Promise<SupplierRow | undefined> =>
  db
    .selectFrom('suppliers')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertSupplier(db: Tx, row: Insertable<SuppliersTable>): Promise<void> {
  await db.insertInto('suppliers').values(row).execute();
}

type SupplierKey = Pick<SupplierRow, 'owner_id' | 'id'>;

export async function updateSupplier(
  db: Tx,
  { owner_id, id }: SupplierKey,
  changes: Pick<SupplierRow, 'email' | 'delivery_days' | 'lead_days'>,
): Promise<void> {
  await db
    .updateTable('suppliers')
    .set(changes)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteSupplier(db: Tx, { owner_id, id }: SupplierKey): Promise<void> {
  await db.deleteFrom('suppliers').where('owner_id', '=', owner_id).where('id', '=', id).execute();
}
