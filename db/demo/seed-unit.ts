import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { drinkDoublePriceCents, drinkPriceCents } from '../../rules/drinks/drink-price.ts';
import type { PouredPart } from '../../rules/simulation/pour-outcome.ts';
import type { Tx } from '../tables/tables.ts';
import { insertLoadedPositions } from '../loaded-positions.ts';
import { insertUnitState } from '../unit-state.ts';
import type { SeedIngredient, SeedUnit } from './accounts.ts';
import type { SellingUnit } from './history.ts';

interface SeedVenue {
  id: string;
  taxPercentage: number;
  createdAt: Date;
}

/** Inserts a unit that sells, with its key, card reader, bottles and drinks, as old as its venue. */
export async function insertSeedUnit(
  db: Tx,
  { id: venueId, taxPercentage, createdAt }: SeedVenue,
  unit: SeedUnit,
  now: Date,
): Promise<SellingUnit> {
  const unitId = v7();
  const { unit_number: unitNumber } = await db
    .insertInto('units')
    .values({
      id: unitId,
      venue_id: venueId,
      category: unit.category,
      contacts: unit.contacts ?? [],
      stripe_reader_id: `tmr_demo_${unitId.slice(-12)}`,
      created_at: createdAt,
    })
    .returning('unit_number')
    .executeTakeFirstOrThrow();
  await insertUnitState(db, { venue_id: venueId, id: unitId });
  await db
    .insertInto('unit_keys')
    .values({
      id: v7(),
      venue_id: venueId,
      unit_id: unitId,
      // Of a key that no client has: a unit that is to connect gets one of its own.
      key_hash: randomBytes(32),
      created_at: createdAt,
      last_used_at: now,
    })
    .execute();
  const stock = new Map<
    string,
    PouredPart & { priceCents: number; doublePriceCents: number | null }
  >();
  for (const [place, ingredient] of unit.ingredients.entries()) {
    stock.set(ingredient.name, {
      ...(await insertIngredient(db, { venueId, unitId, unit, ingredient, place })),
      priceCents: ingredient.priceCents,
      doublePriceCents: ingredient.doublePriceCents ?? null,
    });
  }
  const drinks = [];
  for (const [rank, drink] of unit.drinks.entries()) {
    const parts = drink.of.flatMap((name) => stock.get(name) ?? []);
    const made = {
      id: v7(),
      name: drink.name ?? drink.of.join(' + '),
      priceCents: drink.priceCents ?? drinkPriceCents(parts),
      doublePriceCents: drink.priceCents ?? drinkDoublePriceCents(parts),
      ingredientNames: drink.of,
      parts,
    };
    await insertDrink(db, venueId, unitId, rank, {
      ...made,
      active: !drink.inactive,
      deleted: drink.deleted === true,
    });
    drinks.push(made);
  }
  return { venueId, unitId, unitNumber, taxPercentage, salesPerDay: unit.salesPerDay, drinks };
}

async function insertIngredient(
  db: Tx,
  at: {
    venueId: string;
    unitId: string;
    unit: SeedUnit;
    ingredient: SeedIngredient;
    place: number;
  },
): Promise<PouredPart> {
  const { venueId, unitId, unit, ingredient, place } = at;
  const id = v7();
  const source = ingredient.source ?? 'carousel';
  const isBeer = unit.category === 'BEERTENDER';
  const category = ingredient.category ?? 'Liquor';
  // A base on a carousel is always liquor.
  const isMixer = source === 'soda gun' || (!isBeer && category !== 'Liquor');
  const servingMl = isBeer ? 480 : 45;
  const sizeMl = isBeer ? 50_000 : source === 'soda gun' ? 11_356.23 : 1000;
  await db
    .insertInto('ingredients')
    .values({
      venue_id: venueId,
      id,
      name: ingredient.name,
      source,
      base_or_mixer: isMixer ? ['mixer'] : ['base'],
      category,
      serving_size_ml: servingMl,
      size_ml: sizeMl,
    })
    .execute();
  await db
    .insertInto('unit_inventory')
    .values({
      venue_id: venueId,
      unit_id: unitId,
      ingredient_id: id,
      price_cents: ingredient.priceCents,
      double_price_cents: ingredient.doublePriceCents ?? null,
      active: ingredient.places.length > 0,
      place_in_list: place,
    })
    .execute();
  await insertLoadedPositions(
    db,
    ingredient.places.map(([position, percent]) => ({
      venue_id: venueId,
      unit_id: unitId,
      position,
      ingredient_id: id,
      category: unit.category,
      source,
      size_ml: sizeMl,
      // In steps of 0.01 ml.
      remaining_ml: Math.round(sizeMl * percent) / 100,
    })),
  );
  return {
    ingredientId: id,
    position: ingredient.places[0]?.[0] ?? 0,
    servingMl,
    pouringTimeMs: null,
  };
}

async function insertDrink(
  db: Tx,
  venueId: string,
  unitId: string,
  rank: number,
  drink: SellingUnit['drinks'][number] & { active: boolean; deleted: boolean },
): Promise<void> {
  const ingredientIds = drink.parts.map((part) => part.ingredientId);
  await db
    .insertInto('drinks')
    .values({
      venue_id: venueId,
      id: drink.id,
      unit_id: unitId,
      name: drink.name,
      price_cents: drink.priceCents,
      double_price_cents: drink.doublePriceCents,
      active: drink.active,
      rank,
      previous_rank: rank,
      ingredient_set: [...ingredientIds].sort(),
      deleted_at: drink.deleted ? new Date() : null,
    })
    .execute();
  await db
    .insertInto('drink_ingredients')
    .values(
      ingredientIds.map((ingredientId, ordinal) => ({
        venue_id: venueId,
        drink_id: drink.id,
        ordinal,
        ingredient_id: ingredientId,
      })),
    )
    .execute();
}
