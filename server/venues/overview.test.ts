import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let app: TestApp;
let owner: TestOwner;
let unit: TestUnit;
const noon = new Date('2024-03-10T16:00:00Z');
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  app.setNow(noon);
  owner = await addOwner(app, `Rooftop ${Math.random()}`);
  unit = await createUnit(app, owner);
});
afterAll(() => app.close());

const sell = (date: string, more: object = {}) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: { date, drinks: [{ drinkId: unit.cubaLibre, ...more }] },
  });
const look = (timezone = 'America/New_York', token = owner.token) =>
  app.send('GET', `/api/venues/${owner.venueId}/overview?timezone=${timezone}`, { token });

test("the overview shows today's sales so far in the zone, next to the same hours a week before", async () => {
  await sell('2024-03-10T04:59:59Z');
  await sell('2024-03-10T05:00:00Z');
  await sell('2024-03-10T15:00:00Z', { quantity: 2 });
  await sell('2024-03-03T15:00:00Z');
  await sell('2024-03-03T17:00:00Z');
  const { body } = await look();
  expect(body).toMatchObject({
    day: '2024-03-10',
    orders: 2,
    sales: 27,
    grossVolume: 27,
    weekBefore: { orders: 1, grossVolume: 9 },
    units: [
      {
        unitNumber: unit.unitNumber,
        orders: 2,
        grossVolume: 27,
        lastSoldAt: '2024-03-10T15:00:00.000Z',
      },
    ],
  });
});

test('the overview lists empty and low ingredients, empty ones first', async () => {
  const set = (position: number, remaining_ml: number) =>
    app.db
      .updateTable('unit_positions')
      .set({ remaining_ml })
      .where('unit_id', '=', unit.id)
      .where('position', '=', position)
      .execute();
  await set(101, 1900);
  await set(1, 0);
  const { attention } = (await look()).body;
  expect(attention.map((row: any) => row.text)).toEqual(['Rum is out', 'Cola is at 19%']);
});

test('the overview lists units that cannot sell and units that stopped selling', async () => {
  await sell('2024-03-05T15:00:00Z');
  expect((await look()).body.attention).toMatchObject([
    { kind: 'silent', text: 'No sale for 5 days' },
  ]);
  const fresh = (
    await app.send('POST', `/api/units/${owner.venueId}`, { token: owner.token, body: {} })
  ).body;
  expect((await look()).body.attention).toContainEqual(
    expect.objectContaining({ kind: 'noKey', unitNumber: fresh.unitNumber }),
  );
});

test('the overview is refused to another owner, and for an unknown time zone', async () => {
  const stranger = await addOwner(app, `Stranger ${Math.random()}`);
  expect((await look('UTC', stranger.token)).status).toBe(404);
  expect((await look('Nowhere')).body).toHaveProperty('timezone');
});
