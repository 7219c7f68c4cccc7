/** Test helper: a unit that sells with inventory management, created anew for every test. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';
import { switchFlag } from './flags.ts';

export let app: TestApp;
export let owner: TestOwner;
export let unit: TestUnit;

export function withASellingUnit(): void {
  beforeAll(async () => {
    app = await startTestApp();
    owner = await addOwner(app, 'Rooftop');
  });
  beforeEach(async () => {
    unit = await createUnit(app, owner);
    const at = { venueId: owner.venueId, unitId: unit.id };
    await switchFlag(app.db, at, 'general--inventory-management');
  });
  afterAll(() => app.close());
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
