import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { collide } from '../testing/services/load.ts';
import { noticeRum, testOutbox, watchStock } from '../testing/services/messages.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('units', () => {
  let stranger: TestOwner;
  let unit: TestUnit;
  withApp({ owner: 'Rooftop' });
  beforeAll(async () => {
    stranger = await addOwner(app, 'Stranger');
  });
  beforeEach(async () => {
    unit = await createUnit(app, owner);
  });

  const as = (token: string) => ({
    add: (body: object) => app.send('POST', `/api/units/${owner.venueId}`, { token, body }),
    list: async () =>
      (await app.send('GET', `/api/venues/${owner.venueId}/units`, { token })).body as any[],
    change: (body: object) =>
      app.send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, { token, body }),
    changeReader: (body: object) =>
      app.send('PUT', `/api/units/${unit.unitNumber}`, { token, body }),
    remove: () => app.send('DELETE', `/api/units/${unit.unitNumber}`, { token }),
  });
  const mine = () => as(owner.token);
  const seen = async () => (await mine().list()).find((row) => row.unitNumber === unit.unitNumber);

  describe('unit settings', () => {
    test('a new unit has the specified defaults and comes last in the list', async () => {
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

    test('a unit is named when it is added or later, and the name can be removed', async () => {
      const { body } = await mine().add({ name: '  Rooftop left ' });
      expect(body.name).toBe('Rooftop left');
      expect(await seen()).toMatchObject({ name: null });
      const named = await mine().change({ name: 'Cellar', expected: { name: null } });
      expect(named.body).toMatchObject({ unitNumber: unit.unitNumber, name: 'Cellar' });
      const stale = await mine().change({ name: 'Terrace', expected: { name: null } });
      expect(stale).toMatchObject({
        status: 409,
        body: { name: expect.stringContaining('“Cellar”') },
      });
      expect((await mine().change({ name: null })).body.name).toBeNull();
    });

    test('a new unit accepts only a listed category', async () => {
      expect((await mine().add({ category: 'BEERTENDER' })).body.category).toBe('BEERTENDER');
      expect(await mine().add({ category: 'TEA' })).toMatchObject({
        status: 400,
        body: { category: expect.any(String) },
      });
    });

    test('an update leaves the category and all omitted fields of a unit unchanged', async () => {
      await mine().change({ homeHelperText: 'Tap your card' });
      const response = await mine().change({ category: 'BEERTENDER', model: 'MENU' });
      expect(response.body).toMatchObject({
        category: 'ROTENDER_CLASSIC',
        model: 'MENU',
        homeHelperText: 'Tap your card',
      });
    });

    test('stores contacts as US numbers in international format, without duplicates', async () => {
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
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(61) }],
      ['name', { name: 'Left\u200b\u202ebar' }],
    ])('a unit rejects an invalid %s and stays unchanged', async (field, body) => {
      const before = await seen();
      const response = await mine().change(body);
      expect(response.status).toBe(400);
      expect(Object.keys(response.body)).toContain(field);
      expect(await seen()).toEqual(before);
    });

    test('rejects a stale update of a unit', async () => {
      await mine().change({ homeHelperText: 'First', contacts: ['4155552671'] });
      const stale = await mine().change({
        homeHelperText: 'Mine',
        expected: { homeHelperText: '' },
      });
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

    test('the three texts of a unit can be cleared', async () => {
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

    test('deleting a unit ends its keys and deletes its drinks, and keeps its sales', async () => {
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
      ).toBe(409);
      const orders = (await app.send('GET', '/api/orders', { token: owner.token })).body;
      expect(orders.map((order: any) => order.id)).toContain(sold.body.id);
    });

    test('a unit number is never reused', async () => {
      await mine().remove();
      expect((await mine().add({})).body.unitNumber).toBeGreaterThan(unit.unitNumber);
    });

    test('another owner cannot access a unit', async () => {
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

  describe('card reader lookup', () => {
    const record = {
      serialNumber: 'SN-1',
      displayName: 'Front bar',
      addressLine1: '1 Main St',
      city: 'New York',
      state: 'NY',
      country: 'US',
      zipCode: '10001',
    };

    test('finds a card reader by its id and its unit', async () => {
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

    test("returns 404 for a card reader that is unknown or another owner's", async () => {
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

  describe('unit key', () => {
    const path = () => `/api/units/${unit.unitNumber}/keys`;

    test('a unit key is shown once, stored as a hash, and listed with its label and last use', async () => {
      const made = (
        await app.send('POST', path(), { token: owner.token, body: { label: 'front' } })
      ).body;
      await app.send('POST', '/api/orders', { token: made.key, body: { ingredients: [unit.rum] } });
      const { body, text } = await app.send('GET', path(), { token: owner.token });
      expect(body[0]).toMatchObject({
        id: made.id,
        label: 'front',
        lastUsedAt: expect.any(String),
      });
      expect(text).not.toContain(made.key);
      const rows = await app.db.selectFrom('unit_keys').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(made.key);
    });

    test('a unit key grants access to selling only', async () => {
      const admin = await addSuperAdmin(app);
      for (const url of [`/api/venues/${owner.venueId}/units`, path(), '/api/admins/owners']) {
        expect((await app.send('GET', url, { token: unit.key })).status).toBe(403);
        expect((await app.send('GET', url, { token: admin })).status).toBe(200);
      }
    });

    test('a unit key is revoked only through its own unit, and only once', async () => {
      const made = (await app.send('POST', path(), { token: owner.token })).body;
      const other = await createUnit(app, owner);
      const revoke = (number: number, token: string) =>
        app.send('DELETE', `/api/units/${number}/keys/${made.id}`, { token });
      expect((await revoke(other.unitNumber, owner.token)).status).toBe(404);
      expect((await revoke(unit.unitNumber, stranger.token)).status).toBe(404);
      expect((await revoke(unit.unitNumber, owner.token)).status).toBe(200);
      expect((await revoke(unit.unitNumber, owner.token)).status).toBe(404);
    });

    test('creating and revoking a unit key are audited', async () => {
      const made = (await app.send('POST', path(), { token: owner.token })).body;
      await app.send('DELETE', `${path()}/${made.id}`, { token: owner.token });
      const auditLog = await app.db
        .selectFrom('audit')
        .select(['action', 'new_value'])
        .orderBy('id', 'desc')
        .limit(2)
        .execute();
      expect(auditLog.map((entry) => entry.action).sort()).toEqual([
        'unit_key.created',
        'unit_key.revoked',
      ]);
      expect(JSON.stringify(auditLog)).not.toContain(made.key);
    });
  });

  test('a unit that two requests delete at once is deleted and audited once', async () => {
    const { id, unitNumber } = await createUnit(app, owner);
    const remove = () => app.send('DELETE', `/api/units/${unitNumber}`, { token: owner.token });
    const lock = sql`select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${id} for update`;
    const replies = await collide(app, lock, [remove, remove]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    const rows = await app.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'unit.deleted')
      .where('target', '=', `unit ${unitNumber}`)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('unit names', () => {
  const named = () => ({ unitNumber: unit.unitNumber, unitName: 'Rooftop left' });

  withApp({ owner: 'Rooftop', unit: 'each' });
  beforeEach(async () => {
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, { name: 'Rooftop left' });
    await watchStock(app, unit);
  });

  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await app.send(method, path, { token: owner.token, body })).body;

  const lastTarget = async (): Promise<string | undefined> => {
    const query = app.db.selectFrom('audit').select('target').orderBy('id', 'desc');
    return (await query.executeTakeFirst())?.target;
  };

  test('a unit is listed with its name wherever it is listed with its number', async () => {
    const ofUnit = ({ unitId }: { unitId: string }) => unitId === unit.id;
    await noticeRum(app, { owner, unit });
    await app.db
      .updateTable('unit_keys')
      .set({ revoked_at: app.deps.now() })
      .where('unit_id', '=', unit.id)
      .execute();
    const overview = await send('GET', `/api/venues/${owner.venueId}/overview`);
    expect(overview.units.find(ofUnit)).toMatchObject(named());
    expect(overview.attention.filter(ofUnit).length).toBeGreaterThan(0);
    for (const need of overview.attention.filter(ofUnit)) expect(need).toMatchObject(named());
    const notices = await send('GET', `/api/venues/${owner.venueId}/notices`);
    expect(notices.find(ofUnit)).toMatchObject(named());
    const drinks = await send('GET', `/api/drinks/${owner.venueId}`);
    expect(drinks.find(ofUnit)).toMatchObject(named());
  });

  test('a unit receives its own name with its menu', async () => {
    const path = `/api/units/${unit.unitNumber}/menu`;
    const { headers, body } = await app.send('GET', path, { token: unit.key });
    expect(body).toMatchObject(named());
    await send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, { name: 'Cellar' });
    const tag = { 'if-none-match': String(headers['etag']) };
    const fresh = await app.send('GET', path, { token: unit.key, headers: tag });
    expect(fresh).toMatchObject({ status: 200, body: { unitName: 'Cellar' } });
  });

  test('a restock notice names the unit by name and number', async () => {
    const { mails, texts, runAll } = testOutbox(app);
    await noticeRum(app, { owner, unit });
    await runAll();
    const place = `unit ${unit.unitNumber} (Rooftop left)`;
    // The notice of the first test is sent too, before it or after.
    expect(mails.map(({ subject }) => subject)).toContain(`Rum is at 18% in ${place}`);
    expect(texts.some(({ text }) => text.includes(`, ${place}: Rum is at 18%.`))).toBe(true);
  });

  test('the audit log keeps the name that a unit had', async () => {
    const target = `unit ${unit.unitNumber} (Rooftop left)`;
    await send('POST', `/api/units/${unit.unitNumber}/keys`);
    expect(await lastTarget()).toBe(target);
    await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 8 });
    expect(await lastTarget()).toBe(`Cuba Libre on ${target}`);
    const flag = 'general--inventory-management';
    const body = { kind: 'unit', key: String(unit.unitNumber), flag, enabled: true };
    await app.send('PUT', '/api/flags', { token: await addSuperAdmin(app), body });
    expect(await lastTarget()).toBe(target);
    await send('DELETE', `/api/units/${unit.unitNumber}`);
    expect(await lastTarget()).toBe(target);
  });
});
