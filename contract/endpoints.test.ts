import { expect, test } from 'vitest';
import { permissions } from '../rules/permissions/roles.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

test('every endpoint declares a permission of the table, and every permission but one has one', () => {
  const declared = new Set<string>();
  for (const [name, { permission }] of Object.entries<Endpoint>(endpoints)) {
    expect(permissions, name).toContain(permission);
    declared.add(permission);
  }
  const unused = permissions.filter((permission) => !declared.has(permission));
  // Amounts in responses are checked per field.
  expect(unused).toEqual(['money.read']);
});

test('endpoints that anyone may use are public, and those of super admins belong to the platform', () => {
  for (const [name, { access, permission }] of Object.entries<Endpoint>(endpoints)) {
    expect(permission === 'public', name).toBe(access === 'anyone');
    expect(permission === 'platform.manage', name).toBe(access === 'superAdmin');
  }
});
