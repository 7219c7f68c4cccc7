import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../api/endpoint-query.ts';
import { unitsQuery } from '../api/units.ts';
import type { Unit } from '../api/units.ts';
import { venuesQuery } from '../api/venues.ts';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';
import { PlaceContext, usePlace } from './place.ts';
import type { Place } from './place.ts';
import { useActiveUnit, useVenues } from './use-venues.ts';
import { forgetOwnerContext, selectUnit, selectVenue } from './owner-context.ts';

const know = (venueId: string, ...numbers: number[]) =>
  queryClient.setQueryData(
    unitsQuery(venueId).queryKey,
    numbers.map((unitNumber) => ({ _id: `u-${unitNumber}`, unitNumber }) as Unit),
  );
const wrapperAt =
  (addressed: Partial<Place>) =>
  ({ children }: { children: ReactNode }) => {
    const place = { ...usePlace(), ...addressed };
    return (
      <QueryClientProvider client={queryClient}>
        <PlaceContext value={place}>{children}</PlaceContext>
      </QueryClientProvider>
    );
  };
const active = (venueId: string, addressed: Partial<Place> = {}) =>
  renderHook(() => useActiveUnit(venueId), { wrapper: wrapperAt(addressed) }).result.current.active
    ?.unitNumber;
const activeVenue = (addressed: Partial<Place> = {}) =>
  renderHook(() => useVenues(), { wrapper: wrapperAt(addressed) }).result.current.active?.id;

afterEach(() => {
  act(() => {
    endSession();
    forgetOwnerContext();
  });
  queryClient.clear();
});

test('the active unit is the first until one is chosen, then the chosen one', () => {
  know('v', 1001, 1002, 1003);
  expect(active('v')).toBe(1001);
  selectUnit(1002);
  expect(active('v')).toBe(1002);
  selectUnit(1003);
  expect(active('v')).toBe(1003);
});

test('the active unit is the first again when the chosen one is gone or the venue changes', () => {
  know('v', 1001, 1002);
  selectUnit(1002);
  know('v', 1001);
  expect(active('v')).toBe(1001);
  know('w', 2001, 2002);
  selectVenue('w');
  expect(active('w')).toBe(2001);
});

test('there is no active unit without units', () => {
  know('v');
  expect(active('v')).toBeUndefined();
});

test('the unit in the address comes before the chosen one, unless the venue does not have it', () => {
  know('v', 1001, 1002);
  selectUnit(1002);
  expect(active('v', { unitNumber: 1001 })).toBe(1001);
  expect(active('v', { unitNumber: 9999 })).toBe(1002);
});

test('the venue in the address comes before the chosen one, unless the account does not have it', () => {
  startSession(tokenWith({ sub: 'owner-1' }));
  queryClient.setQueryData(venuesQuery('owner-1').queryKey, {
    a: { _id: 'a', id: 'a', name: 'Rooftop Bar', address: '', firstWeekday: 'monday' },
    b: { _id: 'b', id: 'b', name: 'Pool Deck', address: '', firstWeekday: 'monday' },
    c: { _id: 'c', id: 'c', name: 'Harbour Terrace', address: '', firstWeekday: 'monday' },
  });
  expect(activeVenue()).toBe('a');
  selectVenue('b');
  expect(activeVenue()).toBe('b');
  expect(activeVenue({ venueId: 'c' })).toBe('c');
  expect(activeVenue({ venueId: 'of another owner' })).toBe('b');
});
