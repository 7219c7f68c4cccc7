import { beforeAll, expect, test } from 'vitest';
import { usualBodyBytes } from '../../contract/endpoint.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestUnit } from '../testing/app.ts';

let token: string;
let unit: TestUnit;
withApp();
beforeAll(async () => {
  const owner = await addOwner(app, 'Rooftop');
  token = owner.token;
  unit = await createUnit(app, owner);
});

const post = async (url: string, payload: string, authorization = '') => {
  const response = await app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization },
    payload,
  });
  return [response.statusCode, response.json().error?.message] as const;
};
const padded = (body: object, bytes: number): string => JSON.stringify(body).padEnd(bytes);
const credentials = { email: 'maya@example.com', password: 'wrong' };
const tooNested = [400, 'This request is nested too deeply or has too many values'];

test.each(['/api/users/login', '/api/users/register', '/api/nowhere'])(
  'clients without an account can send 16 kB to %s, and no more',
  async (url) => {
    const [status] = await post(url, padded(credentials, usualBodyBytes));
    expect(status).not.toBe(413);
    expect(await post(url, padded(credentials, usualBodyBytes + 1))).toEqual([
      413,
      'This is too large',
    ]);
  },
);

test('a unit can send an order of 1 MB, and no more', async () => {
  const order = { unitNumber: unit.unitNumber, drinks: [{ drinkId: unit.cubaLibre, quantity: 1 }] };
  const key = `Bearer ${unit.key}`;
  expect((await post('/api/orders', padded(order, 1_048_576), key))[0]).toBe(201);
  expect((await post('/api/orders', padded(order, 1_048_577), key))[0]).toBe(413);
});

test.each([
  ['arrays', '['.repeat(8000)],
  ['objects', '{"a":'.repeat(3000)],
  ['21 levels', '['.repeat(21) + ']'.repeat(21)],
  ['a string with a bracket in between', '["]",'.repeat(100)],
  ['an escaped quote', '["\\"]]]]]",'.repeat(100)],
])('refuses nested JSON before it is parsed: %s', async (_, text) => {
  expect(await post('/api/users/login', text)).toEqual(tooNested);
});

test('refuses more values than the largest order has', async () => {
  const many = `{"terms":"x"${',"":0'.repeat(60_001)}}`;
  const { statusCode, payload } = await app.app.inject({
    method: 'PATCH',
    url: '/api/settings',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    payload: many,
  });
  expect([statusCode, JSON.parse(payload).error.message]).toEqual(tooNested);
});

test('brackets and commas inside of texts are text', async () => {
  const terms = '[{,"\\'.repeat(15_000);
  const { statusCode } = await app.app.inject({
    method: 'PATCH',
    url: '/api/settings',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    payload: JSON.stringify({ terms }),
  });
  expect(statusCode).toBe(200);
});

test.each(['', '{', '"', '"\\', '{"__proto__": 1}'])(
  'refuses JSON that is not valid: %s',
  async (text) => {
    expect(await post('/api/users/login', text)).toEqual([400, 'This request is not well-formed']);
  },
);
