import { afterEach, expect, test, vi } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { changeCached, endpointQuery, invalidate, queryClient } from './endpoint-query.ts';

const page = (venueId: string, current: number) =>
  endpointQuery('getVenueWithDrinks', {
    params: { venueId },
    query: { pagination: { current, size: 10 } },
  }).queryKey;
const units = (venueId: string) => endpointQuery('listUnits', { params: { venueId } }).queryKey;
const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

test('a key is the name of the endpoint and its input', () => {
  expect(units('v')).toEqual(['listUnits', { params: { venueId: 'v' } }]);
});

test('fetches its endpoint with its input', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('[]'));
  await queryClient.fetchQuery(endpointQuery('listUnits', { params: { venueId: 'v' } }));
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/venues/v/units');
});

test('a partial input matches every page of a venue and no other venue', async () => {
  const keys = [page('v', 1), page('v', 2), page('w', 1)];
  for (const key of keys) queryClient.setQueryData(key, { drinks: [] } as never);
  await invalidate('getVenueWithDrinks', { params: { venueId: 'v' } });
  expect(keys.map(isStale)).toEqual([true, true, false]);
});

test('a name alone matches every input of its endpoint and no other endpoint', async () => {
  queryClient.setQueryData(units('v'), []);
  queryClient.setQueryData(units('w'), []);
  queryClient.setQueryData(page('v', 1), { drinks: [] } as never);
  await invalidate('listUnits');
  expect([units('v'), units('w'), page('v', 1)].map(isStale)).toEqual([true, true, false]);
});

test('changes the cached responses that match and adds none', () => {
  queryClient.setQueryData(units('w'), []);
  const change = vi.fn<() => []>(() => []);
  changeCached('listUnits', { params: { venueId: 'v' } }, change);
  expect(change).not.toHaveBeenCalled();
  expect(queryClient.getQueryData(units('v'))).toBeUndefined();
  changeCached('listUnits', { params: { venueId: 'w' } }, change);
  expect(change).toHaveBeenCalledOnce();
});

test('a response that was under way before a change does not undo it', async () => {
  const responses: ((body: unknown) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        responses.push((body) => resolve(Response.json(body)));
      }),
  );
  const query = endpointQuery('listUnits', { params: { venueId: 'v' } });
  queryClient.setQueryData(units('v'), ['shown'] as never);
  const observer = new QueryObserver(queryClient, query);
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(responses).toHaveLength(1));
  changeCached('listUnits', { params: { venueId: 'v' } }, () => ['changed'] as never);
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  responses[0]?.(['from before']);
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryClient.getQueryData(units('v'))).toEqual(['changed']);
  responses[1]?.(['from after']);
  await vi.waitFor(() => expect(queryClient.getQueryData(units('v'))).toEqual(['from after']));
  unsubscribe();
});
