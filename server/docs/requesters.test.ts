import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints.ts';
import { grantOf, roles } from '../../rules/permissions/roles.ts';
import { app, withApp } from '../testing/with-app.ts';

let paths: Record<string, Record<string, { description: string; security: unknown }>>;
withApp();
beforeAll(async () => {
  paths = (await app.send('GET', '/api/openapi.json')).body.paths;
});

const every = Object.entries<Endpoint>(endpoints);

function operationOf(call: Endpoint): { description: string; security: unknown } {
  const operation = paths[call.path]?.[call.method.toLowerCase()];
  if (!operation) throw new Error(`${call.method} ${call.path} is not described`);
  return operation;
}

test.each<[name: EndpointName, description: string]>([
  ['login', 'Anyone; permission public.'],
  ['logout', 'Any account; permission account.use.'],
  ['startActing', 'Super admins; permission platform.manage.'],
  ['refundDrinks', 'Owners, managers and super admins; permission refunds.create.'],
  ['createOrder', 'Units, owners, managers and super admins; permission sales.write.'],
  [
    'getSalesReport',
    'Owners, managers, accountants and super admins; permission reports.read; access tokens with reports:read.',
  ],
  [
    'listPeople',
    'Owners and super admins; permission people.manage; of an owner’s staff only those with access to all venues.',
  ],
  ['getWallNight', 'Wall displays; permission live.read.'],
])('both API documents say who may use %s', async (name, description) => {
  expect(operationOf(endpoints[name]).description).toBe(description);
  const { text } = await app.send('GET', '/api/docs');
  const [, article = ''] = text.split(`<article id="${name}">`);
  expect(article.slice(0, article.indexOf('</article>'))).toContain(`<em>${description}</em>`);
});

test.each(every)('the API document names the roles that may use %s', (_, call) => {
  if (call.access !== 'dashboard' && call.access !== 'unit') return;
  const text = operationOf(call).description.toLowerCase();
  for (const role of roles)
    expect(text.includes(`${role}s`), role).toBe(grantOf(call.permission, role) !== 'n');
});

test.each(every)('the API document says whether %s needs a token', (name, call) => {
  const needed = call.access === 'anyone' ? [] : [{ token: [] }];
  const takesAccount = ['listOrders', 'acceptInvitation', 'register'].includes(name);
  expect(operationOf(call).security).toEqual(takesAccount ? [{}, { token: [] }] : needed);
});
