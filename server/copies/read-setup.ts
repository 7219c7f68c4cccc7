/** The setup of a unit as it is stored. */
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { ingredientKey, type UnitSetup } from '../../rules/copies/setup.ts';
import type { IngredientFacts } from '../../rules/stock/ingredient.ts';
import { listDrinks } from '../drinks/drinks.queries.ts';
import { factsOf } from '../ingredients/ingredient-fields.ts';
import { listIngredients } from '../ingredients/ingredients.queries.ts';
import { getUnit } from '../units/units.queries.ts';
import { listIngredientsOfVenue } from './copies.queries.ts';

/** Setup of a unit, and the ingredients of its venue by their keys. */
export interface ReadSetup {
  setup: UnitSetup;
  stocked: Map<string, { id: string; facts: IngredientFacts }>;
}

/** @param withDouble true when the venue sells doubles */
export async function readSetup(db: Db, unit: UnitRef, withDouble: boolean): Promise<ReadSetup> {
  const stocked: ReadSetup['stocked'] = new Map();
  const keys = new Map<string, string>();
  for (const row of await listIngredientsOfVenue(db, unit.venue_id)) {
    const key = freeKey(ingredientKey(row.name, row.category), stocked);
    stocked.set(key, { id: row.id, facts: factsOf(row) });
    keys.set(row.id, key);
  }
  const keyOf = (id: string): string => keys.get(id) ?? id;
  const row = await getUnit(db, unit);
  const ingredients = await listIngredients(db, unit.venue_id, unit.id);
  const drinks = await listDrinks(db, unit.venue_id, unit.id);
  const setup: UnitSetup = {
    category: row.category,
    helperText: row.home_helper_text,
    buttonImage: row.home_button_image,
    ingredients: ingredients.map((one) => ({
      key: keyOf(one.id),
      name: one.name,
      facts: factsOf(one),
      imageURL: one.image_url,
      tareWeight: one.tare_weight_g,
      density: one.density,
      priceCents: one.price_cents,
      doubleCents: one.double_price_cents ?? 0,
      threshold: one.threshold_percent,
      positions: one.places.map(({ position }) => position),
    })),
    drinks: drinks.map((one) => ({
      id: one.id,
      name: one.name,
      recipe: one.ingredients.map(({ id }) => keyOf(id)),
      priceCents: one.price_cents,
      doubleCents: withDouble ? one.double_cents : null,
      active: one.active,
      categoryId: one.category_id,
    })),
  };
  return { setup, stocked };
}

/** Ingredients of one name and category are numbered by their age. */
function freeKey(key: string, used: ReadonlyMap<string, unknown>): string {
  if (!used.has(key)) return key;
  let count = 2;
  while (used.has(`${key}#${count}`)) count += 1;
  return `${key}#${count}`;
}
