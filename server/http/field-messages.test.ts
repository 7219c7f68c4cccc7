import { beforeAll, expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { addSuperAdmin } from '../testing/app.ts';

let admin: string;
withApp({ owner: 'Rooftop', unit: true });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});

async function refusal(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  token = owner.token,
): Promise<unknown> {
  const { status, body: response } = await app.send(method, path, { token, body });
  expect(status).toBe(400);
  return response;
}

test.each([
  [{ quantity: 13, minutes: 0 }, { 'drinkLimit.quantity': 'Use at most 12' }],
  [{ quantity: -1, minutes: 0 }, { 'drinkLimit.quantity': 'Use at least 0' }],
  [{ quantity: 1.5, minutes: 0 }, { 'drinkLimit.quantity': 'Use a whole number' }],
  [{ quantity: 3 }, { 'drinkLimit.minutes': 'This is required' }],
  ['none', { drinkLimit: 'Use an object' }],
])('a drink limit of %j is refused with %j', async (drinkLimit, refused) => {
  const path = `/api/users/venues/${owner.venueId}`;
  expect(await refusal('PUT', path, { drinkLimit }, admin)).toMatchObject(refused);
});

test('orders without a list of drinks are refused with a sentence', async () => {
  expect(await refusal('POST', '/api/orders', { drinks: 'rum' }, unit.key)).toMatchObject({
    drinks: 'Use a list',
  });
});

test('ingredients with an unknown role or too many places are refused with a sentence', async () => {
  const body = {
    unitId: unit.id,
    baseOrMixer: ['base', 'ice'],
    positionInUnit: Array.from({ length: 21 }, (_, place) => String(place)),
  };
  expect(await refusal('PUT', `/api/ingredients/${unit.rum}`, body)).toMatchObject({
    errors: {
      'baseOrMixer.1': 'Use base or mixer',
      positionInUnit: 'Use at most 20 entries',
    },
  });
});
