import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let app: TestApp;
let owner: TestOwner;
let stranger: TestOwner;
let unit: TestUnit;
beforeAll(async () => {
  app = await startTestApp();
  owner = await addOwner(app, 'Rooftop');
  stranger = await addOwner(app, 'Stranger');
});
beforeEach(async () => {
  unit = await createUnit(app, owner);
});
afterAll(() => app.close());

const as = (token: string) => ({
  add: (body: object) => app.send('POST', `/api/units/${owner.venueId}`, { token, body }),
  list: async () =>
    (await app.send('GET', `/api/venues/${owner.venueId}/units`, { token })).body as any[],
  change: (body: object) =>
    app.send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, { token, body }),
  changeReader: (body: object) => app.send('PUT', `/api/units/${unit.unitNumber}`, { token, body }),
  remove: () => app.send('DELETE', `/api/units/${unit.unitNumber}`, { token }),
});
const mine = () => as(owner.token);
const seen = async () => (await mine().list()).find((row) => row.unitNumber === unit.unitNumber);

describe('a unit', () => {
  test('starts as the specification says and comes last in the list', async () => {
    const { status, body } = await mine().add({});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      category: 'ROTENDER_CLASSIC',
      model: 'SOLO',
      contacts: [],
      discountRate: 0,
      stripeReaderId: '',
      inventory: {},
    });
    expect((await mine().list()).at(-1)._id).toBe(body._id);
  });

  test('has a category of the list', async () => {
    expect((await mine().add({ category: 'BEERTENDER' })).body.category).toBe('BEERTENDER');
    expect(await mine().add({ category: 'TEA' })).toMatchObject({
      status: 400,
      body: { category: expect.any(String) },
    });
  });

  test('keeps its category, and all that is not sent', async () => {
    await mine().change({ homeHelperText: 'Tap your card' });
    const answer = await mine().change({ category: 'BEERTENDER', model: 'MENU' });
    expect(answer.body).toMatchObject({
      category: 'ROTENDER_CLASSIC',
      model: 'MENU',
      homeHelperText: 'Tap your card',
    });
  });

  test('keeps contacts as US numbers in the international form, each once', async () => {
    const contacts = ['(415)555-2671', '415 555 2671', '+1 212 555 0100'];
    const { body } = await mine().change({ contacts });
    expect(body.contacts).toEqual(['+14155552671', '+12125550100']);
  });

  test.each([
    ['contacts.0', { contacts: ['12'] }],
    ['discountRate', { discountRate: 1.5 }],
    ['discountRate', { discountRate: -0.1 }],
    ['discountRate', { discountRate: 'half' }],
    ['stripeReaderId', { stripeReaderId: '' }],
    ['homeHelperText', { homeHelperText: 'x\u0000' }],
    ['model', { model: 'DUET' }],
  ])('refuses a bad %s and stays as it is', async (field, body) => {
    const before = await seen();
    const answer = await mine().change(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toContain(field);
    expect(await seen()).toEqual(before);
  });

  test('is not written over by somebody who has not seen what it holds', async () => {
    await mine().change({ homeHelperText: 'First', contacts: ['4155552671'] });
    const stale = await mine().change({ homeHelperText: 'Mine', expected: { homeHelperText: '' } });
    expect(stale).toMatchObject({
      status: 409,
      body: { homeHelperText: expect.stringContaining('“First”') },
    });
    const tags = await mine().change({ contacts: [], expected: { contacts: [] } });
    expect(tags.body.contacts).toContain('+14155552671');
    expect(await seen()).toMatchObject({ homeHelperText: 'First', contacts: ['+14155552671'] });
    const fresh = { homeHelperText: 'Mine', expected: { homeHelperText: 'First' } };
    expect((await mine().change(fresh)).body.homeHelperText).toBe('Mine');
  });

  test('lets the three texts be cleared', async () => {
    const texts = {
      idCheckingServiceHostName: 'id.example',
      homeHelperText: 'Hello',
      homeButtonImage: 'cup.png',
    };
    await mine().change(texts);
    expect(await seen()).toMatchObject(texts);
    const empty = { idCheckingServiceHostName: '', homeHelperText: '', homeButtonImage: '' };
    await mine().change(empty);
    expect(await seen()).toMatchObject(empty);
  });

  test('that is deleted is gone with its keys and its drinks, and what it sold stays', async () => {
    const sold = await app.send('POST', '/api/orders', {
      token: unit.key,
      body: { drinks: [{ drinkId: unit.cubaLibre }] },
    });
    expect((await mine().remove()).body).toEqual({ unitNumber: unit.unitNumber });
    expect(await seen()).toBeUndefined();
    expect((await mine().remove()).status).toBe(404);
    expect(
      (
        await app.send('POST', '/api/orders', {
          token: unit.key,
          body: { ingredients: [unit.rum] },
        })
      ).status,
    ).toBe(401);
    const orders = (await app.send('GET', '/api/orders', { token: owner.token })).body;
    expect(orders.map((order: any) => order.id)).toContain(sold.body.id);
  });

  test('never gets a number that was used before', async () => {
    await mine().remove();
    expect((await mine().add({})).body.unitNumber).toBeGreaterThan(unit.unitNumber);
  });

  test('is out of reach for another owner', async () => {
    const foreign = as(stranger.token);
    expect((await foreign.change({ model: 'MENU' })).status).toBe(404);
    expect((await foreign.changeReader({ unit: { model: 'MENU' } })).status).toBe(404);
    expect((await foreign.remove()).status).toBe(404);
    expect((await foreign.add({})).status).toBe(404);
    for (const path of [
      `/api/venues/${owner.venueId}/units`,
      `/api/units/${unit.unitNumber}/keys`,
    ]) {
      expect((await app.send('GET', path, { token: stranger.token })).status).toBe(404);
    }
  });
});

describe('a card reader', () => {
  const record = {
    serialNumber: 'SN-1',
    displayName: 'Front bar',
    addressLine1: '1 Main St',
    city: 'New York',
    state: 'NY',
    country: 'US',
    zipCode: '10001',
  };

  test('is kept by its id and its unit', async () => {
    await mine().changeReader({ unit: { stripeReaderId: 'tmr_1' }, stripeReader: record });
    const first = unit;
    unit = await createUnit(app, owner);
    await mine().changeReader({
      unit: { stripeReaderId: 'tmr_2' },
      stripeReader: { ...record, displayName: 'Back bar' },
    });
    const look = async (id: string, query = '') =>
      (await app.send('GET', `/api/stripe-readers/${id}${query}`, { token: owner.token })).body;
    expect(await look('tmr_1', `?unitId=${first.id}`)).toEqual(record);
    expect(await look('tmr_2', `?unitId=${unit.unitNumber}`)).toMatchObject({
      displayName: 'Back bar',
    });
    expect(await look('tmr_1')).toEqual(record);
  });

  test('that is unknown, or stands with another owner, is not found', async () => {
    await mine().changeReader({ unit: { stripeReaderId: 'tmr_9' }, stripeReader: record });
    for (const [id, token] of [
      ['tmr_0', owner.token],
      ['tmr_9', stranger.token],
    ]) {
      expect(
        (await app.send('GET', `/api/stripe-readers/${id}`, { token: token ?? '' })).status,
      ).toBe(404);
    }
  });
});

describe('a unit key', () => {
  const path = () => `/api/units/${unit.unitNumber}/keys`;

  test('is shown once, stored as a hash, and told by label and last use', async () => {
    const made = (await app.send('POST', path(), { token: owner.token, body: { label: 'front' } }))
      .body;
    await app.send('POST', '/api/orders', { token: made.key, body: { ingredients: [unit.rum] } });
    const { body, text } = await app.send('GET', path(), { token: owner.token });
    expect(body[0]).toMatchObject({ id: made.id, label: 'front', lastUsedAt: expect.any(String) });
    expect(text).not.toContain(made.key);
    const rows = await app.db.selectFrom('unit_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.key);
  });

  test('opens nothing but selling', async () => {
    const admin = await addSuperAdmin(app);
    for (const url of [`/api/venues/${owner.venueId}/units`, path(), '/api/admins/owners']) {
      expect((await app.send('GET', url, { token: unit.key })).status).toBe(403);
      expect((await app.send('GET', url, { token: admin })).status).toBe(200);
    }
  });

  test('is revoked by its own unit only, and once', async () => {
    const made = (await app.send('POST', path(), { token: owner.token })).body;
    const other = await createUnit(app, owner);
    const revoke = (number: number, token: string) =>
      app.send('DELETE', `/api/units/${number}/keys/${made.id}`, { token });
    expect((await revoke(other.unitNumber, owner.token)).status).toBe(404);
    expect((await revoke(unit.unitNumber, stranger.token)).status).toBe(404);
    expect((await revoke(unit.unitNumber, owner.token)).status).toBe(200);
    expect((await revoke(unit.unitNumber, owner.token)).status).toBe(404);
  });

  test('leaves a trail when it is made and when it is revoked', async () => {
    const made = (await app.send('POST', path(), { token: owner.token })).body;
    await app.send('DELETE', `${path()}/${made.id}`, { token: owner.token });
    const auditLog = await app.db
      .selectFrom('audit')
      .select(['action', 'new_value'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(auditLog.map((entry) => entry.action).sort()).toEqual([
      'make unit key',
      'revoke unit key',
    ]);
    expect(JSON.stringify(auditLog)).not.toContain(made.key);
  });
});
