import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PourCasesTable, RefundPoliciesTable } from '../../db/tables/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';

export type CaseRow = Selectable<PourCasesTable>;
type CaseRef = Pick<CaseRow, 'venue_id' | 'id'>;

export async function insertCase(db: Tx, row: Insertable<PourCasesTable>): Promise<void> {
  await db.insertInto('pour_cases').values(row).execute();
}

type PlacedCause = Pick<
  CaseRow,
  'venue_id' | 'unit_id' | 'cause' | 'position' | 'ingredient_id' | 'sold_at'
>;

/** Finds the group of cases with the same cause and position, of which one is less than an hour away. */
export async function findGroup(db: Tx, near: PlacedCause): Promise<string | undefined> {
  const found = await db
    .selectFrom('pour_cases')
    .select('group_id')
    .where('venue_id', '=', near.venue_id)
    .where('unit_id', '=', near.unit_id)
    .where('sold_at', '>', sql<Date>`${near.sold_at}::timestamptz - interval '1 hour'`)
    .where('sold_at', '<', sql<Date>`${near.sold_at}::timestamptz + interval '1 hour'`)
    .where('cause', '=', near.cause)
    .where('position', 'is not distinct from', near.position)
    .where('ingredient_id', 'is not distinct from', near.ingredient_id)
    .orderBy('sold_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.group_id;
}

export function listCasesOf(
  db: Db,
  { venue_id, id }: { venue_id: string; id: string },
): Promise<CaseRow[]> {
  return db
    .selectFrom('pour_cases')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('order_id', '=', id)
    .orderBy('drink_index')
    .execute();
}

export async function updateCase(
  db: Tx,
  { venue_id, id }: CaseRef,
  changes: Updateable<PourCasesTable>,
): Promise<void> {
  await db
    .updateTable('pour_cases')
    .set(changes)
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Gives the cases of an order the date of its sale. */
export async function updateCaseDates(
  db: Tx,
  sale: { venue_id: string; id: string; sold_at: Date },
): Promise<void> {
  await db
    .updateTable('pour_cases')
    .set({ sold_at: sale.sold_at })
    .where('venue_id', '=', sale.venue_id)
    .where('order_id', '=', sale.id)
    .execute();
}

type RefundPolicyRow = Selectable<RefundPoliciesTable>;

/** Automatic refunds of a venue; null for a venue that has none. */
export async function findRefundPolicy(db: Db, venueId: string): Promise<RefundPolicyRow | null> {
  const found = await db
    .selectFrom('refund_policies')
    .selectAll()
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return found ?? null;
}
