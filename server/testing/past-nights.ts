/** Test fixture: sums of what a unit used and earned on nights of the past. */
import { app, hourMs, owner, addHour, saturday, weekMs } from './health.ts';
import type { TestUnit } from './app.ts';

const servingMl = 45;

/** Adds pours of an ingredient in one hour. */
export async function addPours(
  { id }: TestUnit,
  ingredientId: string,
  start: Date,
  servings: number,
): Promise<void> {
  const ml = servings * servingMl;
  await app.db
    .insertInto('pour_sums')
    .values({
      venue_id: owner.venueId,
      unit_id: id,
      grain: 'hour',
      bucket: start,
      ingredient_id: ingredientId,
      position: 1,
      pours: servings,
      expected_ml: ml,
      poured_ml: ml,
      flow_ml: ml,
      flow_ms: 1000 * servings,
      empty: 0,
      blocked: 0,
      timeouts: 0,
      partials: 0,
      cancelled: 0,
    })
    .execute();
}

/** Adds sales of Cuba Libre at $9.00 in one hour. */
export async function addDrinks(of: TestUnit, start: Date, glasses: number): Promise<void> {
  await app.db
    .insertInto('drink_sums')
    .values({
      venue_id: owner.venueId,
      unit_id: of.id,
      grain: 'hour',
      bucket: start,
      drink_key: of.cubaLibre,
      is_double: false,
      name: 'Cuba Libre',
      glasses,
      poured_glasses: glasses,
      failed_glasses: 0,
      comp_glasses: 0,
      refunded_glasses: 0,
      sales_cents: 900 * glasses,
      list_cents: 900 * glasses,
    })
    .execute();
}

/**
 * Sells as many Cuba Libres an hour from 6 PM to 2 AM on the last Saturdays, and tonight until 9 PM.
 * @param weeks of the past
 */
export async function addNights(
  of: TestUnit,
  perHour: number,
  { weeks = 8, isMeasured = true }: { weeks?: number; isMeasured?: boolean } = {},
): Promise<void> {
  for (let week = 0; week <= weeks; week += 1) {
    for (let hour = 0; hour < (week === 0 ? 3 : 8); hour += 1) {
      const start = new Date(saturday('18:00').getTime() - week * weekMs + hour * hourMs);
      await addHour(of, start, perHour);
      await addDrinks(of, start, perHour);
      if (isMeasured) for (const id of [of.rum, of.cola]) await addPours(of, id, start, perHour);
    }
  }
}
