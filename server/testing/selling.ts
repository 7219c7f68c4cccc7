/** Test helper: a unit that sells with inventory management, created anew for every test. */
import { beforeEach } from 'vitest';
import { switchFlag } from './flags.ts';
import { app, owner, unit, withAStockedUnit } from './stock.ts';

export { app, owner, unit } from './stock.ts';

export function withASellingUnit(): void {
  withAStockedUnit();
  beforeEach(async () => {
    const at = { venueId: owner.venueId, unitId: unit.id };
    await switchFlag(app.db, at, 'general--inventory-management');
  });
}

export const sell = (body: object, headers: Record<string, string> = {}, token = unit.key) =>
  app.send('POST', '/api/orders', { token, body, headers });

/** Counts the unit's stored orders. */
export async function countOrders(): Promise<number> {
  const { count } = await app.db
    .selectFrom('orders')
    .where('unit_id', '=', unit.id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Remaining amount at each position of the unit, in ml. */
export async function levels(): Promise<Record<number, number>> {
  const places = await app.db
    .selectFrom('unit_positions')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .execute();
  return Object.fromEntries(places.map((place) => [place.position, place.remaining_ml]));
}
