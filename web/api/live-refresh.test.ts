import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unitIngredientsQuery } from './unit-ingredients.ts';
import { refreshVenue } from './live-refresh.ts';
import { queryClient } from './endpoint-query.ts';
import { overviewQuery } from './venues.ts';

const venueId = '01890000-0000-7000-8000-000000000001';
const fetched = vi.fn<(url: string) => Promise<Response>>();
const requested = () => fetched.mock.calls.map(([url]) => url.replace(/\?.*/, ''));
const overviewUrl = `/api/venues/${venueId}/overview`;
const unitUrl = (unit: number) => expect.stringContaining(String(unit));
let orders = 0;
let leaving: AbortController;
let unsubscribe: (() => void)[] = [];

const position = (...numbers: [unit: number, number: number][]) =>
  `2026-11-21;${numbers.map(([unit, number]) => `${unit}.${number}`).join(',')}`;
const shown = () => queryClient.getQueryData(overviewQuery(venueId, 'UTC').queryKey)?.orders;
const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  vi.useFakeTimers();
  orders = 0;
  fetched.mockReset();
  fetched.mockImplementation(async () => {
    orders += 1;
    return new Response(JSON.stringify({ orders }));
  });
  vi.stubGlobal('fetch', fetched);
  leaving = new AbortController();
  const queries = [
    { ...overviewQuery(venueId, 'UTC'), refetchInterval: false as const },
    unitIngredientsQuery(venueId, 1001),
    unitIngredientsQuery(venueId, 1002),
  ];
  unsubscribe = queries.map((query) =>
    new QueryObserver<unknown>(queryClient, query as never).subscribe(() => undefined),
  );
  await vi.advanceTimersByTimeAsync(0);
  fetched.mockClear();
});
afterEach(() => {
  leaving.abort();
  for (const end of unsubscribe) end();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a change of one unit refreshes the venue and that unit, and the first position nothing', async () => {
  const moved = refreshVenue(venueId, leaving.signal);
  moved(position([1001, 5], [1002, 7]));
  await vi.advanceTimersByTimeAsync(1000);
  expect(requested()).toEqual([]);
  moved(position([1001, 6], [1002, 7]));
  await vi.advanceTimersByTimeAsync(0);
  expect(requested()).toEqual([overviewUrl, unitUrl(1001)]);
  expect(shown()).toBe(4);
});

test('many changes refresh each query once in four seconds', async () => {
  const moved = refreshVenue(venueId, leaving.signal);
  for (let number = 0; number < 80; number += 1) {
    moved(position([1001, number]));
    await vi.advanceTimersByTimeAsync(250);
  }
  const ofOverview = requested().filter((url) => url === overviewUrl);
  expect(ofOverview.length).toBeGreaterThanOrEqual(4);
  expect(ofOverview.length).toBeLessThanOrEqual(6);
});

test('nothing is loaded while the page is hidden, and once when it is shown again', async () => {
  const moved = refreshVenue(venueId, leaving.signal);
  moved(position([1001, 1]));
  hide(true);
  for (let number = 2; number < 20; number += 1) {
    moved(position([1001, number]));
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(requested()).toEqual([]);
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(requested()).toEqual([overviewUrl, unitUrl(1001)]);
});

test('a response that a change has overtaken is dropped', async () => {
  const moved = refreshVenue(venueId, leaving.signal);
  moved(position([1001, 1]));
  moved(position([1001, 2]));
  fetched.mockImplementation(async () => {
    queryClient.setQueryData(
      overviewQuery(venueId, 'UTC').queryKey,
      (known) => known && { ...known, orders: 77 },
    );
    return new Response(JSON.stringify({ orders: 1 }));
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(requested()).toContain(overviewUrl);
  expect(shown()).toBe(77);
});
