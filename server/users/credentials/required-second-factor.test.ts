import { beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { secondFactorMessages } from '../../../rules/users/sign-in.ts';
import { addPerson, makeAuthenticator } from '../../testing/accounts.ts';
import { addOwner, addSuperAdmin, type Reply, testPassword } from '../../testing/app.ts';
import { addressOf, targets } from '../../testing/endpoint-targets.ts';
import { app, owner, withApp } from '../../testing/with-app.ts';

withApp({ deps: { adminSecondFactor: true, registration: 'admin' }, owner: { each: 'Owner' } });
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute();
});

const refusal = {
  status: 403,
  body: { error: { message: secondFactorMessages.required, code: 'second_factor_required' } },
};
const signIn = (email: string): Promise<Reply> =>
  app.send('POST', '/api/users/login', { body: { email, password: testPassword } });
const factorOf = async (token: string) =>
  (await app.send('GET', '/api/users/me/totp', { token })).body;
const people = (token: string) => app.send('GET', '/api/people', { token });
const settings = (body: object, token = owner.token, query = '') =>
  app.send('PATCH', `/api/people/settings${query}`, { token, body });

/** Adds a passkey to the account, and returns its id and how it signs in. */
async function addPasskey(token: string, userId: string) {
  const device = makeAuthenticator();
  const options = await app.send('POST', '/api/users/me/passkeys/options', {
    token,
    body: { password: testPassword },
  });
  const passkey = device.register(options.body.challenge);
  const { status, body } = await app.send('POST', '/api/users/me/passkeys', {
    token,
    body: { name: 'Laptop', passkey },
  });
  expect(status).toBe(201);
  const use = async () => {
    const { body: asked } = await app.send('POST', '/api/users/login/passkey/options');
    return app.send('POST', '/api/users/login/passkey', {
      body: { passkey: device.signIn(asked.challenge, userId) },
    });
  };
  return { id: String(body.id), use };
}

const remove = (token: string, id: string) =>
  app.send('POST', `/api/users/me/passkeys/${id}/remove`, {
    token,
    body: { password: testPassword },
  });

describe('a super admin without a second factor, where one is required', () => {
  test('is refused everything but their own account, and the rest once they have added one', async () => {
    const token = await addSuperAdmin(app);
    expect(await factorOf(token)).toMatchObject({ isOn: false, isRequired: true });
    const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
    const others = all.filter(
      ([, { access, permission }]) =>
        access !== 'wall' &&
        access !== 'token' &&
        permission !== 'account.use' &&
        permission !== 'public',
    );
    expect(others.length).toBeGreaterThan(50);
    for (const [name, endpoint] of others) {
      const aim = targets[name]?.({ ...nowhere, owner }) ?? {};
      const response = await app.send(endpoint.method, addressOf(endpoint, aim), {
        token,
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      });
      expect(response.status, name).toBe(403);
      expect(response.body.error, name).toMatchObject(refusal.body.error);
    }
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { id } = await addPasskey(token, sub);
    expect((await app.send('GET', '/api/admins/owners', { token })).status).toBe(200);
    expect((await remove(token, id)).status).toBe(200);
    expect(await app.send('GET', '/api/admins/owners', { token })).toMatchObject(refusal);
  });

  test('uses public endpoints as somebody without an account', async () => {
    const token = await app.login('admin@example.com');
    const form = {
      name: 'Another',
      venueName: 'Another Bar',
      email: 'another@example.com',
      password: testPassword,
      password2: testPassword,
    };
    expect(await app.send('POST', '/api/users/register', { token, body: form })).toMatchObject(
      refusal,
    );
    expect((await app.send('GET', '/api/version', { token })).status).toBe(200);
  });

  test('is not kept from anything where it is optional', async () => {
    const token = await app.login('admin@example.com');
    app.deps.adminSecondFactor = false;
    expect((await app.send('GET', '/api/admins/owners', { token })).status).toBe(200);
    expect(await factorOf(token)).toMatchObject({ isRequired: false });
    app.deps.adminSecondFactor = true;
  });
});

/** Targets are only refused before they are looked up. */
const nowhere = {
  unit: { id: '-', unitNumber: 1, key: '', rum: '-', cola: '-', cubaLibre: '-' },
  orderId: '-',
  refusedSaleId: '-',
  caseId: '-',
  alertId: '-',
  importId: '-',
  priceChangeId: '-',
  copyId: '-',
  templateId: '-',
  pricePlanId: '-',
  categoryId: '-',
  countId: '-',
  storeId: '-',
  supplierId: '-',
  deliveryId: '-',
  invoiceKey: '-',
  stockOrderId: '-',
  drinkId: '-',
  keyId: '-',
  wallId: '-',
  webhookId: '-',
  tokenId: '-',
  readerId: '-',
};

describe('an owner who demands a second factor of everybody', () => {
  test('has one first', async () => {
    expect(await settings({ secondFactorRequired: true })).toMatchObject({
      status: 409,
      body: { error: { message: secondFactorMessages.addOwn } },
    });
    const partner = await addPerson(app, owner, 'owner');
    await addPasskey(owner.token, owner.userId);
    expect((await settings({ secondFactorRequired: true }, partner.token)).status).toBe(409);
    expect((await people(owner.token)).body.settings.secondFactorRequired).toBe(false);
    const { body } = await settings({ secondFactorRequired: true });
    expect(body).toMatchObject({ secondFactorRequired: true, managerRefundLimit: 100 });
    const audit = await app.send('GET', '/api/audit', { token: owner.token });
    expect(audit.body.entries[0]).toMatchObject({
      action: 'role_settings.updated',
      oldValue: { secondFactorRequired: false },
      newValue: { secondFactorRequired: true },
    });
  });

  test('gets it: members without one are refused, from the next request on, until they add one', async () => {
    const member = await addPerson(app, owner, 'manager');
    const partner = await addPerson(app, owner, 'owner');
    const stranger = await addOwner(app, 'Stranger');
    const { id } = await addPasskey(owner.token, owner.userId);
    const venues = (token: string) =>
      app.send('GET', `/api/users/${owner.userId}/venues`, { token });
    expect((await venues(member.token)).status).toBe(200);
    expect((await settings({ secondFactorRequired: true })).status).toBe(200);
    expect(await venues(member.token)).toMatchObject(refusal);
    expect(await people(partner.token)).toMatchObject(refusal);
    expect((await people(stranger.token)).status).toBe(200);
    expect((await signIn(member.email)).status).toBe(200);
    expect(await factorOf(member.token)).toMatchObject({ isRequired: true });

    await addPasskey(member.token, member.userId);
    expect((await venues(member.token)).status).toBe(200);
    const { body } = await people(owner.token);
    expect(
      body.people.map((person: { id: string; hasSecondFactor: boolean }) => [
        person.id,
        person.hasSecondFactor,
      ]),
    ).toEqual([
      [owner.userId, true],
      [member.userId, true],
      [partner.userId, false],
    ]);

    expect((await remove(owner.token, id)).status).toBe(200);
    expect(await people(owner.token)).toMatchObject(refusal);
    await addPasskey(owner.token, owner.userId);
    expect((await settings({ secondFactorRequired: false })).status).toBe(200);
    expect((await people(partner.token)).status).toBe(200);
  });

  test('makes a password alone insufficient for an account with a passkey', async () => {
    const { use } = await addPasskey(owner.token, owner.userId);
    expect((await signIn(owner.email)).status).toBe(200);
    expect((await settings({ secondFactorRequired: true })).status).toBe(200);
    expect(await signIn(owner.email)).toMatchObject({
      status: 403,
      body: { error: { message: secondFactorMessages.usePasskey, code: 'passkey_required' } },
    });
    expect((await use()).status).toBe(200);
  });

  test('is, for a super admin who acts for them, the owner and not the super admin', async () => {
    app.deps.adminSecondFactor = false;
    const token = await app.login('admin@example.com');
    const demand = () =>
      settings({ secondFactorRequired: true }, token, `?ownerId=${owner.userId}`);
    expect(await demand()).toMatchObject({
      status: 409,
      body: { error: { message: secondFactorMessages.ownerFirst } },
    });
    await addPasskey(owner.token, owner.userId);
    expect((await demand()).status).toBe(200);
    app.deps.adminSecondFactor = true;
  });
});
