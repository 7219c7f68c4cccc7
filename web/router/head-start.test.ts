import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/endpoint-query.ts';
import { startAhead } from './head-start.ts';
import { forgetOwnerContext, selectUnit, selectVenue } from '../context/owner-context.ts';
import { addressAt, type PlaceAddress } from '../context/place.ts';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';

const responses: Readonly<Record<string, unknown>> = {
  '/api/users/u-1/venues': { 'v-1': { id: 'v-1' }, 'v-2': { id: 'v-2' } },
  '/api/venues/v-1/units': [{ unitNumber: 1001 }, { unitNumber: 1002 }],
};

let requested: string[];
beforeEach(() => {
  requested = [];
  vi.stubGlobal('fetch', (address: string) => {
    const path = address.replace(location.origin, '');
    requested.push(path);
    return Promise.resolve(Response.json(responses[path] ?? []));
  });
});
afterEach(() => {
  endSession();
  forgetOwnerContext();
  queryClient.clear();
});

const open = (path: string) => startAhead(new URL(path, location.origin));
const signIn = () => startSession(tokenWith({ sub: 'u-1' }));

test('requests the venues, their first unit and its ingredients', async () => {
  signIn();
  await open('/add-drink');
  expect(requested).toEqual([
    '/api/users/u-1/venues',
    '/api/flags?kind=venue&key=v-1',
    '/api/venues/v-1/units',
    '/api/flags?kind=unit&key=1001',
    '/api/venues/v-1/units/1001',
  ]);
});

test('does not wait for what the address or the tab names', async () => {
  signIn();
  const opened = open('/add-ingredient?venue=v-2&unit=2001');
  expect(requested).toHaveLength(5);
  expect(requested).toContain('/api/venues/v-2/units/2001');
  await opened;

  queryClient.clear();
  requested = [];
  selectVenue('v-1');
  selectUnit(1002);
  await open('/add-drink');
  expect(requested.at(-1)).toBe('/api/venues/v-1/units/1002');
});

test('the unit of another venue is not that of the address', async () => {
  signIn();
  selectVenue('v-2');
  selectUnit(2001);
  await open('/add-drink?venue=v-1&unit=x');
  expect(requested.at(-1)).toBe('/api/venues/v-1/units/1001');
});

test('nothing is requested without a session, and only the venues for a screen of the account', async () => {
  await open('/add-drink');
  expect(requested).toEqual([]);
  signIn();
  await open('/people');
  expect(requested).toEqual(['/api/users/u-1/venues']);
});

test('a screen of a venue that the address names does not wait for the venues', async () => {
  signIn();
  const opened = open('/units/1002?venue=v-2');
  expect(requested).toEqual([
    '/api/users/u-1/venues',
    expect.stringMatching(/^\/api\/venues\/v-2\/health\?/),
    expect.stringMatching(/^\/api\/units\/1002\/history\?/),
  ]);
  await opened;
});

test('an address that asks for a later page, or that the role may not open, begins with the venues', async () => {
  signIn();
  await open('/failures?venue=v-1&before=c-1');
  expect(requested).toEqual(['/api/users/u-1/venues']);
  startSession(tokenWith({ sub: 's-1', ownerId: 'u-1', accountType: 'staff', role: 'accountant' }));
  queryClient.clear();
  requested = [];
  await open('/units?venue=v-1');
  expect(requested).toEqual(['/api/users/u-1/venues']);
});

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
