import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let app: TestApp;
let admin: string;
let owner: TestOwner;
let unit: TestUnit;

beforeAll(async () => {
  app = await startTestApp();
  admin = await addSuperAdmin(app);
  owner = await addOwner(app, 'Rooftop');
  unit = await createUnit(app, owner);
});
afterAll(() => app.close());

const read = (url: string) => app.send('GET', url, { token: admin });

test.each<[what: string, addresses: () => [url: string, list: string, body: object]]>([
  ['venue', () => [`/api/users/venues/${owner.venueId}`, `/api/users/${owner.userId}/venues`, {}]],
  [
    'unit',
    () => [`/api/units/${unit.unitNumber}`, `/api/venues/${owner.venueId}/units`, { unit: {} }],
  ],
  ['drink', () => [`/api/drinks/${unit.cubaLibre}`, `/api/drinks/${owner.venueId}`, {}]],
  [
    'ingredient',
    () => [
      `/api/ingredients/${unit.rum}`,
      `/api/venues/${owner.venueId}/ingredients`,
      { unitId: unit.id },
    ],
  ],
])('an update (%s) that names no field changes nothing', async (_, addresses) => {
  const [url, list, body] = addresses();
  const before = await read(list);
  expect(before.status).toBe(200);
  expect((await app.send('PUT', url, { token: admin, body })).status).toBe(200);
  expect((await read(list)).body).toEqual(before.body);
});
