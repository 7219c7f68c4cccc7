import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addOwner, createUnit } from '../testing/app.ts';
import { app, owner, send, signInAgain, unit, withApp } from '../testing/with-app.ts';

/** On a Saturday in New York. */
const newYork = (time: string) => new Date(`2026-06-13T${time}-04:00`);
withApp({ owner: { each: 'Rooftop' }, unit: 'each', now: newYork('09:00:00') });

const categories = (id = '') => `/api/venues/${owner.venueId}/menu-categories${id && `/${id}`}`;
const hours = { weekdays: [0, 6], from: '10:00', until: '14:00' };
const brunch = () => ({ name: 'Brunch', hours, drinkIds: [unit.cubaLibre] });
const add = async (body: object) => {
  const response = await send('POST', categories(), body);
  expect(response.status, response.text).toBe(201);
  return response.body;
};
const setClock = async () => {
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  const { status, text } = await send('PUT', `/api/venues/${owner.venueId}/clock`, clock);
  expect(status, text).toBe(200);
};
const menu = async () =>
  (await send('GET', `/api/units/${unit.unitNumber}/menu`, undefined, unit.key)).body;
const switchDrink = async (body: object) => {
  const response = await send('PUT', `/api/drinks/${unit.cubaLibre}`, body);
  expect(response.status, response.text).toBe(200);
  return response.body;
};

beforeEach(async () => {
  app.setNow(newYork('09:00:00'));
  await signInAgain();
});

test('brunch drinks are available in their hours, which a unit knows 48 hours ahead', async () => {
  await setClock();
  expect((await menu()).drinks[0]).not.toHaveProperty('menuCategory');
  expect(await add(brunch())).toMatchObject({
    ...brunch(),
    when: 'Sat, Sun, 10:00 AM to 2:00 PM',
    isOpen: false,
  });
  const early = await menu();
  expect(early.drinks).toMatchObject([{ menuCategory: 'Brunch', available: false }]);
  expect(early.availability[0]).toEqual({
    from: newYork('10:00:00').toISOString(),
    drinks: [{ id: unit.cubaLibre, available: true }],
  });
  expect(early.availability.map(({ from }: { from: string }) => from)).toEqual([
    '2026-06-13T14:00:00.000Z',
    '2026-06-13T18:00:00.000Z',
    '2026-06-14T14:00:00.000Z',
    '2026-06-14T18:00:00.000Z',
  ]);
  app.setNow(newYork('10:00:00'));
  expect((await menu()).drinks).toMatchObject([{ available: true }]);
  app.setNow(newYork('14:00:00'));
  expect((await menu()).drinks).toMatchObject([{ available: false }]);
  await send('PATCH', categories((await send('GET', categories())).body[0].id), { hours: null });
  const always = await menu();
  expect(always.drinks).toMatchObject([{ menuCategory: 'Brunch', available: true }]);
  expect(always).not.toHaveProperty('availability');
});

test('a sale outside of the hours is taken all the same', async () => {
  await setClock();
  await add(brunch());
  const sale = { drinks: [{ drinkId: unit.cubaLibre }] };
  expect((await send('POST', '/api/orders', sale, unit.key)).status).toBe(201);
});

test('a drink is sold out until the next night begins, and the unit knows', async () => {
  await setClock();
  const until = '2026-06-14T09:00:00.000Z';
  expect(await switchDrink({ soldOut: true })).toMatchObject({
    soldOut: true,
    soldOutUntil: until,
  });
  expect(await menu()).toMatchObject({
    drinks: [{ available: false }],
    availability: [{ from: until, drinks: [{ id: unit.cubaLibre, available: true }] }],
  });
  app.setNow(new Date(until));
  await signInAgain();
  expect((await menu()).drinks).toMatchObject([{ available: true }]);
  const [drink] = (await send('GET', `/api/drinks/${owner.venueId}`)).body;
  expect(drink).toMatchObject({ soldOut: false });
  expect(drink).not.toHaveProperty('soldOutUntil');
  await switchDrink({ soldOut: true });
  await switchDrink({ soldOut: false });
  expect(await menu()).not.toHaveProperty('availability');
});

test('without a clock a drink is sold out for a day, and hours are refused', async () => {
  expect(await switchDrink({ soldOut: true })).toMatchObject({
    soldOutUntil: '2026-06-14T13:00:00.000Z',
  });
  const refused = await send('POST', categories(), brunch());
  expect(refused).toMatchObject({
    status: 409,
    body: { hours: 'Set the clock of the venue first: hours go by it' },
  });
  expect((await send('GET', categories())).body).toEqual([]);
});

test('a drink has one category, and stays when that is deleted', async () => {
  const [first, second] = [
    await add({ ...brunch(), hours: null }),
    await add({ name: 'Cocktails', drinkIds: [] }),
  ];
  const moved = await send('PATCH', categories(second.id), { drinkIds: [unit.cubaLibre] });
  expect(moved.body).toMatchObject({ name: 'Cocktails', drinkIds: [unit.cubaLibre] });
  const listed = (await send('GET', categories())).body;
  expect(listed).toMatchObject([{ drinkIds: [] }, { drinkIds: [unit.cubaLibre] }]);
  const drinks = `/api/drinks/${owner.venueId}`;
  expect((await send('GET', drinks)).body).toMatchObject([{ categoryId: second.id }]);
  expect((await send('DELETE', categories(second.id))).body).toEqual({ id: second.id });
  expect((await send('GET', drinks)).body[0]).not.toHaveProperty('categoryId');
  expect((await send('DELETE', categories(second.id))).status).toBe(404);
  expect((await send('DELETE', categories(first.id))).status).toBe(200);
});

test('a name that is taken, drinks of others and unknown categories change nothing', async () => {
  const category = await add({ ...brunch(), hours: null });
  const stranger = await createUnit(app, await addOwner(app, `Stranger ${owner.venueId}`));
  const before = (await send('GET', categories())).body;
  const taken = { status: 409, body: { name: 'Another category has this name' } };
  expect(await send('POST', categories(), { name: 'brunch' })).toMatchObject(taken);
  const foreign = { drinkIds: [unit.cubaLibre, stranger.cubaLibre], name: 'Evening' };
  expect((await send('PATCH', categories(category.id), foreign)).status).toBe(404);
  expect((await send('PATCH', categories(randomUUID()), { name: 'Evening' })).status).toBe(404);
  const bad = { name: 'Evening', hours: { ...hours, weekdays: [] } };
  expect((await send('POST', categories(), bad)).status).toBe(400);
  expect((await send('GET', categories())).body).toEqual(before);
});

test('what changed is in the activity log, and a change that is none is not', async () => {
  const { id } = await add({ ...brunch(), hours: null });
  await send('PATCH', categories(id), { name: 'Sunday brunch' });
  await send('PATCH', categories(id), { name: 'Sunday brunch', drinkIds: [unit.cubaLibre] });
  await send('DELETE', categories(id));
  const { name } = (await send('GET', `/api/venues/${owner.venueId}`)).body;
  const rows = await app.db
    .selectFrom('audit')
    .select(['action', 'old_value', 'new_value'])
    .where('target', 'like', `category %of venue ${name}`)
    .orderBy('action')
    .execute();
  const was = { name: 'Brunch', hours: 'all times', drinks: 1 };
  const is = { ...was, name: 'Sunday brunch' };
  expect(rows).toEqual([
    { action: 'menu_category.created', old_value: null, new_value: was },
    { action: 'menu_category.deleted', old_value: is, new_value: null },
    { action: 'menu_category.updated', old_value: was, new_value: is },
  ]);
});
