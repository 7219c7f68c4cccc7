import { type Insertable, type Selectable, sql } from 'kysely';
import type { RefusedSalesTable } from '../../db/tables/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Scope } from '../../rules/permissions.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

type RefusedSaleRow = Selectable<RefusedSalesTable>;

/** A refused sale with its unit, venue and owner. */
export interface RefusedSale extends RefusedSaleRow {
  unit_number: number;
  unit_name: string | null;
  owner_id: string;
}

/** Finds the refused sale of this hash, if it is settled. */
export async function findSettled(
  db: Tx,
  { venue_id, unit_id, body_hash }: Pick<RefusedSaleRow, 'venue_id' | 'unit_id' | 'body_hash'>,
): Promise<Pick<RefusedSaleRow, 'venue_id' | 'id'> | undefined> {
  return db
    .selectFrom('refused_sales')
    .select(['venue_id', 'id'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', unit_id)
    .where('body_hash', '=', body_hash)
    .where('state', '!=', 'open')
    .executeTakeFirst();
}

export async function updateHash(
  db: Tx,
  { venue_id, id }: Pick<RefusedSaleRow, 'venue_id' | 'id'>,
  body_hash: Buffer,
): Promise<void> {
  await db
    .updateTable('refused_sales')
    .set({ body_hash })
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Inserts a refused sale, or counts it again; returns how often it was sent by now. */
export async function insertRefusedSale(
  db: Tx,
  sale: Insertable<RefusedSalesTable>,
): Promise<{ times: number }> {
  return db
    .insertInto('refused_sales')
    .values(sale)
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'unit_id', 'body_hash']).doUpdateSet((set) => ({
        times: sql<number>`refused_sales.times + 1`,
        last_at: set.ref('excluded.last_at'),
        status: set.ref('excluded.status'),
        field: set.ref('excluded.field'),
        message: set.ref('excluded.message'),
      })),
    )
    .returning('times')
    .executeTakeFirstOrThrow();
}

/** Counts the refused sales of a unit, and returns the one to delete first: settled before open, then the oldest. */
export async function findMostExpendable(
  db: Db,
  unit: { venue_id: string; unit_id: string },
): Promise<{ id: string; count: number } | undefined> {
  return db
    .selectFrom('refused_sales')
    .select('id')
    .select(sql<number>`count(*) over ()`.as('count'))
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.unit_id)
    .orderBy(sql`state = 'open'`)
    .orderBy('last_at')
    .limit(1)
    .executeTakeFirst();
}

export async function deleteRefusedSale(db: Db, venueId: string, id: string): Promise<void> {
  await db
    .deleteFrom('refused_sales')
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}

const shown = (db: Db) =>
  db
    .selectFrom('refused_sales')
    .innerJoin('units', 'units.id', 'refused_sales.unit_id')
    .innerJoin('venues', 'venues.id', 'refused_sales.venue_id')
    .selectAll('refused_sales')
    .select(['units.unit_number', 'units.name as unit_name', 'venues.owner_id']);

/** Returns the refused sale, if its venue is in scope. */
export async function findRefusedSale(
  db: Db,
  id: string,
  scope: Scope,
): Promise<RefusedSale | null> {
  const found = await shown(db)
    .where('refused_sales.id', '=', id)
    .where(shardCondition('refused_sales.venue_id'))
    .where(venueScope(scope))
    .executeTakeFirst();
  return found ?? null;
}

/** Those of the refused sales that the venue has and that are open, or that are settled, in any order. */
export async function listRefusedSalesById(
  db: Db,
  { venueId, state }: { venueId: string; state: 'open' | 'resolved' },
  ids: readonly string[],
): Promise<RefusedSale[]> {
  if (ids.length === 0) return [];
  return shown(db)
    .where('refused_sales.venue_id', '=', venueId)
    .where('refused_sales.state', state === 'open' ? '=' : '<>', 'open')
    .where(sql<boolean>`refused_sales.id = any(${[...ids]}::uuid[])`)
    .execute();
}

interface RefusedPage {
  state: RefusedSaleRow['state'];
  /** Null for all units of the venue. */
  unitId: string | null;
  /** Id of the last refused sale of the page before. */
  before: string | undefined;
  size: number;
}

/** Lists the refused sales of a venue, newest first. */
export function listRefusedSales(
  db: Db,
  venueId: string,
  { state, unitId, before, size }: RefusedPage,
): Promise<RefusedSale[]> {
  return shown(db)
    .where('refused_sales.venue_id', '=', venueId)
    .where('refused_sales.state', '=', state)
    .$if(unitId !== null, (query) => query.where('refused_sales.unit_id', '=', unitId ?? ''))
    .$if(before !== undefined, (query) => query.where('refused_sales.id', '<', before ?? ''))
    .orderBy('refused_sales.id', 'desc')
    .limit(size)
    .execute();
}

/** Settles a refused sale if it is open. Returns the state that it was in, null for one that was deleted. */
export async function settleOpen(
  db: Tx,
  { venue_id, id }: Pick<RefusedSaleRow, 'venue_id' | 'id'>,
  settled: Pick<RefusedSaleRow, 'state' | 'order_id' | 'settled_by' | 'settled_at'>,
): Promise<RefusedSaleRow['state'] | null> {
  const found = await db
    .selectFrom('refused_sales')
    .select('state')
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (found?.state === 'open')
    await db
      .updateTable('refused_sales')
      .set(settled)
      .where('venue_id', '=', venue_id)
      .where('id', '=', id)
      .execute();
  return found?.state ?? null;
}
