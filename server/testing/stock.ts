/** Test helper: a unit to stock, created anew for every test, and the endpoints that stock it. */
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

export function withAStockedUnit(): void {
  beforeAll(async () => {
    app = await startTestApp();
    owner = await addOwner(app, 'Rooftop');
  });
  beforeEach(async () => {
    unit = await createUnit(app, owner);
  });
  afterAll(() => app.close());
}

const send = (method: string, url: string, body?: object, token = owner.token) =>
  app.send(method, url, { token, ...(body ? { body } : {}) });

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
