/** Test helper: a unit to stock, created anew for every test, and the endpoints that stock it. */
import { beforeEach } from 'vitest';
import type { FlagName } from '../../contract/flags.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { FlagReader } from '../adapters/flags/port.ts';
import { app, owner, send, unit, withApp } from './with-app.ts';

export const withAStockedUnit = (): void => withApp({ owner: 'Rooftop', unit: 'each' });

export const add = (body: object = {}) =>
  send('POST', '/api/ingredients', {
    name: 'Gin',
    venueId: owner.venueId,
    unitId: unit.id,
    ...body,
  });
export const change = (id: string, body: object) =>
  send('PUT', `/api/ingredients/${id}`, { unitId: unit.id, ...body });
export const deactivate = (id: string, unitId = unit.id) =>
  send('PUT', `/api/ingredients/${id}/deactivate`, { unitId });
export const reactivate = (id: string, unitId = unit.id, token = owner.token) =>
  send('PUT', `/api/ingredients/${id}/reactivate`, { unitId }, token);
export const restore = (id: string) =>
  send('POST', `/api/ingredients/${unit.unitNumber}/restore/${id}`, { venueName: 'Rooftop Bar' });
export const read = async (id: string, unitId = unit.id) =>
  (await send('GET', `/api/ingredients/${id}/${unitId}`)).body;
export const positions = async () =>
  (await send('GET', `/api/ingredients/positions/${unit.id}`)).body as string[];
export const listUnit = async (unitNumber: number | string = unit.unitNumber) =>
  (await send('GET', `/api/venues/${owner.venueId}/units/${unitNumber}`)).body as any[];
export const listVenue = async (query = '') =>
  (await send('GET', `/api/venues/${owner.venueId}/ingredients${query}`)).body as any[];

/** Adds an empty beer unit to the venue. */
export const addBeerUnit = async (): Promise<{ _id: string; unitNumber: number }> =>
  (await send('POST', `/api/units/${owner.venueId}`, { category: 'BEERTENDER' })).body;

/** Switches inventory management on for the unit. */
export const manageInventory = (): Promise<void> =>
  switchFlag(app.db, { venueId: owner.venueId, unitId: unit.id }, 'general--inventory-management');

/** Sets the remaining amount at a position of the unit. */
export async function leaveMl(position: number, remainingMl: number): Promise<void> {
  await app.db
    .updateTable('unit_positions')
    .set({ remaining_ml: remainingMl })
    .where('unit_id', '=', unit.id)
    .where('position', '=', position)
    .execute();
}

// Test helper: a unit that sells with inventory management, created anew for every test.

export function withASellingUnit(): void {
  withAStockedUnit();
  beforeEach(async () => {
    const at = { venueId: owner.venueId, unitId: unit.id };
    await switchFlag(app.db, at, 'general--inventory-management');
  });
}

export const sell = (body: object, headers: Record<string, string> = {}, token = unit.key) =>
  app.send('POST', '/api/orders', { token, body, headers });

/** A pour of the rum of the unit, from its position. */
export const rumPour = (ml: number, outcome = 'poured') => ({
  ingredientId: unit.rum,
  position: '1',
  ml,
  ms: 5000,
  outcome,
});

/** Enters what an ingredient costs. */
export const setCost = (ingredientId: string, body: object) =>
  app.send('PUT', `/api/venues/${owner.venueId}/ingredients/${ingredientId}/costs`, {
    token: owner.token,
    body,
  });

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

// Test helper: flags switched in the database, without a super admin.

/** A venue, or a unit of one. */
export interface FlagTarget {
  venueId: string;
  unitId?: string;
}

export async function switchFlag(
  db: Db,
  { venueId, unitId = venueId }: FlagTarget,
  flag: FlagName,
  enabled = true,
): Promise<void> {
  await db
    .insertInto('flag_switches')
    .values({ venue_id: venueId, target_id: unitId, flag, enabled })
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'target_id', 'flag']).doUpdateSet({ enabled }),
    )
    .execute();
}

/** Flags of which this one is on everywhere. */
export function alwaysOn(flag: FlagName): FlagReader {
  const on = new Set([flag]);
  return { isSwitchable: true, flagsOn: async () => on, idsWith: async () => on };
}
