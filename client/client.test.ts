import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { recentAuthenticationCode } from '../rules/users/sign-in.ts';
import { ofBrowser } from '../server/testing/app.ts';
import { settle } from '../server/testing/places.ts';
import { app, withApp } from '../server/testing/with-app.ts';
import { ApiError, type Client, createClient } from './client.ts';

withApp();

let url: string;
let venueId: string;
let email: string;
let client: Client;

beforeAll(async () => {
  await app.app.listen({ port: 0 });
  url = `http://localhost:${(app.app.server.address() as AddressInfo).port}`;
  const { owner } = await settle(app, 'Rooftop');
  ({ venueId, email } = owner);
  const body = { name: 'Client', scopes: ['sales:read', 'reports:read', 'menu:read'] };
  const { body: made } = await app.send('POST', '/api/tokens', { token: owner.token, body });
  client = createClient({ url: `${url}/`, token: made.token });
});

const range = () => ({ venueId, startDate: Date.UTC(2026, 0, 1), endDate: Date.now() });

async function idsOf<Page>(pages: AsyncIterable<Page>, idsIn: (page: Page) => { id: string }[]) {
  const found: string[][] = [];
  for await (const page of pages) found.push(idsIn(page).map(({ id }) => id));
  return found;
}

/** As the Error of a call that has to fail. */
const failureOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('The call succeeded'),
    (error: ApiError) => error,
  );

test.each(['oldest', 'newest'] as const)(
  'pages of sales, %s first, have each sale once and in order',
  async (sort) => {
    const query = { ...range(), sort };
    const whole = await client.call('getSalesReport', { query });
    const ids = whole.sales.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const pages = client.pages('getSalesReport', { query: { ...query, pagination: { size: 1 } } });
    expect((await idsOf(pages, ({ sales }) => sales)).flat()).toEqual(ids);
  },
);

test('pages of a list that is read before its last row have each row once', async () => {
  const whole = await client.call('listOrders', { query: {} });
  expect(whole.length).toBeGreaterThan(1);
  const pages = client.pages('listOrders', { query: { pagination: { size: 1 } } });
  expect(await idsOf(pages, (orders) => orders)).toEqual([...whole.map(({ id }) => [id]), []]);
});

test('events are read from the cursor of the page before', async () => {
  app.setNow(new Date(Date.now() + 10 * 60_000));
  const pages = client.pages('listEvents', { query: {} });
  const ids = (await idsOf(pages, ({ events }) => events)).flat();
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});

test('CSV is a text, and a response can be read as it arrives', async () => {
  const query = { ...range(), timezone: 'UTC' };
  const text = await client.call('downloadSalesCsv', { query });
  expect(text.split('\n').length).toBeGreaterThan(1);
  expect(await (await client.open('downloadSalesCsv', { query })).text()).toBe(text);
});

test('bad input is an ApiError with a message for each field', async () => {
  const query = { ...range(), startDate: Date.now(), endDate: Date.UTC(2026, 0, 1) };
  const error = await failureOf(client.call('getSalesReport', { query }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400 });
  expect([...error.fields.keys()]).toContain('endDate');
});

test('a call beyond the scopes of the token is an ApiError with the message of the API', async () => {
  const error = await failureOf(client.call('listSuppliers', { params: { venueId } }));
  expect(error).toMatchObject({ name: 'ApiError', status: 403 });
  expect(error.message).toContain('stock:read');
  expect(error.requestId).toEqual(expect.any(String));
});

test('an error that differs from others of its status has its code', async () => {
  const token = await app.login(email, ofBrowser);
  app.setNow(new Date(Date.now() + 20 * 60_000));
  const body = { name: 'Late', scopes: ['sales:read' as const] };
  const error = await failureOf(client.call('createToken', { query: {}, body }, { token }));
  expect(error).toMatchObject({ status: 403, code: recentAuthenticationCode });
});

test('a server that cannot be reached, and a request that is aborted, have no status', async () => {
  const nowhere = createClient({ url: 'http://127.0.0.1:9' });
  expect(await failureOf(nowhere.call('getToken', {}))).toMatchObject({ status: 0 });
  const signal = AbortSignal.abort();
  expect(await failureOf(client.call('getToken', {}, { signal }))).toMatchObject({ status: 0 });
});
