import { describe, expect, test } from 'vitest';
import { describeRole, notAllowedMessage, roleDescriptions } from './people-messages.ts';
import {
  allowedTo,
  memberMay,
  permissions,
  permissionTable,
  type Role,
  roles,
  usualRoleSettings,
} from './roles.ts';

const holder = (role: Role, more: { venueIds?: string[]; allowed?: string[] } = {}) => ({
  role,
  venueIds: null,
  allowed: [],
  ...more,
});

describe('the table of roles and permissions', () => {
  test('has a grant for every role and permission, and a message for each permission', () => {
    for (const permission of permissions) {
      expect(permissionTable[permission], permission).toMatch(/^[yn?]{4}$/);
      const refusal = notAllowedMessage(holder('accountant'), permission);
      expect(refusal, permission).not.toContain('undefined');
    }
    for (const role of roles) expect(roleDescriptions[role]).toMatch(/\.$/);
  });

  test('an owner may do all but manage the platform', () => {
    const mayNot = permissions.filter((permission) => !memberMay(holder('owner'), permission));
    expect(mayNot).toEqual(['platform.manage']);
  });

  test('a bartender and an accountant may change nothing that has a price', () => {
    for (const role of ['bartender', 'accountant'] as const) {
      for (const permission of ['prices.write', 'drinks.write', 'refunds.create'] as const)
        expect(memberMay(holder(role), permission)).toBe(false);
    }
  });

  test('an accountant may see money, costs and the stock, and change nothing but accounts', () => {
    const may = permissions.filter((permission) => memberMay(holder('accountant'), permission));
    expect(may).toEqual(expect.arrayContaining(['money.read', 'costs.read', 'stock.read']));
    expect(may.filter((one) => !/^public$|\.(use|read|export)$/.test(one))).toEqual([
      'accounting.write',
    ]);
  });
});

test('the settings of an owner show money to bartenders and let managers change prices', () => {
  const shown = { ...usualRoleSettings, bartendersSeeMoney: true, managersChangePrices: true };
  const may = (role: Role, settings = usualRoleSettings) =>
    (['money.read', 'prices.write'] as const).filter((permission) =>
      memberMay(holder(role, { allowed: allowedTo(role, settings) }), permission),
    );
  expect([may('bartender'), may('bartender', shown)]).toEqual([[], ['money.read']]);
  expect([may('manager'), may('manager', shown)]).toEqual([
    ['money.read'],
    ['money.read', 'prices.write'],
  ]);
  expect(may('accountant', shown)).toEqual(['money.read']);
});

test('a member of some venues may not use what belongs to all venues', () => {
  const limited = holder('accountant', { venueIds: ['one'] });
  expect(memberMay(limited, 'reports.read')).toBe(true);
  expect(memberMay(limited, 'audit.read')).toBe(false);
  expect(notAllowedMessage(limited, 'audit.read')).toBe(
    'Only people with access to all venues may read the activity log',
  );
});

test.each([
  ['bartender', 'refunds.create', 'Only owners and managers may refund drinks'],
  ['accountant', 'people.manage', 'Only owners may manage people'],
  ['bartender', 'reports.read', 'Only owners, managers and accountants may read reports'],
  ['manager', 'prices.write', 'Only owners may change prices, unless the owner allows it'],
  ['owner', 'platform.manage', 'Only super administrators may manage the platform'],
] as const)('a %s who lacks %s is told which roles have it', (role, permission, message) => {
  expect(notAllowedMessage(holder(role), permission)).toBe(message);
});

test('a role is described from the same table', () => {
  expect(describeRole('bartender')).toEqual({
    may: [
      'see the units',
      'see tonight',
      'follow the night live',
      'see alerts',
      'mark alerts as seen and resolve them',
      'see the stock',
      'refill ingredients',
      'see the menu',
      'switch drinks on and off',
      'see single sales',
      'settle drinks that were not poured',
      'pause units for maintenance',
    ],
    ifAllowed: ['see prices and amounts'],
    mayNot: expect.arrayContaining(['refund drinks', 'manage people']),
  });
});
