import { expect, test } from 'vitest';
import { ApiError, networkError } from '../web/api/api-error.ts';
import { ResponseTimes, isPassing } from './tally.ts';

test('ninety-five of a hundred responses are within the p95', () => {
  const times = new ResponseTimes();
  for (let ms = 1; ms <= 100; ms += 1) times.add(ms);
  expect(times.count).toBe(100);
  expect(times.within(0.95)).toBe(95);
  expect(times.within(0.5)).toBe(50);
  expect(times.within(1)).toBe(100);
});

test('returns no percentile without responses', () => {
  expect(new ResponseTimes().within(0.95)).toBeNaN();
});

test('an unavailable or busy server is a transient error, a rejection is not', () => {
  const responded = (status: number) => new ApiError('No', { status, shape: 'message' });
  expect(isPassing(networkError())).toBe(true);
  expect([408, 429, 500, 503, 507].map((status) => isPassing(responded(status)))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect([400, 401, 404, 422].some((status) => isPassing(responded(status)))).toBe(false);
  expect(() => isPassing(new TypeError('a mistake of ours'))).toThrow('a mistake of ours');
});
