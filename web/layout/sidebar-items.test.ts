import { describe, expect, test } from 'vitest';
import type { Role } from '../../rules/permissions/roles.ts';
import { decodeClaims } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { tokenWith } from '../testing/tokens.ts';
import { highlightedItem, sidebarGroups } from './sidebar-items.ts';

function groupsOf(claims: Partial<Claims>, actsForOwner = false, venueId?: string) {
  const decoded = decodeClaims(tokenWith(claims));
  if (!decoded) throw new Error('The token of the test cannot be read');
  return sidebarGroups(decoded, actsForOwner, venueId);
}

/** The items by heading; the specified ones have none. */
const labels = (...of: Parameters<typeof groupsOf>): Record<string, string[]> =>
  Object.fromEntries(
    groupsOf(...of).map(({ heading, items }) => [
      heading ?? '',
      items.map(({ label, href }) => `${label} ${href}`),
    ]),
  );

const ownerSet = [
  'Your menu /add-drink',
  'Add Ingredient /add-ingredient',
  'Reports /salesreports',
];
const groups = {
  Tonight: ['Overview /dashboard', 'Issues /alerts', 'Refill /refill'],
  Bar: ['Units /units', 'Menu and prices /drink-menu'],
  Business: ['Venue /venues/v-1', 'People /people', 'Activity log /audit'],
};

test('an owner has the owner items, and the groups below them', () =>
  expect(labels({}, false, 'v-1')).toEqual({ '': ownerSet, ...groups }));

describe('staff have the items of an owner that their role permits', () => {
  const staff = (role: Role, more: Partial<Claims> = {}) =>
    labels({ accountType: 'staff', ownerId: 'o-1', role, ...more }, false, 'v-1');

  test('a partner has all of them', () =>
    expect(staff('owner')).toEqual({ '': ownerSet, ...groups }));

  test('a manager has no people, units and settings', () =>
    expect(staff('manager')).toEqual({
      '': ownerSet,
      Tonight: groups.Tonight,
      Bar: groups.Bar,
      Business: ['Activity log /audit'],
    }));

  test('a manager of some venues has no activity log', () =>
    expect(staff('manager', { allVenues: false })).toEqual({
      '': ownerSet,
      Tonight: groups.Tonight,
      Bar: groups.Bar,
    }));

  test('a bartender has the unit and tonight', () =>
    expect(staff('bartender')).toEqual({
      '': ['Your menu /add-drink'],
      Tonight: groups.Tonight,
      Bar: ['Units /units'],
    }));

  test('an accountant has the reports, the issues, the stock without the refill list, and the activity log', () =>
    expect(staff('accountant')).toEqual({
      '': ['Reports /salesreports'],
      Tonight: ['Overview /dashboard', 'Issues /alerts', 'Stock /stock'],
      Business: ['Activity log /audit'],
    }));
});

test('Venue leads to the list while the venue is unknown', () =>
  expect(labels({})['Business']?.[0]).toBe('Venue /venues'));

test.each([[{}], [{ accountType: 'SUPER_ADMIN' }]])('no icon stands twice for %j', (claims) => {
  const icons = groupsOf(claims, true).flatMap(({ items }) => items.map(({ icon }) => icon));
  expect(new Set(icons).size).toBe(icons.length);
});

test.each([
  ['an owner', {}, false],
  ['a super admin', { accountType: 'SUPER_ADMIN' }, false],
  ['a super admin who acts for an owner', { accountType: 'SUPER_ADMIN' }, true],
])('CMD-06 no letter leads %s to two screens', (_, claims, actsForOwner) => {
  const letters = groupsOf(claims, actsForOwner).flatMap(({ items }) =>
    items.flatMap(({ letter }) => letter ?? []),
  );
  expect(letters.length).toBeGreaterThan(3);
  expect(new Set(letters).size).toBe(letters.length);
});

test('the account with hidden owner items has none of the items and groups', () => {
  expect(labels({ ownerItemsHidden: true })).toEqual({ '': [] });
  expect(labels({ accountType: 'SUPER_ADMIN', ownerItemsHidden: true }, true)).toEqual({
    '': ['Super Admin /owners'],
  });
});

test('a customer has no items', () =>
  expect(labels({ accountType: 'customer' })).toEqual({ '': [] }));

test.each([['SUPER_ADMIN'], ['superadmin']])('%s has the admin items', (accountType) => {
  expect(labels({ accountType })).toEqual({
    '': ['Owners /owners', 'Rendering /renderingsettings', 'Settings /settings'],
    Support: ['Fleet /fleet', 'Activity log /audit'],
  });
});

test('a super admin who acts for an owner has all owner items, a link back and the groups, without the drink menu twice', () => {
  expect(labels({ accountType: 'SUPER_ADMIN' }, true, 'v-1')).toEqual({
    '': ['Venues /venues', 'Drink Menu /drink-menu', ...ownerSet, 'Super Admin /owners'],
    ...groups,
    Bar: ['Units /units'],
  });
});

describe('the highlighted item', () => {
  const highlighted = (pathname: string, ...of: Parameters<typeof groupsOf>) =>
    highlightedItem(pathname, groupsOf(...of))?.label;

  test.each([
    ['/add-drink', 'Your menu'],
    ['/ingredients/i-1/u-1', 'Your menu'],
    ['/add-ingredient', 'Add Ingredient'],
    ['/salesreports', 'Reports'],
    ['/reports', 'Reports'],
    ['/dashboard', 'Overview'],
    ['/night', 'Overview'],
    ['/alerts', 'Issues'],
    ['/failures', 'Issues'],
    ['/refused-sales', 'Issues'],
    ['/units', 'Units'],
    ['/units/1042', 'Units'],
    ['/drink-menu', 'Menu and prices'],
    ['/venues', 'Venue'],
    ['/venues/v-1', 'Venue'],
    ['/venues/v-2', 'Venue'],
    ['/audit', 'Activity log'],
  ])('of %s is %s for an owner', (pathname, label) => {
    expect(highlighted(pathname, {}, false, 'v-1')).toBe(label);
  });

  test.each([
    ['/', 'Drink Menu'],
    ['/drink-menu', 'Drink Menu'],
    ['/venues', 'Venues'],
    ['/venues/v-1', 'Venue'],
    ['/owners/o-1', 'Super Admin'],
    ['/renderingsettings', 'Super Admin'],
  ])('of %s is %s for a super admin acting for an owner', (pathname, label) => {
    expect(highlighted(pathname, { accountType: 'SUPER_ADMIN' }, true, 'v-1')).toBe(label);
  });

  test.each([
    ['/owners', 'Owners'],
    ['/owners/o-1', 'Owners'],
    ['/renderingsettings', 'Rendering'],
    ['/settings', 'Settings'],
  ])('of %s is %s for a super admin without an owner', (pathname, label) => {
    expect(highlighted(pathname, { accountType: 'SUPER_ADMIN' })).toBe(label);
  });

  test.each([['/profile'], ['/help'], ['/version'], ['/settings']])(
    'is none on %s, which has no entry for an owner',
    (pathname) => expect(highlighted(pathname, {})).toBeUndefined(),
  );

  test('the hidden account has none', () =>
    expect(highlighted('/add-drink', { ownerItemsHidden: true })).toBeUndefined());
});
