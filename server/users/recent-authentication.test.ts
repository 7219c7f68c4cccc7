import { beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { identityMessages } from '../../rules/users/sign-in.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { app, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  ofBrowser,
  type Reply,
  type TestOwner,
  testPassword,
} from '../testing/app.ts';
import { addPerson, makeAuthenticator } from '../testing/accounts.ts';

const minuteMs = 60_000;
const start = new Date('2026-03-01T20:00:00Z');

let owner: TestOwner;
let owners = 0;

withApp();
beforeEach(async () => {
  app.setNow(start);
  await app.db.deleteFrom('rate_limits').execute();
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
});

const after = (minutes: number) => app.setNow(new Date(start.getTime() + minutes * minuteMs));
const send = (method: string, path: string, body?: object, token = owner.token): Promise<Reply> =>
  app.send(method, path, { token, body });
const confirm = (body: object, token = owner.token) =>
  send('POST', '/api/users/me/identity', body, token);
const people = async () => (await send('GET', '/api/people')).body;

const refusal = {
  status: 403,
  body: {
    error: { message: identityMessages.required, code: 'recent_authentication_required' },
  },
};

describe('a change that needs a recent authentication', () => {
  test('is one of these', () => {
    const named = (value: Endpoint['recent']) =>
      Object.entries<Endpoint>(endpoints)
        .filter(([, { recent }]) => recent === value)
        .map(([name]) => name);
    expect(named('browser')).toEqual(['createUnitKey']);
    expect(named(true).toSorted()).toEqual([
      'confirmPasskey',
      'confirmTotp',
      'createToken',
      'createWebhook',
      'inviteOwner',
      'invitePerson',
      'removePerson',
      'repeatOwnerInvitation',
      'rotateWebhookSecret',
      'updatePerson',
      'updateRefundPolicy',
      'updateRoleSettings',
      'updateWebhook',
    ]);
  });

  test('of people is made for ten minutes after the sign-in, then refused until the password is typed', async () => {
    const member = await addPerson(app, owner, 'bartender');
    const requests: [string, string, object?][] = [
      ['POST', '/api/people', { email: `kim.${owners}@example.com`, role: 'manager' }],
      ['PATCH', '/api/people/settings', { managerRefundLimit: 40 }],
      ['PATCH', `/api/people/${member.userId}`, { role: 'manager' }],
      ['DELETE', `/api/people/${member.userId}`],
    ];
    after(11);
    const before = await people();
    for (const request of requests)
      expect(await send(...request), request[1]).toMatchObject(refusal);
    expect(await people()).toEqual(before);
    expect(await confirm({ password: 'a wrong one' })).toMatchObject({
      status: 400,
      body: { password: sessionMessages.passwordIncorrect },
    });
    for (const request of requests) expect((await send(...request)).status).toBe(403);
    expect(await confirm({ password: testPassword })).toMatchObject({
      status: 200,
      body: { confirmed: true },
    });
    after(21);
    for (const request of requests)
      expect([200, 201], request[1]).toContain((await send(...request)).status);
    after(22);
    expect((await send(...requests[1]!)).status).toBe(403);
  });

  test('is refused by a session of its own, whatever another of the account has confirmed', async () => {
    const other = await app.login(owner.email);
    after(11);
    expect((await confirm({ password: testPassword }, other)).status).toBe(200);
    const change = { bartendersSeeMoney: true };
    expect((await send('PATCH', '/api/people/settings', change)).status).toBe(403);
    expect((await send('PATCH', '/api/people/settings', change, other)).status).toBe(200);
  });

  test('of unit keys and card provider secrets needs one in a browser, and none from a program', async () => {
    const admin = await addSuperAdmin(app);
    const { unitNumber } = await createUnit(app, owner);
    const [ofOwner, ofAdmin] = [
      await app.login(owner.email, ofBrowser),
      await app.login('admin@example.com', ofBrowser),
    ];
    const key = (token?: string) => send('POST', `/api/units/${unitNumber}/keys`, {}, token);
    const venue = (body: object, token: string) =>
      send('PUT', `/api/users/venues/${owner.venueId}`, body, token);
    const secret = { privateKey: 'sk_test_of_another_account' };
    expect((await key(ofOwner)).status).toBe(201);
    after(11);
    expect(await key(ofOwner)).toMatchObject(refusal);
    expect((await key()).status).toBe(201);
    expect(await venue(secret, ofAdmin)).toMatchObject(refusal);
    expect(await venue({ webhookSecret: null }, ofAdmin)).toMatchObject(refusal);
    const unchanged = { taxPercentage: 8, privateKey: '' };
    expect((await venue(unchanged, ofAdmin)).status).toBe(200);
    expect((await venue(secret, admin)).body).toMatchObject({ privateKey: '••••ount' });
    for (const token of [ofOwner, ofAdmin])
      expect((await confirm({ password: testPassword }, token)).status).toBe(200);
    expect((await key(ofOwner)).status).toBe(201);
    expect((await venue({ privateKey: null }, ofAdmin)).body).toMatchObject({ privateKey: '' });
  });

  test('by a super admin who acts for the owner is refused in the same way', async () => {
    const admin = await addSuperAdmin(app);
    const path = `/api/people/settings?ownerId=${owner.userId}`;
    after(11);
    expect(await send('PATCH', path, { managerRefundLimit: 1 }, admin)).toMatchObject(refusal);
    after(10);
    expect((await send('PATCH', path, { managerRefundLimit: 1 }, admin)).status).toBe(200);
  });

  test('of a factor follows the password that was typed for it', async () => {
    after(60);
    const device = makeAuthenticator();
    const options = await send('POST', '/api/users/me/passkeys/options', {
      password: testPassword,
    });
    const passkey = device.register(options.body.challenge);
    const form = { name: 'Laptop', passkey };
    const other = await app.login(owner.email);
    after(64);
    expect((await send('POST', '/api/users/me/passkeys', form)).status).toBe(201);
    after(80);
    expect(await send('POST', '/api/users/me/totp/confirm', { code: '123456' })).toMatchObject(
      refusal,
    );
    expect(await send('POST', '/api/users/me/passkeys', form, other)).toMatchObject(refusal);
    expect((await send('GET', '/api/users/me/passkeys')).body).toHaveLength(1);
  });
});

describe('confirming who one is', () => {
  test('is limited like a sign-in', async () => {
    for (let tries = 0; tries < 10; tries += 1)
      expect((await confirm({ password: 'a wrong one' })).status).toBe(400);
    expect((await confirm({ password: testPassword })).status).toBe(429);
    const form = { email: owner.email, password: testPassword };
    expect((await app.send('POST', '/api/users/login', { body: form })).status).toBe(429);
  });

  test.each([{}, { password: '' }, { password: 'x', passkey: {} }])(
    'takes a password or a passkey, and not %j',
    async (body) => {
      expect((await confirm(body)).status).toBe(400);
    },
  );

  test('with a passkey needs one of the account and a challenge that was made for it', async () => {
    const device = makeAuthenticator();
    const add = async (token: string) => {
      const { body } = await send(
        'POST',
        '/api/users/me/passkeys/options',
        { password: testPassword },
        token,
      );
      const passkey = device.register(body.challenge);
      expect(
        (await send('POST', '/api/users/me/passkeys', { name: 'Key', passkey }, token)).status,
      ).toBe(201);
    };
    await add(owner.token);
    const stranger = await addOwner(app, `Stranger ${owners}`);
    await add(stranger.token);
    after(30);
    const challenge = async (token = owner.token) =>
      (await send('POST', '/api/users/me/identity/options', {}, token)).body.challenge;
    const ofSignIn = async () =>
      (await app.send('POST', '/api/users/login/passkey/options')).body.challenge;
    const use = async (given: string, userId = owner.userId) =>
      confirm({ passkey: device.signIn(given, userId) });
    const notValid = { status: 400, body: { passkey: identityMessages.passkeyRefused } };
    expect(await use(await ofSignIn())).toMatchObject(notValid);
    expect(await use(await challenge(stranger.token))).toMatchObject(notValid);
    expect(await use(await challenge(), stranger.userId)).toMatchObject(notValid);
    expect((await send('PATCH', '/api/people/settings', {})).status).toBe(403);
    const given = await challenge();
    expect((await use(given)).status).toBe(200);
    expect((await send('PATCH', '/api/people/settings', {})).status).toBe(200);
    expect(await use(given)).toMatchObject(notValid);
    const copied = async (counter: number) =>
      confirm({ passkey: device.signIn(await challenge(), owner.userId, { counter }) });
    expect((await copied(7)).status).toBe(200);
    expect(await copied(7)).toMatchObject(notValid);
    const audit = await send('GET', '/api/audit');
    expect(audit.body.entries[0].action).toBe('account.passkey_refused');
    const signIn = device.signIn(await challenge(), owner.userId);
    const signedIn = await app.send('POST', '/api/users/login/passkey', {
      body: { passkey: signIn },
    });
    expect(signedIn.status).toBe(401);
  });
});
