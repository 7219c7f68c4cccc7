import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type QuotaName, usualQuotas } from '../../rules/owners/quotas.ts';
import { app, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let admin: string;
let owner: TestOwner;
let unit: TestUnit;
let count = 0;

withApp();
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});
beforeEach(async () => {
  count += 1;
  owner = await addOwner(app, `Owner ${count}`);
  unit = await createUnit(app, owner);
});

const readOwner = async () =>
  (await app.send('GET', `/api/admins/owner/${owner.userId}`, { token: admin })).body;
const limit = (limits: Partial<Record<QuotaName, unknown>>) =>
  app.send('PUT', `/api/admins/owner/${owner.userId}`, { token: admin, body: { limits } });

/** Bodies that store one more row, or 100 more bytes. */
const adding: Record<QuotaName, () => [url: string, body: object]> = {
  venues: () => ['/api/users/venues', { name: 'Harbour', ownerId: owner.userId }],
  units: () => [`/api/units/${owner.venueId}`, {}],
  unitKeys: () => [`/api/units/${unit.unitNumber}/keys`, {}],
  ingredients: () => ['/api/ingredients', { name: 'Gin', venueId: owner.venueId, unitId: unit.id }],
  drinks: () => [
    '/api/drinks',
    { name: 'Cola', price: 3, ingredients: [unit.cola], venueId: owner.venueId, unitId: unit.id },
  ],
  imageBytes: () => [
    '/api/files/brand-images',
    { venueId: owner.venueId, fileName: 'a.png', contentType: 'image/png', sizeBytes: 100 },
  ],
};
const add = (name: QuotaName, token = owner.token) => {
  const [url, body] = adding[name]();
  return app.send('POST', url, { token, body });
};

describe.each(Object.keys(adding) as QuotaName[])('the limit of %s', (name) => {
  const step = name === 'imageBytes' ? 100 : 1;

  test('is refused to be exceeded, and the message says what to do', async () => {
    const { used } = await readOwner();
    expect((await limit({ [name]: used[name] })).status).toBe(200);
    const refused = await add(name);
    expect(refused.status).toBe(422);
    expect(refused.body.error.message).toMatch(
      /at most .*ask your administrator to raise the limit/,
    );
    expect((await readOwner()).used[name]).toBe(used[name]);
    await limit({ [name]: used[name] + step });
    expect((await add(name)).status).toBe(201);
    expect((await readOwner()).used[name]).toBe(used[name] + step);
  });

  test('does not hold for a super admin', async () => {
    await limit({ [name]: 0 });
    expect((await add(name, admin)).status).toBe(201);
  });
});

test.each(['venues', 'units', 'unitKeys', 'imageBytes'] as const)(
  'concurrent requests do not exceed the limit of %s',
  async (name) => {
    const step = name === 'imageBytes' ? 100 : 1;
    const { used } = await readOwner();
    await limit({ [name]: used[name] + 2 * step });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await add(name)).status),
    );
    expect(statuses.sort()).toEqual([201, 201, 422, 422, 422, 422, 422, 422]);
  },
);

test('what was deleted or revoked counts no more', async () => {
  await limit({ units: 1 });
  expect((await add('units')).status).toBe(422);
  await app.send('DELETE', `/api/units/${unit.unitNumber}`, { token: owner.token });
  expect((await add('units')).status).toBe(201);
});

test('a super admin sees and changes the limits of an owner, and the audit log has them', async () => {
  expect((await readOwner()).limits).toEqual(usualQuotas);
  const { body } = await limit({ venues: 7, units: 8 });
  expect(body.limits).toEqual({ ...usualQuotas, venues: 7, units: 8 });
  expect((await limit({ venues: null })).body.limits).toEqual({ ...usualQuotas, units: 8 });
  expect((await limit({ units: -1 })).status).toBe(400);
  expect((await limit({ units: 1.5 })).status).toBe(400);
  expect((await readOwner()).limits).toEqual({ ...usualQuotas, units: 8 });
  const entries = await app.db
    .selectFrom('audit')
    .select(['old_value', 'new_value'])
    .where('action', '=', 'owner.limited')
    .where('on_behalf_of', '=', owner.userId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(entries[0]).toMatchObject({ old_value: usualQuotas, new_value: { venues: 7, units: 8 } });
  expect(entries).toHaveLength(2);
});

test('an owner cannot change their own limits', async () => {
  const body = { limits: { units: 5000 } };
  const url = `/api/admins/owner/${owner.userId}`;
  expect((await app.send('PUT', url, { token: owner.token, body })).status).toBe(403);
});
