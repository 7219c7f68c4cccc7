/** What was charged before a change. Changes require the lock of the unit, or of the venue for its tax. */
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { inBatches } from '../../lib/lists.ts';
import type { Former } from '../../rules/drinks/drink-price.ts';

export interface Prices {
  priceCents: number;
  doublePriceCents: number | null;
}

/** Stores the prices that drinks or ingredients had in the unit until now. */
export async function insertFormerPrices(
  db: Tx,
  unit: UnitRef,
  before: readonly { id: string; price_cents: number; double_price_cents: number | null }[],
  at: Date,
): Promise<void> {
  if (before.length === 0) return;
  for (const some of inBatches(before, 1000))
    await db
      .insertInto('former_prices')
      .values(
        some.map(({ id, price_cents, double_price_cents }) => ({
          venue_id: unit.venue_id,
          unit_id: unit.id,
          item_id: id,
          until_at: at,
          price_cents,
          double_price_cents,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await markPricesChanged(db, unit, at);
}

/** Stores the discount that the unit gave until now. */
export async function insertFormerDiscount(
  db: Tx,
  unit: UnitRef,
  rate: number,
  at: Date,
): Promise<void> {
  await insertFormerRate(db, { venue_id: unit.venue_id, subject_id: unit.id, rate }, at);
  await markPricesChanged(db, unit, at);
}

/** Stores the tax percentage that the venue had until now. */
export async function insertFormerTax(
  db: Tx,
  venueId: string,
  percentage: number,
  at: Date,
): Promise<void> {
  const former = { venue_id: venueId, subject_id: venueId, rate: percentage };
  await insertFormerRate(db, former, at);
  await db
    .updateTable('unit_state')
    .set({ prices_changed_at: at })
    .where('venue_id', '=', venueId)
    .execute();
}

/** Of several changes within a millisecond, the first is stored. */
async function insertFormerRate(
  db: Tx,
  former: { venue_id: string; subject_id: string; rate: number },
  at: Date,
): Promise<void> {
  await db
    .insertInto('former_rates')
    .values({ ...former, until_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function markPricesChanged(db: Tx, unit: UnitRef, at: Date): Promise<void> {
  await db
    .updateTable('unit_state')
    .set({ prices_changed_at: at })
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .execute();
}

/** Lists what these drinks and ingredients cost in the unit before changes after `since`, by item, oldest first. */
export async function listFormerPrices(
  db: Db,
  unit: UnitRef,
  itemIds: readonly string[],
  since: Date,
): Promise<Map<string, Former<Prices>[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('former_prices')
    .select(['item_id', 'until_at', 'price_cents', 'double_price_cents'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('item_id', 'in', itemIds)
    .where('until_at', '>', since)
    .orderBy('until_at')
    .execute();
  const byItem = new Map<string, Former<Prices>[]>();
  for (const row of rows) {
    const value = { priceCents: row.price_cents, doublePriceCents: row.double_price_cents };
    const former = byItem.get(row.item_id) ?? [];
    former.push({ until: row.until_at, value });
    byItem.set(row.item_id, former);
  }
  return byItem;
}

/** Lists the discounts of the unit and the tax percentages of its venue before changes after `since`, oldest first. */
export async function listFormerRates(
  db: Db,
  { venue_id, id }: UnitRef,
  since: Date,
): Promise<{ discounts: Former<number>[]; taxes: Former<number>[] }> {
  const rows = await db
    .selectFrom('former_rates')
    .select(['subject_id', 'until_at', 'rate'])
    .where('venue_id', '=', venue_id)
    .where('subject_id', 'in', [id, venue_id])
    .where('until_at', '>', since)
    .orderBy('until_at')
    .execute();
  const of = (subject: string) =>
    rows
      .filter(({ subject_id }) => subject_id === subject)
      .map(({ until_at, rate }) => ({ until: until_at, value: rate }));
  return { discounts: of(id), taxes: of(venue_id) };
}
