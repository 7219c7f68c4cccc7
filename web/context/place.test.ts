import { expect, test } from 'vitest';
import { addressAt } from './place.ts';
import type { PlaceAddress } from './place.ts';

const at = (pathname: string, search: PlaceAddress['search'], kind: PlaceAddress['kind']) => ({
  kind,
  venueId: search['venue'],
  unitNumber: undefined,
  pathname,
  search,
});

test('another venue keeps what holds for it, and drops the page, the unit and the drink', () => {
  const report = { from: '2026-10-01', to: '2026-10-31', tab: 'drinks', venue: 'v-1', page: '3' };
  expect(addressAt(at('/salesreports', { ...report, unit: '1001' }, 'lookup'), 'v-2')).toBe(
    '/salesreports?from=2026-10-01&to=2026-10-31&tab=drinks&venue=v-2',
  );
});

test('another unit keeps the rest of the address', () => {
  const menu = at('/add-drink', { add: 'drink', venue: 'v-1', unit: '1001' }, 'unit');
  expect(addressAt(menu, 'v-1', 1002)).toBe('/add-drink?add=drink&venue=v-1&unit=1002');
});

test('an address without a venue is completed', () => {
  expect(addressAt(at('/drink-menu', { drink: 'd-1' }, 'venue'), 'v-1')).toBe(
    '/drink-menu?drink=d-1&venue=v-1',
  );
});

test('a venue in the path is replaced there', () => {
  expect(addressAt(at('/venues/v-1', {}, 'path'), 'v-2')).toBe('/venues/v-2');
});
