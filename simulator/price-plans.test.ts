import { expect, test } from 'vitest';
import { seededRandom } from '../lib/seeded-random.ts';
import { happyHour } from '../server/testing/places.ts';
import { app, owner, signInAgain, unit, withApp } from '../server/testing/with-app.ts';
import { makeOrder, type UnitMenu } from './make-order.ts';
import { Shelf } from './stock-units.ts';
import { stockedIngredient } from './testing/menu.ts';

const newYork = (time: string) => Date.parse(`2026-06-12T${time}-04:00`);
withApp({ owner: 'Rooftop', unit: true, now: new Date(newYork('16:00:00')) });

const send = async (method: string, path: string, token: string, body?: object) => {
  const response = await app.send(method, path, { token, ...(body && { body }) });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body;
};

test('PRICE-03 a unit that is offline from 4 PM sells at the prices of its menu over the switches of a plan', async () => {
  await signInAgain();
  const venue = `/api/venues/${owner.venueId}`;
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  await send('PUT', `${venue}/clock`, owner.token, clock);
  await send('POST', `${venue}/price-plans`, owner.token, happyHour);
  const path = `/api/units/${unit.unitNumber}/menu`;
  const menu: UnitMenu = await send('GET', path, unit.key);
  const shelf = new Shelf([
    stockedIngredient(unit.rum, [['1', 9000]]),
    stockedIngredient(unit.cola, [['101', 9000]]),
  ]);
  const random = seededRandom(3);
  const expected = [
    ['16:59:59', 9],
    ['17:00:00', 7.2],
    ['18:59:59', 7.2],
    ['19:00:00', 9],
  ] as const;
  const orders = expected.map(([time]) => {
    const order = makeOrder(menu, shelf, { soldAtMs: newYork(time) }, random);
    if (!order) throw new Error('Nothing was sold');
    return order;
  });
  app.setNow(new Date(newYork('21:00:00')));
  for (const [nth, { body }] of orders.entries()) {
    const sale = await send('POST', '/api/orders', unit.key, body);
    for (const drink of sale.drinks) expect(drink.price).toBe(expected[nth]?.[1]);
  }
});

test('a unit that is offline sells drinks in the hours of their categories alone', async () => {
  app.setNow(new Date(newYork('16:00:00')));
  await signInAgain();
  const venue = `/api/venues/${owner.venueId}`;
  await send('PUT', `${venue}/clock`, owner.token, {
    timezone: 'America/New_York',
    startsAt: '05:00',
  });
  const hours = { weekdays: [5], from: '17:00', until: '19:00' };
  const category = { name: 'Early', hours, drinkIds: [unit.cubaLibre] };
  await send('POST', `${venue}/menu-categories`, owner.token, category);
  const menu: UnitMenu = await send('GET', `/api/units/${unit.unitNumber}/menu`, unit.key);
  const shelf = new Shelf([
    stockedIngredient(unit.rum, [['1', 9000]]),
    stockedIngredient(unit.cola, [['101', 9000]]),
  ]);
  const random = seededRandom(3);
  const sells = (time: string) =>
    makeOrder(menu, shelf, { soldAtMs: newYork(time) }, random) !== null;
  const times = ['16:59:59', '17:00:00', '18:59:59', '19:00:00'];
  expect(times.map(sells)).toEqual([false, true, true, false]);
});
