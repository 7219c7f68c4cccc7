/** People who are staff of more than one owner. */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type TestOwner, testPassword, type TestUnit } from '../testing/app.ts';
import {
  addPerson,
  as,
  bench,
  codeOf,
  foreign,
  get,
  harbour,
  joinOwner,
  kim,
  memberships,
  rooftop,
  update,
  venue,
  versionAt,
  withTwoOwners,
} from '../testing/accounts.ts';
import { app, unit } from '../testing/with-app.ts';

withTwoOwners();

describe('one person of two owners', () => {
  test('ROLE-01 reaches the owner joined first, and the other one by naming it', async () => {
    expect(decodeJwt(kim.token)).toMatchObject({ ownerId: rooftop.userId, role: 'bartender' });
    expect((await venue(rooftop)).status).toBe(200);
    expect((await venue(harbour)).status).toBe(404);
    expect((await venue(harbour, as(harbour))).status).toBe(200);
    expect((await venue(rooftop, as(harbour))).status).toBe(404);
    const own = await get(`/api/users/${harbour.userId}/venues`, as(harbour));
    expect(Object.keys(own.body)).toEqual([harbour.venueId]);
    expect((await get(`/api/users/${rooftop.userId}/venues`, as(harbour))).status).toBe(404);
  });

  test('ROLE-01 another owner, an unknown one and what is no id get the same refusal', async () => {
    const refusals = [foreign.userId, randomUUID(), 'nothing', '', `${foreign.userId} x`].map(
      (text) => get('/api/users/me/sessions', { 'x-owner': text }),
    );
    const told = (await Promise.all(refusals)).map(({ status, body }) => ({
      status,
      ...body.error,
      requestId: '',
    }));
    expect(told[0]).toMatchObject({ status: 403, code: 'owner_ended' });
    for (const one of told) expect(one).toEqual(told[0]);
  });

  test('ROLE-01 accounts that are nobody’s staff name no owner, not even themselves', async () => {
    for (const owner of [rooftop, harbour])
      expect(codeOf(await get('/api/users/me/sessions', as(owner), rooftop.token))).toEqual([
        403,
        'owner_ended',
      ]);
    // Units and visitors have no choice.
    const sold = await app.send('POST', '/api/orders', {
      token: unit.key,
      headers: as(harbour),
      body: { drinks: [{ drinkId: unit.cubaLibre }] },
    });
    expect(sold.status).toBe(201);
  });

  test('the role, what it sees and what it may do are those of the owner chosen', async () => {
    const menuOf = (of: TestUnit, owner: TestOwner) =>
      get(`/api/units/${of.unitNumber}/menu`, as(owner));
    const [here, there] = [await menuOf(unit, rooftop), await menuOf(bench, harbour)];
    expect([here.status, there.status]).toEqual([200, 200]);
    expect(here.text).not.toContain('"price"');
    expect(there.text).toContain('"price"');
    expect((await get('/api/users/me/refund-limit', as(rooftop))).body).toEqual({
      error: expect.objectContaining({ message: expect.stringMatching(/refund drinks/) }),
    });
    expect((await get('/api/users/me/refund-limit', as(harbour))).body.limit).toBe(100);
    const discount = (of: TestUnit, owner: TestOwner) =>
      app.send('PUT', `/api/drinks/${of.cubaLibre}`, {
        token: kim.token,
        headers: as(owner),
        body: { name: 'Kim' },
      });
    expect((await discount(unit, rooftop)).status).toBe(403);
    expect((await discount(bench, harbour)).status).toBe(200);
  });

  test('the refund limit of one owner is not used up by refunds for another', async () => {
    const lee = await addPerson(app, rooftop, 'manager');
    await joinOwner(app, harbour, lee, 'manager');
    const sold = await app.send('POST', '/api/orders', {
      token: bench.key,
      body: { drinks: [{ drinkId: bench.cubaLibre }] },
    });
    const refund = `/api/orders/${sold.body.id}/refund?drinkIndexes=0`;
    expect((await get(refund, as(rooftop), lee.token)).status).toBe(404);
    expect((await get(refund, as(harbour), lee.token)).status).toBe(200);
    const left = async (owner: TestOwner) =>
      (await get('/api/users/me/refund-limit', as(owner), lee.token)).body.left;
    expect([await left(rooftop), await left(harbour)]).toEqual([100, expect.any(Number)]);
    expect(await left(harbour)).toBeLessThan(100);
  });

  test('lists its memberships, also which of them has a venue', async () => {
    expect((await memberships()).body).toEqual([
      {
        ownerId: rooftop.userId,
        ownerName: 'Rooftop',
        role: 'bartender',
        allowed: [],
        allVenues: true,
        version: expect.any(String),
        hasVenue: false,
      },
      expect.objectContaining({ ownerId: harbour.userId, role: 'manager', hasVenue: false }),
    ]);
    const having = async (venueId: string) =>
      (await memberships(`?venueId=${venueId}`)).body.map((one: any) => one.hasVenue);
    expect(await having(harbour.venueId)).toEqual([false, true]);
    expect(await having(foreign.venueId)).toEqual([false, false]);
    expect((await get('/api/users/me/memberships', {}, rooftop.token)).body).toEqual([]);
    const added = { token: harbour.token, body: { name: 'Pier' } };
    const pier = (await app.send('POST', '/api/users/venues', added)).body.id;
    await update(harbour, { venueIds: [pier] });
    expect(await having(harbour.venueId)).toEqual([false, false]);
    expect(await having(pier)).toEqual([false, true]);
  });

  test('the people of an owner tell nothing of another one', async () => {
    const alone = await addPerson(app, harbour, 'manager');
    app.setNow(new Date(Date.now() + 86_400_000));
    const seen = async (owner: TestOwner) => {
      const token = await app.login(owner.email);
      const { body, text } = await app.send('GET', '/api/people', { token });
      return { text, at: body.people.find(({ id }: any) => id === kim.userId).lastSeenAt };
    };
    try {
      const before = await seen(rooftop);
      kim.token = await app.login(kim.email);
      await venue(harbour, as(harbour));
      const [here, there] = [await seen(rooftop), await seen(harbour)];
      expect(Date.parse(there.at)).toBe(app.deps.now().getTime());
      expect(Date.parse(here.at)).toBeGreaterThan(Date.parse(before.at));
      for (const trace of [harbour.userId, 'Harbour', harbour.venueId, alone.userId])
        expect(here.text).not.toContain(trace);
      app.setNow(new Date(Date.now() + 86_400_000 + 3_600_000));
      expect((await venue(harbour, as(harbour))).status).toBe(200);
      expect((await seen(rooftop)).at).toBe(here.at);
      expect((await seen(harbour)).at).not.toBe(there.at);
    } finally {
      app.setNow(new Date());
    }
  });
});

describe('a change of one membership', () => {
  test('suspending at one owner ends the access to that owner only', async () => {
    expect((await update(rooftop, { state: 'suspended' })).status).toBe(200);
    expect((await venue(harbour, as(harbour))).status).toBe(200);
    expect(codeOf(await venue(rooftop, as(rooftop)))).toEqual([403, 'owner_ended']);
    expect((await venue(rooftop)).status).toBe(403);
    expect((await memberships()).body).toMatchObject([{ ownerId: harbour.userId }]);
    // The session of the first owner has a new token for the other one.
    const renewed = await app.send('POST', '/api/users/session/renew', { token: kim.token });
    expect(decodeJwt(renewed.body.token)).toMatchObject({ ownerId: harbour.userId });
    expect((await venue(harbour)).status).toBe(200);
    expect(decodeJwt(await app.login(kim.email))).toMatchObject({ ownerId: harbour.userId });

    expect((await update(harbour, { state: 'suspended' })).status).toBe(200);
    expect((await get('/api/users/me/sessions')).status).toBe(401);
    const refused = await app.send('POST', '/api/users/login', {
      body: { email: kim.email, password: testPassword },
    });
    expect(refused.status).toBe(403);
  });

  test('removing a person from one owner leaves the session to the other', async () => {
    const url = `/api/people/${kim.userId}`;
    expect((await app.send('DELETE', url, { token: harbour.token })).status).toBe(200);
    expect(codeOf(await venue(harbour, as(harbour)))).toEqual([403, 'owner_ended']);
    expect((await venue(rooftop)).status).toBe(200);
    expect((await app.send('DELETE', url, { token: rooftop.token })).status).toBe(200);
    expect((await get('/api/users/me/sessions')).status).toBe(401);
  });

  test('a client that knows the former role is refused until it knows the new one', async () => {
    const [here, there] = [await versionAt(rooftop), await versionAt(harbour)];
    expect((await venue(harbour, as(harbour, there))).status).toBe(200);
    await update(harbour, { role: 'bartender' });
    expect(codeOf(await venue(harbour, as(harbour, there)))).toEqual([403, 'owner_changed']);
    expect((await venue(harbour, as(harbour, await versionAt(harbour)))).status).toBe(200);
    expect((await venue(rooftop, as(rooftop, here))).status).toBe(200);

    const shown = { token: rooftop.token, body: { bartendersSeeMoney: true } };
    expect((await app.send('PATCH', '/api/people/settings', shown)).status).toBe(200);
    expect(codeOf(await venue(rooftop, as(rooftop, here)))).toEqual([403, 'owner_changed']);
    expect((await memberships()).body[0].allowed).toEqual(['money.read']);
    const hidden = { token: rooftop.token, body: { bartendersSeeMoney: false } };
    await app.send('PATCH', '/api/people/settings', hidden);
  });

  test('the second factor that one owner demands is demanded for that owner', async () => {
    await sql`insert into role_settings (owner_id, second_factor_required) values (${harbour.userId}, true)
      on conflict (owner_id) do update set second_factor_required = true`.execute(app.db);
    try {
      expect(codeOf(await venue(harbour, as(harbour)))).toEqual([403, 'second_factor_required']);
      expect((await venue(rooftop)).status).toBe(200);
      expect((await get('/api/users/me/totp')).body.isRequired).toBe(true);
    } finally {
      await sql`update role_settings set second_factor_required = false`.execute(app.db);
    }
  });

  test('a change of the account is in the log of each owner, with the role for that owner', async () => {
    const body = { name: 'Kim Newname', currentPassword: testPassword };
    const changed = await app.send('PATCH', '/api/users/me', {
      token: kim.token,
      headers: as(harbour),
      body,
    });
    expect(changed.status).toBe(200);
    const { rows } = await app.pool.query(
      `select on_behalf_of, actor_role from audit where action = 'account.updated' and actor_id = $1`,
      [kim.userId],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ on_behalf_of: harbour.userId, actor_role: 'manager' });
    expect(rows).toContainEqual({ on_behalf_of: rooftop.userId, actor_role: null });
  });
});

test('alert settings limit the venues of each owner on their own', async () => {
  const url = '/api/users/me/notifications';
  const venuesAt = async (owner: TestOwner) => (await get(url, as(owner))).body.venueIds;
  const choose = (owner: TestOwner, venueIds: string[] | null) =>
    app.send('PUT', url, {
      token: kim.token,
      headers: as(owner),
      body: {
        mail: ['offline'],
        sms: [],
        push: [],
        venueIds,
        weekdays: [5],
        quiet: null,
        timezone: 'America/Chicago',
        urgentPasses: true,
        phone: null,
      },
    });
  expect((await choose(rooftop, [rooftop.venueId])).body.venueIds).toEqual([rooftop.venueId]);
  expect(await venuesAt(harbour)).toBeNull();
  expect((await choose(harbour, [rooftop.venueId])).status).toBe(400);
  expect((await choose(harbour, [harbour.venueId])).status).toBe(200);
  expect(await venuesAt(rooftop)).toEqual([rooftop.venueId]);
  await choose(rooftop, null);
  expect([await venuesAt(rooftop), await venuesAt(harbour)]).toEqual([null, [harbour.venueId]]);
});
