import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { app, owner, withApp } from '../testing/with-app.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import { switchFlag } from '../testing/stock.ts';

/** Fields that never change. */
const fixed = ['ingredients', 'venueId', 'unitId'] as const;

const unchangeable = { expected: true, ingredients: true, venueId: true, unitId: true } as const;
const { shape } = endpoints.updateDrink.body.omit(unchangeable);

const samples: Record<keyof typeof shape, unknown> = {
  name: 'Rum and Cola',
  price: 9.75,
  doublePrice: 16.25,
  active: false,
  ranking: { current: 1, previous: 0 },
};

let unit: TestUnit;
withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  await switchFlag(app.db, owner, 'general--double-order');
});
beforeEach(async () => {
  unit = await createUnit(app, owner);
  const body = { name: 'Rum', price: 7, ingredients: [unit.rum], unitId: unit.id };
  await app.send('POST', '/api/drinks', {
    token: owner.token,
    body: { ...body, venueId: owner.venueId },
  });
});

const see = async () => {
  const url = `/api/drinks/${owner.venueId}?unit=${unit.id}`;
  const { body } = await app.send('GET', url, { token: owner.token });
  return body.find(({ id }: { id: string }) => id === unit.cubaLibre);
};

describe.each([
  ['/api/drinks/{id}', shape, () => `/api/drinks/${unit.cubaLibre}`],
  [
    '/api/venues/{venueId}/drinks/{drinkId}',
    endpoints.updateVenueDrink.body.omit(unchangeable).shape,
    () => `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`,
  ],
])('PUT %s', (_path, accepted, url) => {
  test.each(Object.keys(accepted))('stores %s of a drink', async (field) => {
    const sample = new Map(Object.entries(samples)).get(field);
    expect(sample, `no sample value for ${field}`).toBeDefined();
    const before = await see();
    expect(before[field]).not.toEqual(sample);
    const body = { [field]: sample, expected: { [field]: before[field] } };
    const { status } = await app.send('PUT', url(), { token: owner.token, body });
    expect(status).toBe(200);
    expect((await see())[field]).toEqual(sample);
  });

  test('takes a drink as it is listed, with a change', async () => {
    const listed = await see();
    const body = { ...listed, name: 'Libre' };
    const response = await app.send('PUT', url(), { token: owner.token, body });
    expect(response).toMatchObject({ status: 200, body: { ...listed, name: 'Libre' } });
    const { ingredients } = listed;
    const ids = ingredients.map(({ _id }: { _id: string }) => _id).toReversed();
    const withIds = { token: owner.token, body: { ingredients: ids, active: false } };
    expect((await app.send('PUT', url(), withIds)).body).toMatchObject({
      ingredients,
      active: false,
    });
  });

  test.each(fixed)('rejects another value of %s, and changes nothing', async (field) => {
    const before = await see();
    const other = await createUnit(app, owner);
    const values = { ingredients: [unit.rum], venueId: 'another', unitId: other.id };
    const body = { name: 'Libre', [field]: values[field] };
    const response = await app.send('PUT', url(), { token: owner.token, body });
    expect(response).toMatchObject({ status: 400, body: { [field]: expect.any(String) } });
    expect(await see()).toEqual(before);
  });
});
