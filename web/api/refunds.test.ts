import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestRefund } from './refunds.ts';

const fetched = vi.fn<typeof fetch>();
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
