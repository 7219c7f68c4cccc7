import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { unitsQuery } from '../api/units.ts';
import type { Unit } from '../api/units.ts';
import { useActiveUnit } from './use-venues.ts';
import { forgetOwnerContext, selectUnit, selectVenue } from './owner-context.ts';

const know = (venueId: string, ...numbers: number[]) =>
  queryClient.setQueryData(
    unitsQuery(venueId).queryKey,
    numbers.map((unitNumber) => ({ _id: `u-${unitNumber}`, unitNumber }) as Unit),
  );
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const active = (venueId: string) =>
  renderHook(() => useActiveUnit(venueId), { wrapper }).result.current.active?.unitNumber;

afterEach(() => {
  act(() => forgetOwnerContext());
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
