import { expect, test } from 'vitest';
import { decodeClaims } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { tokenWith } from '../testing/tokens.ts';
import { sidebarItems } from './sidebar-items.ts';

function labels(claims: Partial<Claims>, actsForOwner = false): string[] {
  const decoded = decodeClaims(tokenWith(claims));
  if (!decoded) throw new Error('The token of the test cannot be read');
  return sidebarItems(decoded, actsForOwner).map(({ label, href }) => `${label} ${href}`);
}

const ownerSet = [
  'Your menu /add-drink',
  'Add Ingredient /add-ingredient',
  'Reports /salesreports',
];

test('an owner has the owner items', () => expect(labels({})).toEqual(ownerSet));

test('the account with hidden owner items has none of them', () =>
  expect(labels({ ownerItemsHidden: true })).toEqual([]));

test('a customer has no items', () => expect(labels({ accountType: 'customer' })).toEqual([]));

test.each([['SUPER_ADMIN'], ['superadmin']])('%s has the admin items', (accountType) => {
  expect(labels({ accountType })).toEqual([
    'Owners /owners',
    'Rendering /renderingsettings',
    'Settings /settings',
  ]);
});

test('a super admin who acts for an owner has all owner items and a link back', () => {
  expect(labels({ accountType: 'SUPER_ADMIN' }, true)).toEqual([
    'Venues /venues',
    'Drink Menu /drink-menu',
    ...ownerSet,
    'Super Admin /owners',
  ]);
});
