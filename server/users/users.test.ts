import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOwner, addSuperAdmin, startTestApp, testPassword } from '../testing/app.ts';
import { app, withApp } from '../testing/with-app.ts';
import { adminNotes, ensureAdmin } from './register.ts';

describe('users', () => {
  withApp();

  const form = (email: string) => ({
    name: 'Dana Bars',
    venueName: 'The Corner',
    email,
    password: testPassword,
    password2: testPassword,
  });
  const register = (body: unknown) => app.send('POST', '/api/users/register', { body });
  const login = (body: unknown) => app.send('POST', '/api/users/login', { body });

  describe('registration', () => {
    test('registration creates an owner with a first venue who can sign in', async () => {
      const response = await register(form('dana@example.com'));
      expect(response.status).toBe(201);
      expect(response.body).toMatchObject({
        name: 'Dana Bars',
        venueName: 'The Corner',
        accountType: 'owner',
      });
      expect(response.text).not.toContain('password');
      const token = await app.login('dana@example.com');
      const venues = await app.send('GET', `/api/users/${response.body.id}/venues`, { token });
      expect(Object.values(venues.body)).toEqual([expect.objectContaining({ name: 'The Corner' })]);
    });

    test('registration never creates another role', async () => {
      const response = await register({ ...form('sly@example.com'), accountType: 'SUPER_ADMIN' });
      expect(response.body.accountType).toBe('owner');
      expect(decodeJwt(await app.login('sly@example.com'))['accountType']).toBe('owner');
    });

    test('registration returns one error per field, in the order of the form', async () => {
      const response = await register({ email: 'no', password: 'short', password2: '' });
      expect(response.status).toBe(400);
      expect(Object.keys(response.body)).toEqual([
        'name',
        'venueName',
        'email',
        'password',
        'password2',
      ]);
    });

    test('registration rejects a taken email in any case and stores nothing', async () => {
      await register(form('taken@example.com'));
      const response = await register(form('TAKEN@Example.com'));
      expect(response).toMatchObject({
        status: 400,
        body: { email: 'This email is already registered' },
      });
      const { count } = await app.db
        .selectFrom('venues')
        .innerJoin('users', 'users.id', 'venues.owner_id')
        .where('users.email', 'ilike', 'taken@example.com')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(1);
    });

    test.each([
      ['password', 'the commonest of all'],
      ['12345678', 'digits in a row'],
      ['Football1', 'a common one with a capital'],
      ['aaaaaaaa', 'one letter'],
      ['        ', 'blanks'],
    ])('registration rejects "%s" as a password: %s', async (password) => {
      const body = { ...form('weak@example.com'), password, password2: password };
      expect(await register(body)).toMatchObject({
        status: 400,
        body: { password: 'This password is one of the first that are guessed. Use another one' },
      });
    });

    test('registration rejects the email as the password, in any case', async () => {
      const password = 'Email.As.Password@example.com';
      const body = { ...form(password.toLowerCase()), password, password2: password };
      expect(await register(body)).toMatchObject({
        status: 400,
        body: { password: 'Use a password other than your email' },
      });
    });

    test('registration checks the length of a password before anything else about it', async () => {
      expect((await register({ ...form('a@example.com'), password: '123456' })).body).toMatchObject(
        {
          password: 'Use at least 8 characters',
        },
      );
    });

    test.each([
      ['a NUL byte', 'Bar\u0000'],
      ['a bidi override', 'Bar\u202Egnp'],
      ['10,000 characters', 'x'.repeat(10_000)],
    ])('registration rejects a name with %s', async (_, name) => {
      const response = await register({ ...form('odd@example.com'), name });
      expect(response.status).toBe(400);
      expect(response.body).toHaveProperty('name');
    });

    test.each([
      ['a Cyrillic letter', 'm\u0430ya@example.com'],
      ['a Cyrillic letter in the domain', 'maya@ex\u0430mple.com'],
      ['a zero-width space', 'ma\u200bya@example.com'],
      ['a soft hyphen', 'ma\u00adya@example.com'],
      ['fullwidth letters', '\uff4daya@example.com'],
      ['a direction mark', 'maya\u200f@example.com'],
    ])('registration rejects an email with %s', async (_, email) => {
      expect((await register(form(email))).body).toHaveProperty('email');
    });

    test('only super admins can register owners where configured', async () => {
      const closed = await startTestApp({ registration: 'admin' });
      const admin = await addSuperAdmin(closed);
      const send = (token?: string) =>
        closed.send('POST', '/api/users/register', {
          body: form('new@example.com'),
          ...(token ? { token } : {}),
        });
      expect((await send()).status).toBe(401);
      expect((await send(admin)).status).toBe(201);
      await closed.close();
    });
  });

  describe('sign-in', () => {
    beforeAll(() => register(form('rae@example.com')));

    test('returns a token whose claims contain the account type, the expiry and the API token', async () => {
      const { body } = await login({ email: 'RAE@example.com', password: testPassword });
      const claims = decodeJwt(body.token);
      expect(claims).toMatchObject({
        accountType: 'owner',
        name: 'Dana Bars',
        rotoken: expect.stringMatching(/^bba_/),
      });
      expect((claims.exp ?? 0) * 1000).toBeGreaterThan(Date.now());
    });

    test('rejects an email that the database cannot store', async () => {
      expect(await login({ email: 'rae\u0000@example.com', password: 'x' })).toMatchObject({
        status: 400,
        body: { email: expect.any(String) },
      });
    });

    test('distinguishes an unknown email from a wrong password', async () => {
      expect(await login({ email: 'nobody@example.com', password: 'x' })).toMatchObject({
        status: 401,
        body: { emailnotfound: expect.any(String) },
      });
      expect(await login({ email: 'rae@example.com', password: 'wrong' })).toMatchObject({
        status: 401,
        body: { passwordincorrect: expect.any(String) },
      });
    });

    test('sign-in requires both fields', async () => {
      expect((await login({})).body).toEqual({
        email: 'Enter your email',
        password: 'Enter your password',
      });
    });

    test('allows ten sign-in attempts per account, even concurrent ones, and then returns when to retry', async () => {
      await register(form('flood@example.com'));
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => login({ email: 'flood@example.com', password: 'wrong' })),
      );
      const tried = responses.filter((response) => response.status === 401).length;
      expect(tried).toBeLessThanOrEqual(10);
      const next = await Promise.all(
        Array.from({ length: 12 }, () => login({ email: 'flood@example.com', password: 'wrong' })),
      ).then((all) => all.find((response) => response.status === 429));
      expect(Number(next?.headers['retry-after'])).toBeGreaterThan(0);
    });
  });
});

/** The first super admin, whom a start creates from ADMIN_EMAIL and ADMIN_PASSWORD. */
describe('ensure admin', () => {
  withApp();

  const ensure = (email: string, password = 'of the first start') =>
    ensureAdmin(app.db, { email, password, now: app.deps.now });
  const admins = () =>
    app.db.selectFrom('users').select('email').where('account_type', '=', 'SUPER_ADMIN').execute();

  test('an address of another account creates no super admin', async () => {
    const { email } = await addOwner(app, 'Rooftop');
    expect(await ensure(email)).toBe(adminNotes.emailOfAnother(email));
    expect(await admins()).toEqual([]);
  });

  test('a start creates the first super admin, and none while there is one with another email', async () => {
    const email = 'first@example.com';
    expect(await ensure(email)).toBe(adminNotes.created(email));
    expect(await ensure(email)).toBeNull();
    expect(await ensure(email, 'another one')).toBe(adminNotes.otherPassword(email));
    await app.db
      .updateTable('users')
      .set({ email: 'changed@example.com' })
      .where('email', '=', 'first@example.com')
      .execute();
    expect(await ensure(email)).toBe(adminNotes.otherAdmin(email));
    expect(await admins()).toEqual([{ email: 'changed@example.com' }]);
    const entries = await app.db
      .selectFrom('audit')
      .select(['action', 'address', 'target', 'on_behalf_of', 'new_value'])
      .where('target', '=', 'account first@example.com')
      .execute();
    expect(entries).toEqual([
      {
        action: 'account.created',
        address: 'startup',
        target: 'account first@example.com',
        on_behalf_of: null,
        new_value: { accountType: 'SUPER_ADMIN' },
      },
    ]);
  });
});
