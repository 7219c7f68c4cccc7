import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDrink, type Drink, drinksQuery, reorderDrinks, updateDrink } from './drinks.ts';
import { queryClient } from './endpoint-query.ts';
import { requestRefund } from './refunds.ts';

const drink = (_id: string, current: number, more: object = {}) =>
  ({
    _id,
    name: _id,
    venueId: 'v',
    unitId: 'u',
    active: true,
    ranking: { current, previous: current },
    ...more,
  }) as Drink;
const listed = drinksQuery('v', 'u').queryKey;

const fetched = vi.fn<typeof fetch>();
const response = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const sent = () => JSON.parse(fetched.mock.calls[0]?.[1]?.body as string);

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetched);
  queryClient.setQueryData(listed, [drink('a', 0), drink('b', 1), drink('c', 2)]);
});
afterEach(() => {
  vi.restoreAllMocks();
  fetched.mockReset();
  queryClient.clear();
});

test('a ranking request contains every drink with its new and old rank', async () => {
  const ranked = [drink('b', 0), drink('a', 1), drink('c', 2)];
  response(ranked);
  await reorderDrinks('v', 'u', ['b', 'a', 'c']);
  expect(sent()).toEqual([
    { id: 'b', ranking: { current: 0, previous: 1 } },
    { id: 'a', ranking: { current: 1, previous: 0 } },
    { id: 'c', ranking: { current: 2, previous: 2 } },
  ]);
  expect(queryClient.getQueryData(listed)).toEqual(ranked);
});

test('an order that was seen is sent with the ranking, and lists are refreshed when it has changed', async () => {
  response({ body: 'Someone else has changed the order since' }, 409);
  response([]);
  const sending = reorderDrinks('v', 'u', ['a', 'b', 'c'], ['c', 'a', 'b']);
  await expect(sending).rejects.toThrow('Someone else has changed the order since');
  expect(sent().map(({ expected }: { expected: number }) => expected)).toEqual([1, 2, 0]);
  expect(queryClient.getQueryState(listed)?.isInvalidated).toBe(true);
});

test('a change is sent with the values seen and shown in every list', async () => {
  const all = drinksQuery('v').queryKey;
  queryClient.setQueryData(all, [drink('b', 1)]);
  response(drink('b', 1, { active: false }));
  await updateDrink(drink('b', 1), { active: false });
  expect(sent()).toEqual({ active: false, expected: { active: true } });
  expect(queryClient.getQueryData(listed)?.map(({ active }) => active)).toEqual([
    true,
    false,
    true,
  ]);
  expect(queryClient.getQueryData(all)?.[0]?.active).toBe(false);
});

test('a deleted drink disappears from the lists immediately', async () => {
  response({ id: 'b' });
  await deleteDrink(drink('b', 1));
  expect(queryClient.getQueryData(listed)?.map(({ _id }) => _id)).toEqual(['a', 'c']);
});

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => vi.unstubAllGlobals());

const respondWith = (statusCode: number, status: string, message: string) =>
  fetched.mockResolvedValue(Response.json({ statusCode, status, message, amount: 9.9 }));

test.each([
  [200, 'refunded', 'Transaction refunded'],
  [202, 'requested', 'This refund is under way'],
])('the code %i in the body of the response is a success', async (code, status, message) => {
  respondWith(code, status, message);
  expect(await requestRefund('o-1', 0)).toEqual({ status, message, amount: 9.9 });
});

test('any other code in the body of a successful response is a failed refund', async () => {
  respondWith(402, 'failed', 'Card was declined');
  await expect(requestRefund('o-1', 0)).rejects.toMatchObject({
    name: 'ApiError',
    status: 402,
    message: 'Card was declined',
  });
});
