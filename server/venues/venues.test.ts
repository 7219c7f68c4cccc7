import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { decrypt, placeInVenue } from '../shared/encryption.ts';
import { addOwner, addSuperAdmin, type TestOwner, testPassword } from '../testing/app.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

describe('venues', () => {
  let stranger: TestOwner;
  let admin: string;
  withApp({ owner: 'Rooftop' });
  beforeAll(async () => {
    stranger = await addOwner(app, 'Stranger');
    admin = await addSuperAdmin(app);
  });

  const change = (body: object, token = admin) =>
    app.send('PUT', `/api/users/venues/${owner.venueId}`, { token, body });
  const see = async (token: string) =>
    (await app.send('GET', `/api/users/venues/${owner.venueId}`, { token })).body;

  describe('venue settings', () => {
    test('a venue is added by its owner, or by a super admin for the owner they name', async () => {
      const own = await app.send('POST', '/api/users/venues', {
        token: owner.token,
        body: { name: 'Terrace' },
      });
      expect(own).toMatchObject({ status: 201, body: { name: 'Terrace' } });
      const body = { name: 'Cellar', ownerId: owner.userId };
      expect((await app.send('POST', '/api/users/venues', { token: admin, body })).status).toBe(
        201,
      );
      const names = Object.values(
        (await app.send('GET', `/api/users/${owner.userId}/venues`, { token: owner.token })).body,
      );
      expect(names.map((venue: any) => venue.name)).toEqual(['Rooftop Bar', 'Terrace', 'Cellar']);
    });

    test('an owner cannot add a venue for another, nor a super admin without an owner', async () => {
      const body = { name: 'Mine now', ownerId: owner.userId };
      expect(
        (await app.send('POST', '/api/users/venues', { token: stranger.token, body })).status,
      ).toBe(403);
      expect(
        (await app.send('POST', '/api/users/venues', { token: admin, body: { name: 'Lost' } }))
          .body,
      ).toHaveProperty('ownerId');
    });

    test('a new venue has no tax and no drink limit', async () => {
      expect(await see(admin)).toMatchObject({
        taxPercentage: 0,
        drinkLimit: { quantity: 0, minutes: 0 },
      });
    });

    test('an update leaves omitted fields of a venue unchanged', async () => {
      await change({ taxPercentage: 8.875, drinkLimit: { quantity: 2, minutes: 120 } });
      await change({ name: 'Rooftop Garden' }, owner.token);
      expect(await see(admin)).toMatchObject({
        name: 'Rooftop Garden',
        taxPercentage: 8.875,
        drinkLimit: { quantity: 2, minutes: 120 },
      });
      await change({ name: 'Rooftop Bar' });
    });

    test('rejects a stale update of a venue', async () => {
      const stale = await change({ name: 'Mine', expected: { name: 'Somewhere' } }, owner.token);
      expect(stale).toMatchObject({
        status: 409,
        body: { name: expect.stringContaining('“Rooftop Bar”') },
      });
      expect(await see(admin)).toMatchObject({ name: 'Rooftop Bar' });
    });

    test('a drink limit without a quantity stores zero minutes', async () => {
      await change({ drinkLimit: { quantity: 0, minutes: 60 } });
      expect((await see(admin)).drinkLimit).toEqual({ quantity: 0, minutes: 0 });
    });

    test("a venue's owner sees no super admin fields", async () => {
      await change({
        taxPercentage: 5,
        privateKey: 'sk_live_abcdefgh1234',
        authToken: 'token-of-the-other-5678',
      });
      expect(Object.keys(await see(owner.token))).toEqual([
        '_id',
        'id',
        'name',
        'address',
        'firstWeekday',
      ]);
    });

    test.each([
      ['taxPercentage', { taxPercentage: 1 }],
      ['drinkLimit', { drinkLimit: { quantity: 1, minutes: 15 } }],
      ['privateKey', { privateKey: 'sk_live_other' }],
      ['clientGuid', { clientGuid: 'x' }],
    ])("a venue's owner cannot change %s", async (field, body) => {
      const before = await see(admin);
      const response = await change(body, owner.token);
      expect(response).toMatchObject({ status: 403, body: { [field]: expect.any(String) } });
      expect(await see(admin)).toEqual(before);
    });

    test.each([
      ['taxPercentage', { taxPercentage: 101 }],
      ['taxPercentage', { taxPercentage: -1 }],
      ['taxPercentage', { taxPercentage: 7.12345 }],
      ['taxPercentage', { taxPercentage: '8' }],
      ['name', { name: '' }],
      ['name', { name: 'a\u0007b' }],
      ['name', { name: 'x'.repeat(10_000) }],
      ['drinkLimit.quantity', { drinkLimit: { quantity: 13, minutes: 15 } }],
      ['drinkLimit.minutes', { drinkLimit: { quantity: 1, minutes: 17 } }],
      ['drinkLimit.minutes', { drinkLimit: { quantity: 1, minutes: 0 } }],
    ])('a venue rejects an invalid %s and stays unchanged', async (field, body) => {
      const before = await see(admin);
      const response = await change(body);
      expect(response.status).toBe(400);
      expect(Object.keys(response.body)).toContain(field);
      expect(await see(admin)).toEqual(before);
    });

    test('a venue of another owner returns 404', async () => {
      expect((await change({ name: 'Mine' }, stranger.token)).status).toBe(404);
      for (const path of [
        `/api/users/venues/${owner.venueId}`,
        `/api/venues/${owner.venueId}/venue`,
      ]) {
        expect((await app.send('GET', path, { token: stranger.token })).status).toBe(404);
      }
      expect(
        (await app.send('GET', `/api/users/${owner.userId}/venues`, { token: stranger.token }))
          .status,
      ).toBe(404);
    });
  });

  describe('card provider key', () => {
    test("a card provider key is stored encrypted with the installation's key and shown only by its last characters", async () => {
      await change({ privateKey: 'sk_live_abcdefgh1234' });
      expect((await see(admin)).privateKey).toBe('••••1234');
      const row = await app.db
        .selectFrom('venues')
        .selectAll()
        .where('id', '=', owner.venueId)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain('abcdefgh');
      const sealed = row.private_key_sealed ?? Buffer.alloc(0);
      const place = placeInVenue(owner.venueId, 'private_key_sealed');
      expect(decrypt(app.deps.secretsKey, sealed, place)).toBe('sk_live_abcdefgh1234');
      expect(() => decrypt({ current: 'another key', previous: null }, sealed, place)).toThrow();
      for (const other of [
        placeInVenue(owner.venueId, 'webhook_secret_sealed'),
        placeInVenue(owner.userId, 'private_key_sealed'),
      ]) {
        expect(() => decrypt(app.deps.secretsKey, sealed, other), other).toThrow();
      }
    });

    test('a card provider key stays unchanged when sent masked or empty', async () => {
      await change({ privateKey: '••••1234' });
      await change({ privateKey: '' });
      expect((await see(admin)).privateKey).toBe('••••1234');
    });

    test('replacing a card provider key is audited by name without its value, even if the last characters match', async () => {
      await change({ privateKey: 'sk_live_zzzzzzzz1234' });
      const entry = await app.db
        .selectFrom('audit')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        action: 'venue.updated',
        on_behalf_of: owner.userId,
        new_value: { privateKey: '••••1234' },
      });
      expect(JSON.stringify(entry)).not.toContain('zzzz');
    });

    test('a card provider key is removed by null, which only a super admin may send', async () => {
      const names = [
        'publicKey',
        'privateKey',
        'clientGuid',
        'authToken',
        'webhookSecret',
      ] as const;
      const all = (value: string | null) => Object.fromEntries(names.map((name) => [name, value]));
      await change(all('a credential of 32 characters 99'));
      expect((await change(all(null), owner.token)).status).toBe(403);
      expect((await see(admin)).privateKey).toBe('••••s 99');
      expect((await change(all(null))).status).toBe(200);
      expect(await see(admin)).toMatchObject(all(''));
      const row = await app.db
        .selectFrom('venues')
        .select(['private_key_sealed', 'auth_token_sealed', 'webhook_secret_sealed'])
        .where('id', '=', owner.venueId)
        .executeTakeFirstOrThrow();
      expect(Object.values(row)).toEqual([null, null, null]);
    });

    test('audit rows can be neither changed nor deleted', async () => {
      await expect(app.db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
      await expect(
        app.db.updateTable('audit').set({ action: 'nothing' }).execute(),
      ).rejects.toThrow('append-only');
    });
  });

  test('a venue keeps its flags when it is renamed', async () => {
    const flag = 'general--double-order';
    await switchFlag(app.db, owner, flag);
    await change({ name: 'Skyline' });
    const response = await app.send('GET', '/api/flags?kind=venue&key=Skyline', {
      token: owner.token,
    });
    expect(response.body.flags).toMatchObject({ [flag]: true, 'general--turboshot': false });
    expect(
      (await app.send('GET', '/api/flags?kind=venue&key=Skyline', { token: stranger.token }))
        .status,
    ).toBe(404);
  });
});

describe('venue fields', () => {
  const { expected: _, ...shape } = endpoints.updateVenue.body.shape;

  const samples: Record<keyof typeof shape, { sent: unknown; read?: unknown }> = {
    name: { sent: 'Skyline' },
    address: { sent: '12 Harbor Street, Oakland' },
    firstWeekday: { sent: 'sunday' },
    taxPercentage: { sent: 8.875 },
    drinkLimit: { sent: { quantity: 2, minutes: 120 } },
    publicKey: { sent: 'pk_live_sample' },
    privateKey: { sent: 'sk_live_sample_1111', read: '••••1111' },
    clientGuid: { sent: 'guid-of-the-venue' },
    authToken: { sent: 'auth_token_sample_2222', read: '••••2222' },
    webhookSecret: { sent: 'whsec_sample_3333', read: '••••3333' },
  };

  let admin: string;
  withApp({ owner: 'Rooftop' });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });

  test.each(Object.keys(shape))('an update of a venue stores %s', async (field) => {
    const sample = new Map(Object.entries(samples)).get(field);
    expect(sample, `no sample value for ${field}`).toBeDefined();
    const url = `/api/users/venues/${owner.venueId}`;
    const read = sample?.read ?? sample?.sent;
    const before = await app.send('GET', url, { token: admin });
    expect(before.body[field]).not.toEqual(read);
    const body = { [field]: sample?.sent, expected: { [field]: before.body[field] } };
    expect(await app.send('PUT', url, { token: admin, body })).toMatchObject({ status: 200 });
    const after = await app.send('GET', url, { token: admin });
    expect(after.body).toEqual({ ...before.body, [field]: read });
  });
});

/** The clock of a venue that is registered or added. */
describe('new clock', () => {
  withApp({ now: new Date('2026-06-13T07:00:00Z') });

  const clockOf = async (venueId: string, token: string) =>
    (await app.send('GET', `/api/venues/${venueId}/clock`, { token })).body.clock;

  const add = (token: string, body: object) =>
    app.send('POST', '/api/users/venues', { token, body });

  test('a venue is added with its clock from its first day, by an owner and by a super admin', async () => {
    const { token, userId } = await addOwner(app, 'Rooftop');
    const clock = { timezone: 'America/New_York', startsAt: '05:00' };
    const added = await add(token, { name: 'Garden', ...clock });
    expect(added.status, added.text).toBe(201);
    // 3:00 AM is of the business day before.
    expect(await clockOf(added.body.id, token)).toEqual({ ...clock, from: '2026-06-12' });
    const admin = await addSuperAdmin(app);
    const other = await add(admin, { name: 'Deck', ownerId: userId, timezone: 'Asia/Tokyo' });
    expect(await clockOf(other.body.id, token)).toMatchObject({
      timezone: 'Asia/Tokyo',
      startsAt: '04:00',
    });
    expect(await clockOf((await add(token, { name: 'Plain' })).body.id, token)).toBeNull();
  });

  test('a zone or a start that is not known adds no venue', async () => {
    const { token, userId } = await addOwner(app, 'Cellar');
    for (const [field, wrong] of [
      ['timezone', { timezone: 'Mars/Olympus' }],
      ['startsAt', { timezone: 'Asia/Tokyo', startsAt: '04:10' }],
    ] as const) {
      const { status, text } = await add(token, { name: 'Nowhere', ...wrong });
      expect([status, text]).toEqual([400, expect.stringContaining(field)]);
    }
    const { body } = await app.send('GET', `/api/users/${userId}/venues`, { token });
    expect(JSON.stringify(body)).not.toContain('Nowhere');
  });

  test('registration stores the clock of the first venue, or none', async () => {
    const form = { name: 'Zest', password: testPassword, password2: testPassword };
    const registered = async (email: string, more: object) => {
      const body = { ...form, email, venueName: 'Zest Bar', ...more };
      const { status, text } = await app.send('POST', '/api/users/register', { body });
      expect(status, text).toBe(201);
      const venue = await app.db
        .selectFrom('venues')
        .innerJoin('users', 'users.id', 'venues.owner_id')
        .select('venues.id')
        .where('users.email', '=', email)
        .executeTakeFirstOrThrow();
      return clockOf(venue.id, await app.login(email));
    };
    const clock = { timezone: 'Europe/Berlin', startsAt: '06:30' };
    expect(await registered('a@zest.example', clock)).toMatchObject(clock);
    expect(await registered('b@zest.example', {})).toBeNull();
    const body = { ...form, email: 'c@zest.example', venueName: 'Z', timezone: 'Mars/Olympus' };
    expect((await app.send('POST', '/api/users/register', { body })).status).toBe(400);
  });
});
