import { describe, expect, test } from 'vitest';
import type { Role } from '../../rules/permissions/roles.ts';
import { decodeClaims } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import { tokenWith } from '../testing/tokens.ts';
import { sentTo } from './admission.ts';
import type { Visitor, Who } from './admission.ts';

const claimsOf = (claims: Partial<Claims>) => decodeClaims(tokenWith(claims));

const signedOut: Visitor = { claims: null, actsForOwner: false };
const owner: Visitor = { claims: claimsOf({}), actsForOwner: true };
const customer: Visitor = { claims: claimsOf({ accountType: 'customer' }), actsForOwner: false };
const admin: Visitor = { claims: claimsOf({ accountType: 'SUPER_ADMIN' }), actsForOwner: false };
const otherSpelling: Visitor = {
  claims: claimsOf({ accountType: 'superadmin' }),
  actsForOwner: false,
};
const acting: Visitor = { ...admin, actsForOwner: true };

const all: [path: string, who: Who][] = [
  ['/', 'ownerContext'],
  ['/register', 'signedIn'],
  ['/owners', 'superAdmin'],
  ['/settings', 'signedIn'],
  ['/salesreports', 'ownerContext'],
];

describe('signed out', () => {
  test('the landing page and the login are open when signed out', () => {
    expect(sentTo('/', 'public', signedOut)).toBeNull();
    expect(sentTo('/', 'ownerContext', signedOut)).toBeNull();
    expect(sentTo('/login', 'public', signedOut)).toBeNull();
  });

  test.each(all.slice(1))('%s leads to the login', (path, who) => {
    expect(sentTo(path, who, signedOut)).toBe('/login');
  });
});

describe('owner', () => {
  test("an owner's home is Your Menu", () =>
    expect(sentTo('/', 'ownerContext', owner)).toBe('/add-drink'));
  test('an owner is redirected home from login, register and super admin screens', () => {
    expect(sentTo('/login', 'public', owner)).toBe('/');
    expect(sentTo('/register', 'signedIn', owner)).toBe('/');
    expect(sentTo('/owners', 'superAdmin', owner)).toBe('/');
  });
  test('an owner is admitted to all other screens', () => {
    expect(sentTo('/salesreports', 'ownerContext', owner)).toBeNull();
    expect(sentTo('/settings', 'signedIn', owner)).toBeNull();
  });
});

describe.each([
  ['SUPER_ADMIN', admin],
  ['superadmin', otherSpelling],
])('a super admin (%s)', (_, visitor) => {
  test('a super admin must choose an owner before screens that need one', () => {
    expect(sentTo('/', 'ownerContext', visitor)).toBe('/owners');
    expect(sentTo('/salesreports', 'ownerContext', visitor)).toBe('/owners');
  });
  test('a super admin needs no owner for admin screens', () => {
    expect(sentTo('/owners', 'superAdmin', visitor)).toBeNull();
    expect(sentTo('/register', 'signedIn', visitor)).toBeNull();
    expect(sentTo('/settings', 'signedIn', visitor)).toBeNull();
  });
});

test('a super admin who acts for an owner is admitted everywhere except the login', () => {
  for (const [path, who] of all) expect(sentTo(path, who, acting)).toBeNull();
  expect(sentTo('/login', 'public', acting)).toBe('/');
});

test('a customer is never redirected, which avoids a redirect loop', () => {
  for (const [path, who] of all) expect(sentTo(path, who, customer)).toBeNull();
});

describe('staff', () => {
  const staff = (role: Role): Visitor => ({
    claims: claimsOf({ accountType: 'staff', ownerId: 'o-1', role }),
    actsForOwner: true,
  });

  test.each([
    ['manager', '/add-drink'],
    ['bartender', '/dashboard'],
    ['accountant', '/reports'],
    ['owner', '/add-drink'],
  ] as const)('the first screen of a %s is %s', (role, screen) => {
    expect(sentTo('/', 'ownerContext', staff(role))).toBe(screen);
    expect(sentTo('/owners', 'superAdmin', staff(role))).toBe(screen);
    expect(sentTo(screen, 'ownerContext', staff(role))).toBeNull();
  });

  test('a screen that the role does not permit leads to the first one', () => {
    expect(sentTo('/people', 'ownerContext', staff('manager'))).toBe('/add-drink');
    expect(sentTo('/salesreports', 'ownerContext', staff('bartender'))).toBe('/dashboard');
    expect(sentTo('/add-drink', 'ownerContext', staff('accountant'))).toBe('/reports');
    expect(sentTo('/people', 'ownerContext', staff('owner'))).toBeNull();
  });

  test('an accountant opens the stock, and neither the refill list nor the menu', () => {
    expect(sentTo('/stock', 'ownerContext', staff('accountant'))).toBeNull();
    for (const path of ['/refill', '/add-drink', '/units'])
      expect(sentTo(path, 'ownerContext', staff('accountant')), path).toBe('/reports');
  });
});
