import { beforeAll, describe, expect, test } from 'vitest';
import { flagMessages } from '../../rules/messages.ts';
import { ofrepFlags } from '../adapters/flags/ofrep.ts';
import { startTestService } from '../testing/services/providers.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestOwner,
} from '../testing/app.ts';

let admin: string;
withApp({ owner: 'Rooftop', unit: true });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});

const flags = async (kind: string, key: string | number, token = owner.token) =>
  (await app.send('GET', `/api/flags?kind=${kind}&key=${key}`, { token })).body.flags;
const setFlag = (body: object, token = admin) => app.send('PUT', '/api/flags', { token, body });

test('every flag is off until it is switched', async () => {
  expect(Object.values(await flags('venue', 'Rooftop Bar'))).toEqual(
    Array.from({ length: 6 }, () => false),
  );
});

test('a flag is switched on and off for one unit only', async () => {
  const other = await createUnit(app, owner);
  const flag = 'general--inventory-management';
  const body = { kind: 'unit', key: String(unit.unitNumber), flag, enabled: true };
  expect((await setFlag(body)).body.flags[flag]).toBe(true);
  expect((await flags('unit', unit.unitNumber))[flag]).toBe(true);
  expect((await flags('unit', unit.id))[flag]).toBe(true);
  expect((await flags('unit', other.unitNumber))[flag]).toBe(false);
  await setFlag({ ...body, enabled: false });
  expect((await flags('unit', unit.unitNumber))[flag]).toBe(false);
});

test('only super admins switch flags, only of existing resources, and each switch is audited', async () => {
  const body = { kind: 'venue', key: 'Rooftop Bar', flag: 'general--double-order', enabled: true };
  expect((await setFlag(body, owner.token)).status).toBe(403);
  expect((await setFlag({ ...body, key: 'No such bar' })).status).toBe(404);
  expect((await setFlag({ ...body, flag: 'general--free-beer' })).status).toBe(400);
  await setFlag(body);
  const entry = await app.db
    .selectFrom('audit')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'flag.set',
    on_behalf_of: owner.userId,
    new_value: { 'general--double-order': true },
  });
});

test.each([
  ['unit', 'general--double-order'],
  ['unit', 'general--pax-shift4'],
  ['venue', 'general--inventory-management'],
  ['venue', 'general--turboshot'],
  ['venue', 'native--show-confirmation-page-in-free-flow'],
])('a %s has no switch of %s, which is read for the other kind', async (kind, flag) => {
  const key = kind === 'unit' ? String(unit.unitNumber) : owner.venueId;
  expect(await setFlag({ kind, key, flag, enabled: true })).toMatchObject({
    status: 400,
    body: { flag: 'This flag has no effect there: use the other kind' },
  });
  expect((await flags(kind, key))[flag]).toBe(false);
});

test('mixed drinks are switched for a unit or a venue', async () => {
  const flag = 'general--multiple-bottles';
  for (const [kind, key] of [
    ['unit', String(unit.unitNumber)],
    ['venue', owner.venueId],
  ] as const) {
    const switched = await setFlag({ kind, key, flag, enabled: true });
    expect([switched.status, switched.body.flags[flag]]).toEqual([200, true]);
    await setFlag({ kind, key, flag, enabled: false });
  }
});

test('a flag is switched back only from the state that the sender saw', async () => {
  const { unitNumber } = await createUnit(app, owner);
  const flag = 'general--inventory-management';
  const body = { kind: 'unit', key: String(unitNumber), flag };
  expect((await setFlag({ ...body, enabled: true, expected: false })).status).toBe(200);
  const stale = await setFlag({ ...body, enabled: true, expected: false });
  expect(stale.status).toBe(409);
  expect(stale.body.error.message).toBe(flagMessages.switchedSince(true));
  expect((await setFlag({ ...body, enabled: false, expected: true })).status).toBe(200);
  expect((await setFlag({ ...body, enabled: false, expected: true })).status).toBe(409);
  expect((await flags('unit', unitNumber))[flag]).toBe(false);
});

describe('venues of the same name', () => {
  const flag = 'general--double-order';
  const addHomonym = async (name: string) => {
    const other = await addOwner(app, name);
    const path = `/api/users/venues/${other.venueId}`;
    await app.send('PUT', path, { token: other.token, body: { name: 'Harbour Terrace' } });
    return other;
  };
  let maya: TestOwner;
  let lou: TestOwner;
  beforeAll(async () => {
    maya = await addHomonym('Maya');
    lou = await addHomonym('Lou');
  });

  test('an owner reads the flags of their own venue only, by name or by id', async () => {
    await setFlag({ kind: 'venue', key: maya.venueId, flag, enabled: true });
    for (const key of ['Harbour Terrace', maya.venueId]) {
      expect((await flags('venue', key, maya.token))[flag]).toBe(true);
    }
    expect((await flags('venue', 'Harbour Terrace', lou.token))[flag]).toBe(false);
    expect((await flags('venue', lou.venueId, lou.token))[flag]).toBe(false);
    const foreign = `/api/flags?kind=venue&key=${maya.venueId}`;
    expect((await app.send('GET', foreign, { token: lou.token })).status).toBe(404);
  });

  test('renaming a venue leaves the flags of all others as they are', async () => {
    const other = await addHomonym('Nina');
    await setFlag({ kind: 'venue', key: maya.venueId, flag, enabled: true });
    await setFlag({ kind: 'venue', key: other.venueId, flag, enabled: false });
    const path = `/api/users/venues/${other.venueId}`;
    await app.send('PUT', path, { token: other.token, body: { name: 'Elsewhere' } });
    expect((await flags('venue', 'Harbour Terrace', maya.token))[flag]).toBe(true);
    expect((await flags('venue', 'Elsewhere', other.token))[flag]).toBe(false);
  });

  test('a flag is set by id where the name is ambiguous, and for one venue only', async () => {
    const byName = await setFlag({ kind: 'venue', key: 'Harbour Terrace', flag, enabled: true });
    expect(byName.status).toBe(409);
    expect(byName.body.error.message).toBe(flagMessages.sameName);
    await setFlag({ kind: 'venue', key: maya.venueId, flag, enabled: false });
    await setFlag({ kind: 'venue', key: lou.venueId, flag, enabled: true });
    expect((await flags('venue', maya.venueId, maya.token))[flag]).toBe(false);
    expect((await flags('venue', lou.venueId, lou.token))[flag]).toBe(true);
    const entry = await app.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'flag.set', on_behalf_of: lou.userId });
  });
});

test('a configured flag service decides, and its flags cannot be switched here', async () => {
  const service = await startTestService(({ path }) => ({
    body: { key: 'x', value: path.endsWith('general--turboshot') },
  }));
  const withService = await startTestApp({
    flags: ofrepFlags({ url: service.url, token: null }, { warn: () => {} }),
  });
  const { token } = await addOwner(withService, 'Rooftop');
  const body = { kind: 'venue', key: 'Rooftop Bar', flag: 'general--double-order', enabled: false };
  const refused = await withService.send('PUT', '/api/flags', {
    token: await addSuperAdmin(withService),
    body,
  });
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('flag service');

  const read = () => withService.send('GET', '/api/flags?kind=venue&key=Rooftop%20Bar', { token });
  const response = await read();
  expect(response.body.flags['general--turboshot']).toBe(true);
  expect(Object.values(response.body.flags).filter(Boolean)).toHaveLength(1);
  await service.close();
  expect((await read()).status).toBe(200);
  await withService.close();
});
