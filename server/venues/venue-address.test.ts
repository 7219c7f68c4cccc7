import { beforeAll, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, addSuperAdmin, type TestOwner } from '../testing/app.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

let stranger: TestOwner;
let admin: string;
withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  stranger = await addOwner(app, 'Stranger');
  admin = await addSuperAdmin(app);
});

const update = (address: unknown, token = owner.token, expected?: object) =>
  app.send('PUT', `/api/users/venues/${owner.venueId}`, { token, body: { address, expected } });
const add = (body: object, token = owner.token) =>
  app.send('POST', '/api/users/venues', { token, body });
const see = async (path: string) => (await app.send('GET', path, { token: owner.token })).body;

test('a venue has no address until one is entered, and each answer about the venue has it', async () => {
  expect(await see(`/api/users/venues/${owner.venueId}`)).toMatchObject({ address: '' });
  const changed = await update('  12 Harbor Street, Oakland, CA 94607 ');
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Rooftop Bar', address: '12 Harbor Street, Oakland, CA 94607' },
  });
  const { address } = changed.body;
  expect(await see(`/api/users/venues/${owner.venueId}`)).toMatchObject({ address });
  expect(await see(`/api/venues/${owner.venueId}/venue`)).toMatchObject({ address });
  expect(await see(`/api/venues/${owner.venueId}`)).toMatchObject({ address });
  expect((await see(`/api/users/${owner.userId}/venues`))[owner.venueId]).toMatchObject({
    address,
  });
  const log = await see('/api/audit');
  expect(log.entries[0]).toMatchObject({
    action: 'venue.updated',
    oldValue: { address: '' },
    newValue: { address },
  });
  expect((await update('')).body.address).toBe('');
});

test('a venue is added with an address or without, by its owner and by a super admin', async () => {
  expect(await add({ name: 'Terrace', address: '1 Pier' })).toMatchObject({
    status: 201,
    body: { name: 'Terrace', address: '1 Pier' },
  });
  expect((await add({ name: 'Cellar' })).body.address).toBe('');
  const body = { name: 'Attic', address: '2 Pier', ownerId: owner.userId };
  expect((await add(body, admin)).body.address).toBe('2 Pier');
});

test('an address is one line of at most 300 characters, and is kept as it is typed', async () => {
  const tooLong = { status: 400, body: { address: 'Use at most 300 characters' } };
  expect(await update('x'.repeat(301))).toMatchObject(tooLong);
  expect(await add({ name: 'Far', address: 'x'.repeat(301) })).toMatchObject(tooLong);
  expect((await update('x'.repeat(300))).status).toBe(200);
  const visible = { address: 'Use visible plain text without control characters' };
  expect((await update('1 Pier\n2 Pier')).body).toEqual(visible);
  expect((await update(null)).status).toBe(400);
  const markup = '<b onclick="alert(1)">1 Pier</b> & Söhne';
  expect((await update(markup)).body.address).toBe(markup);
});

test('an address that somebody else has changed meanwhile is not overwritten', async () => {
  await update('1 Pier', admin);
  expect(await update('3 Pier', owner.token, { address: '2 Pier' })).toMatchObject({
    status: 409,
    body: { address: expect.stringContaining('“1 Pier”') },
  });
  expect((await update('3 Pier', owner.token, { address: '1 Pier' })).status).toBe(200);
});

test('only those who may change settings change the address, of their own venues', async () => {
  expect((await update('Elsewhere', stranger.token)).status).toBe(404);
  for (const role of ['manager', 'bartender', 'accountant'] as const)
    expect((await update('Elsewhere', (await addPerson(app, owner, role)).token)).status).toBe(403);
  expect(await see(`/api/users/venues/${owner.venueId}`)).toMatchObject({ address: '3 Pier' });
});
