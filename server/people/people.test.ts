import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import {
  addCustomer,
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  testPassword,
} from '../testing/app.ts';
import { collide } from '../testing/services/load.ts';
import { addPerson } from '../testing/accounts.ts';

let other: TestOwner;
let second: string;

withApp({ owner: 'Rooftop', unit: true });
beforeAll(async () => {
  other = await addOwner(app, 'Harbour');
  const added = { token: owner.token, body: { name: 'Cellar' } };
  second = (await app.send('POST', '/api/users/venues', added)).body.id;
});

const list = (token = owner.token) => app.send('GET', '/api/people', { token });
const update = (id: string, body: object, token = owner.token) =>
  app.send('PATCH', `/api/people/${id}`, { token, body });
const remove = (id: string, token = owner.token) =>
  app.send('DELETE', `/api/people/${id}`, { token });
const venuesOf = (token: string, ownerId = owner.userId) =>
  app.send('GET', `/api/users/${ownerId}/venues`, { token });
const login = (email: string, password = testPassword) =>
  app.send('POST', '/api/users/login', { body: { email, password } });

describe('signing in as one of the staff', () => {
  test('ROLE-09 the claims of staff name the owner and the role; those of an owner are as before', async () => {
    const { token, userId } = await addPerson(app, owner, 'manager');
    expect(decodeJwt(token)).toMatchObject({
      sub: userId,
      accountType: 'staff',
      role: 'manager',
      ownerId: owner.userId,
      allVenues: true,
      allowed: [],
    });
    const claims = decodeJwt(owner.token);
    expect(claims['accountType']).toBe('owner');
    expect(Object.keys(claims).sort()).toEqual(
      ['accountType', 'email', 'exp', 'iat', 'name', 'rotoken', 'sid', 'sub'].sort(),
    );
  });

  test('ROLE-09 a renewed session keeps the claims of staff', async () => {
    const { token } = await addPerson(app, owner, 'bartender');
    const renewed = await app.send('POST', '/api/users/session/renew', { token });
    expect(decodeJwt(renewed.body.token)).toMatchObject({
      role: 'bartender',
      accountType: 'staff',
    });
  });

  test('a member uses the venues of the owner, and no other', async () => {
    const { token } = await addPerson(app, owner, 'manager');
    expect(Object.keys((await venuesOf(token)).body)).toEqual([owner.venueId, second]);
    expect((await venuesOf(token, other.userId)).status).toBe(404);
    const ofOther = await app.send('GET', `/api/venues/${other.venueId}`, { token });
    expect(ofOther.status).toBe(404);
  });

  test('a member of one venue does not find another venue of the same owner', async () => {
    const { token } = await addPerson(app, owner, 'manager', [second]);
    expect(Object.keys((await venuesOf(token)).body)).toEqual([second]);
    for (const url of [
      `/api/venues/${owner.venueId}`,
      `/api/venues/${owner.venueId}/units`,
      `/api/units/${unit.unitNumber}/menu`,
      `/api/ingredients/${unit.rum}/${unit.id}`,
    ])
      expect((await app.send('GET', url, { token })).status, url).toBe(404);
  });

  test('a refusal says which roles may', async () => {
    const { token } = await addPerson(app, owner, 'bartender');
    expect(await list(token)).toMatchObject({
      status: 403,
      body: { error: { message: 'Only owners may manage people' } },
    });
  });
});

describe('the people of an owner', () => {
  test('are listed with the holder of the account first', async () => {
    const alone = await addOwner(app, 'Alone');
    const { userId } = await addPerson(app, alone, 'accountant', [alone.venueId]);
    const { body } = await list(alone.token);
    expect(body.people).toMatchObject([
      { id: alone.userId, role: 'owner', isHolder: true, state: 'active', venueIds: null },
      { id: userId, role: 'accountant', isHolder: false, venueIds: [alone.venueId] },
    ]);
    expect(Date.parse(body.people[1].lastSeenAt)).toBeLessThanOrEqual(Date.now());
    expect(body.settings).toEqual({
      bartendersSeeMoney: false,
      managersChangePrices: false,
      managerRefundLimit: 100,
      secondFactorRequired: false,
    });
  });

  test('suspending ends the sessions and the scope at once, and refuses to sign in', async () => {
    const person = await addPerson(app, owner, 'bartender');
    expect((await venuesOf(person.token)).status).toBe(200);
    expect((await update(person.userId, { state: 'suspended' })).body.state).toBe('suspended');
    expect((await venuesOf(person.token)).status).toBe(401);
    expect(await login(person.email)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringMatching(/suspended/) } },
    });
    expect((await update(person.userId, { state: 'active' })).status).toBe(200);
    expect((await login(person.email)).status).toBe(200);
  });

  test('a change of the membership holds for a session that goes on, without signing in again', async () => {
    const person = await addPerson(app, owner, 'manager');
    // Changed beside the API, as another process would: nothing caches the membership.
    await app.db
      .updateTable('memberships')
      .set({ role: 'bartender', venue_ids: [second] })
      .where('user_id', '=', person.userId)
      .execute();
    expect(Object.keys((await venuesOf(person.token)).body)).toEqual([second]);
    const report = '/api/orders/sales/report?startDate=1700000000000&endDate=1800000000000';
    expect((await app.send('GET', report, { token: person.token })).status).toBe(403);
  });

  test('the last owner cannot leave, be suspended or change roles', async () => {
    const partner = await addPerson(app, owner, 'owner');
    for (const token of [owner.token, partner.token]) {
      expect((await remove(owner.userId, token)).status).toBe(409);
      expect((await update(owner.userId, { state: 'suspended' }, token)).status).toBe(409);
      expect((await update(owner.userId, { role: 'manager' }, token)).status).toBe(409);
    }
    expect((await remove(partner.userId, partner.token)).status).toBe(200);
    expect((await list(partner.token)).status).toBe(401);
  });

  test('people of another owner are not found', async () => {
    const theirs = await addPerson(app, other, 'manager');
    expect((await update(theirs.userId, { role: 'bartender' })).status).toBe(404);
    expect((await remove(theirs.userId)).status).toBe(404);
    expect((await remove('nonsense')).status).toBe(404);
    expect((await venuesOf(theirs.token, other.userId)).status).toBe(200);
  });

  test.each([
    ['a venue of another owner', () => ({ venueIds: [other.venueId] })],
    ['no venue', () => ({ venueIds: [] })],
    ['some venues for an owner', () => ({ role: 'owner', venueIds: [second] })],
  ])('refuses %s', async (_, body) => {
    const person = await addPerson(app, owner, 'manager');
    expect(await update(person.userId, body())).toMatchObject({
      status: 400,
      body: { venueIds: expect.any(String) },
    });
  });

  test('a super admin manages the people of the owner they name', async () => {
    const admin = await addSuperAdmin(app);
    const url = `/api/people?ownerId=${other.userId}`;
    const { body } = await app.send('GET', url, { token: admin });
    expect(body.people[0]).toMatchObject({ id: other.userId, isHolder: true });
    expect((await list(admin)).status).toBe(400);
    expect((await app.send('GET', url, { token: owner.token })).status).toBe(404);
    expect((await list(await addCustomer(app))).status).toBe(403);
  });

  test('audit entries name the person and the role', async () => {
    const manager = await addPerson(app, owner, 'manager');
    const sent = { token: manager.token, body: { drinks: [{ drinkId: unit.cubaLibre }] } };
    const sold = { ...sent, body: { ...sent.body, unitNumber: unit.unitNumber } };
    expect((await app.send('POST', '/api/orders', sold)).status).toBe(201);
    const { body } = await app.send('GET', '/api/audit', { token: owner.token });
    expect(body.entries[0]).toMatchObject({
      actor: 'Robin the manager',
      actorRole: 'manager',
      action: 'order.entered',
      onBehalfOf: owner.userId,
    });
  });
});

test('the activity log names the venues of people, tokens and webhooks', async () => {
  const chain = await addOwner(app, 'Chain');
  const cellar = await app.send('POST', '/api/users/venues', {
    token: chain.token,
    body: { name: 'Cellar' },
  });
  const cellarId: string = cellar.body.id;
  const newest = async () => {
    const { body } = await app.send('GET', '/api/audit', { token: chain.token });
    const [{ action, oldValue, newValue }] = body.entries;
    return [action, oldValue?.venues, newValue?.venues];
  };
  const person = await addPerson(app, chain, 'manager');
  const change = (venueIds: string[] | null) =>
    app.send('PATCH', `/api/people/${person.userId}`, { token: chain.token, body: { venueIds } });
  expect((await change([cellarId])).status).toBe(200);
  expect(await newest()).toEqual(['person.updated', 'all', 'Cellar']);
  expect((await change([cellarId, chain.venueId])).status).toBe(200);
  expect(await newest()).toEqual(['person.updated', 'Cellar', 'Chain Bar, Cellar']);

  const send = async (path: string, body: object, status: number) => {
    const reply = await app.send('POST', path, { token: chain.token, body });
    expect(reply.status, reply.text).toBe(status);
  };
  const some = { venueIds: [cellarId] };
  await send('/api/people', { email: 'kim@chain.example', role: 'manager', ...some }, 201);
  expect(await newest()).toEqual(['person.invited', undefined, 'Cellar']);
  await send(
    '/api/tokens',
    { name: 'Till', scopes: ['menu:read'], days: 30, addresses: [], ...some },
    201,
  );
  expect(await newest()).toEqual(['token.created', undefined, 'Cellar']);
  await send(
    '/api/webhooks',
    { url: 'https://example.com/', events: ['sale.created'], ...some },
    201,
  );
  expect(await newest()).toEqual(['webhook.created', undefined, 'Cellar']);
});

describe('prices and drinks', () => {
  const change = (token: string, body: object) =>
    app.send('PUT', `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`, { token, body });

  test('a bartender switches drinks on and off, and changes nothing else of them', async () => {
    const { token } = await addPerson(app, owner, 'bartender');
    expect((await change(token, { active: false })).body.active).toBe(false);
    expect((await change(token, { active: true })).status).toBe(200);
    expect(await change(token, { name: 'Mine' })).toMatchObject({
      status: 403,
      body: { error: { message: 'Only owners and managers may change the menu' } },
    });
    expect((await change(token, { price: 1 })).status).toBe(403);
  });

  test('a manager changes prices only if the owner allows it', async () => {
    const manager = await addPerson(app, owner, 'manager');
    const refused = await change(manager.token, { price: 9.5 });
    expect(refused.body.error.message).toBe(
      'Only owners may change prices, unless the owner allows it',
    );
    expect((await change(manager.token, { name: 'Cuba Libre', price: 9 })).status).toBe(200);
    const ingredient = (price: number) =>
      app.send('PUT', `/api/ingredients/${unit.rum}`, {
        token: manager.token,
        body: { unitId: unit.id, price },
      });
    expect((await ingredient(7.5)).status).toBe(403);
    expect((await ingredient(7)).status).toBe(200);
    const settings = { token: owner.token, body: { managersChangePrices: true } };
    expect((await app.send('PATCH', '/api/people/settings', settings)).status).toBe(200);
    const token = await app.login(manager.email);
    expect((await change(token, { price: 9.5 })).body.price).toBe(9.5);
    expect((await change(token, { price: 9 })).status).toBe(200);
  });
});

describe('ROLE-08 the refund limit of a manager', () => {
  const sell = async () => {
    const body = { drinks: Array.from({ length: 4 }, () => ({ drinkId: unit.cubaLibre })) };
    return (await app.send('POST', '/api/orders', { token: unit.key, body })).body.id as string;
  };
  const refund = (orderId: string, indexes: string, token: string) =>
    app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=${indexes}`, {
      token,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  const limitTo = (managerRefundLimit: number) =>
    app.send('PATCH', '/api/people/settings', {
      token: owner.token,
      body: { managerRefundLimit },
    });

  test('ROLE-08 a refund beyond the limit is answered 403 with what is left', async () => {
    await limitTo(30);
    const { token } = await addPerson(app, owner, 'manager');
    const order = await sell();
    const limit = () => app.send('GET', '/api/users/me/refund-limit', { token });
    expect((await limit()).body).toEqual({ limit: 30, left: 30 });
    expect((await refund(order, '0', token)).status).toBe(200);
    expect((await limit()).body).toEqual({ limit: 30, left: 21 });
    const own = await app.send('GET', '/api/users/me/refund-limit', { token: owner.token });
    expect(own.body).toEqual({ limit: null, left: null });
    const refused = await refund(order, '1,2,3', token);
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toMatch(/\$30\.00 in 24 hours\. You have \$21\.00 left/);
    expect((await refund(order, '1,2', token)).status).toBe(200);
    expect((await refund(order, '3', owner.token)).status).toBe(200);
    app.setNow(new Date(Date.now() + 25 * 3_600_000));
    try {
      const next = await app.login((await addPerson(app, owner, 'manager')).email);
      expect((await refund(await sell(), '0,1,2', next)).status).toBe(200);
    } finally {
      app.setNow(new Date());
    }
  });

  test('ROLE-08 two refunds at once, on two units, cannot pass the limit', async () => {
    await limitTo(30);
    const { token, userId } = await addPerson(app, owner, 'manager');
    const elsewhere = await createUnit(app, owner);
    const body = { drinks: Array.from({ length: 4 }, () => ({ drinkId: elsewhere.cubaLibre })) };
    const there = await app.send('POST', '/api/orders', { token: elsewhere.key, body });
    const here = await sell();
    const lock = sql`select from memberships where user_id = ${userId} for update`;
    const replies = await collide(app, lock, [
      () => refund(here, '0,1', token),
      () => refund(there.body.id, '0,1', token),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});
