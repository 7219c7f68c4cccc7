import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { flagNamed } from '../rules/flags/flag-names.ts';
import type { Connection } from '../db/pool/connect.ts';

export interface Seller {
  unitId: string;
  unitNumber: number;
  venueId: string;
  key: string;
  drinkId: string;
}

/** Units with a key, managed inventory of two ingredients large enough for the benchmark, and a drink of both. */
export async function makeSellers(
  { db }: Connection,
  count: number,
  venue = 'Venue 2',
): Promise<Seller[]> {
  const { id: venueId } = await db
    .selectFrom('venues')
    .select('id')
    .where('name', '=', venue)
    .executeTakeFirstOrThrow();
  const units = await db
    .selectFrom('units')
    .select(['id', 'unit_number'])
    .where('venue_id', '=', venueId)
    .limit(count)
    .execute();
  const sellers: Seller[] = [];
  for (const { id: unitId, unit_number: unitNumber } of units) {
    const seller = {
      unitId,
      unitNumber,
      venueId,
      key: `bbu_${randomBytes(32).toString('base64url')}`,
      drinkId: randomUUID(),
    };
    const ingredients = [randomUUID(), randomUUID()];
    await db.deleteFrom('unit_inventory').where('unit_id', '=', unitId).execute();
    await db.deleteFrom('drinks').where('unit_id', '=', unitId).execute();
    await db
      .insertInto('unit_keys')
      .values({
        id: randomUUID(),
        venue_id: venueId,
        unit_id: unitId,
        key_hash: createHash('sha256').update(seller.key).digest(),
        created_at: new Date(),
      })
      .execute();
    const flag = { venue_id: venueId, target_id: unitId, flag: flagNamed.inventoryManagement };
    await db
      .insertInto('flag_switches')
      .values({ ...flag, enabled: true })
      .onConflict((earlier) => earlier.doNothing())
      .execute();
    for (const [index, id] of ingredients.entries()) {
      await db
        .insertInto('ingredients')
        .values({ venue_id: venueId, id, name: `Ingredient ${index}`, size_ml: 9_000_000 })
        .execute();
      await db
        .insertInto('unit_inventory')
        .values({
          venue_id: venueId,
          unit_id: unitId,
          ingredient_id: id,
          price_cents: 500,
          active: true,
        })
        .execute();
      await db
        .insertInto('unit_positions')
        .values({
          venue_id: venueId,
          unit_id: unitId,
          position: index + 1,
          ingredient_id: id,
          category: 'ROTENDER_CLASSIC',
          source: 'carousel',
          size_ml: 9_000_000,
          remaining_ml: 9_000_000,
        })
        .execute();
    }
    await db
      .insertInto('drinks')
      .values({
        venue_id: venueId,
        id: seller.drinkId,
        unit_id: unitId,
        name: 'Bench Drink',
        price_cents: 1000,
        rank: 0,
        previous_rank: 0,
        ingredient_set: [...ingredients].sort(),
      })
      .execute();
    await db
      .insertInto('drink_ingredients')
      .values(
        ingredients.map((id, ordinal) => ({
          venue_id: venueId,
          drink_id: seller.drinkId,
          ordinal,
          ingredient_id: id,
        })),
      )
      .execute();
    sellers.push(seller);
  }
  return sellers;
}
