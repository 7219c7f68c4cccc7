import { beforeAll, expect, test } from 'vitest';
import { app, owner, withApp } from '../testing/with-app.ts';
import { addOwner, addSuperAdmin, type TestOwner } from '../testing/app.ts';

let stranger: TestOwner;
let admin: string;
withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  stranger = await addOwner(app, 'Stranger');
  admin = await addSuperAdmin(app);
});

const save = (token: string, terms: string, query = '') =>
  app.send('PATCH', `/api/settings${query}`, { token, body: { terms } });
const terms = async (token: string, query = '') =>
  (await app.send('GET', `/api/settings/terms${query}`, { token })).body.terms;

test("the platform's terms are public and apply where an owner has none", async () => {
  await save(admin, 'Drink responsibly.\nBe kind.');
  const open = await app.send('GET', '/api/settings');
  expect(open.body).toEqual({ id: expect.any(String), terms: 'Drink responsibly.\nBe kind.' });
  expect(await terms(owner.token)).toBe('Drink responsibly.\nBe kind.');
});

test('an owner has their own terms, which no other owner sees', async () => {
  await save(owner.token, 'House rules');
  expect(await terms(owner.token)).toBe('House rules');
  expect(await terms(stranger.token)).not.toBe('House rules');
  expect((await app.send('GET', '/api/settings')).body.terms).not.toBe('House rules');
});

test("a super admin who acts for an owner edits that owner's terms", async () => {
  await save(admin, 'Written for them', `?ownerId=${stranger.userId}`);
  expect(await terms(stranger.token)).toBe('Written for them');
  expect(await terms(admin, `?ownerId=${stranger.userId}`)).toBe('Written for them');
  expect(await terms(admin)).not.toBe('Written for them');
});

test('an owner can update their own terms by id, but no others', async () => {
  const { id } = (await save(owner.token, 'First')).body;
  const put = (token: string) =>
    app.send('PUT', `/api/settings/${id}`, { token, body: { terms: 'Second' } });
  expect((await put(stranger.token)).status).toBe(404);
  expect(await terms(owner.token)).toBe('First');
  expect((await put(owner.token)).body).toEqual({ id, terms: 'Second' });
  const platform = (await app.send('GET', '/api/settings')).body.id;
  const refused = await app.send('PUT', `/api/settings/${platform}`, {
    token: owner.token,
    body: { terms: 'Mine' },
  });
  expect(refused.status).toBe(404);
});

test('rejects terms without text or with control characters', async () => {
  expect((await save(owner.token, 'a\u0000b')).body).toHaveProperty('terms');
  expect(
    (await app.send('PATCH', '/api/settings', { token: owner.token, body: {} })).body,
  ).toHaveProperty('terms');
});
