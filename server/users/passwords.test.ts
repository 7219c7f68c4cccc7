import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { addPerson, resetToken, withAnOwner } from '../testing/accounts.ts';
import { type Reply, testPassword } from '../testing/app.ts';
import { collideInOrder } from '../testing/services/load.ts';
import { emptyQueue, queuedJobs, testOutbox } from '../testing/services/messages.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

describe('passwords', () => {
  const newPassword = 'a quiet tuesday bar';
  const minuteMs = 60_000;

  beforeEach(async () => {
    app.setNow(new Date());
    await emptyQueue(app.db);
    await app.db.deleteFrom('rate_limits').execute();
  });
  withApp({ owner: { each: 'Owner' } });
  beforeEach(async () => {
    await emptyQueue(app.db);
  });

  const signIn = (password: string, email = owner.email): Promise<Reply> =>
    app.send('POST', '/api/users/login', { body: { email, password } });
  const forget = (email: string): Promise<Reply> =>
    app.send('POST', '/api/users/password/forgot', { body: { email } });
  const reset = (token: string, password = newPassword, password2 = password): Promise<Reply> =>
    app.send('POST', '/api/users/password/reset', { body: { token, password, password2 } });
  const change = (body: object, token = owner.token): Promise<Reply> =>
    app.send('POST', '/api/users/password/change', { body, token });
  const isSignedIn = async (token: string): Promise<boolean> =>
    (await app.send('GET', '/api/users/me/sessions', { token })).status === 200;

  /** Asks for a new password and returns the token of the link that is sent. */
  async function linkFor(email: string): Promise<string> {
    const { mails, runAll } = testOutbox(app);
    expect((await forget(email)).status).toBe(202);
    await runAll();
    expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    const [, token = ''] =
      /https:\/\/bar\.example\.com\/reset-password#([\da-f]{32})\s*$/.exec(mails[0]?.text ?? '') ??
      [];
    return token;
  }

  describe('a password with accents', () => {
    const composed = 'un café très calme';
    const forms = [composed, composed.normalize('NFD'), 'un ｃａｆé très calme'];

    test('is the same in each form of its letters', async () => {
      const body = { currentPassword: testPassword, password: composed, password2: composed };
      expect((await change(body)).status).toBe(200);
      for (const form of forms) expect((await signIn(form)).status, form).toBe(200);
      expect((await signIn('un cafe tres calme')).status).toBe(401);
    });

    test.each(['NFC', 'NFD'] as const)(
      'works as an earlier release hashed it, in %s',
      async (form) => {
        await app.db
          .updateTable('users')
          .set({
            password_hash: await hash(composed.normalize(form), { memoryCost: 1024, timeCost: 1 }),
          })
          .where('id', '=', owner.userId)
          .execute();
        for (const typed of forms.slice(0, 2)) expect((await signIn(typed)).status).toBe(200);
      },
    );
  });

  describe('a forgotten password', () => {
    test('ROLE-05: a link sets a new password once, and ends every session', async () => {
      const second = await app.login(owner.email);
      const token = await linkFor(owner.email.toUpperCase());
      expect(await reset(token)).toMatchObject({
        status: 200,
        body: { reset: true, email: owner.email },
      });
      expect([await isSignedIn(owner.token), await isSignedIn(second)]).toEqual([false, false]);
      expect((await signIn(testPassword)).status).toBe(401);
      const { status, body } = await signIn(newPassword);
      expect([status, await isSignedIn(body.token)]).toEqual([200, true]);
      expect(await reset(token, 'another quiet bar')).toMatchObject({
        status: 410,
        body: { error: { message: recipientMessages.linkUsed } },
      });
      expect((await signIn(newPassword)).status).toBe(200);
    });

    test('ROLE-03: the response and the work of a request are the same with and without an account', async () => {
      const [known, unknown] = [await forget(owner.email), await forget('nobody@example.com')];
      expect([known.status, known.text]).toEqual([202, unknown.text]);
      expect(unknown.status).toBe(202);
      const jobs = await queuedJobs(app.db);
      expect(jobs.map(({ kind }) => kind)).toEqual(['send password reset', 'send password reset']);
      const { mails, runAll } = testOutbox(app);
      await runAll();
      expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    });

    test('a link ends after 30 minutes', async () => {
      const token = await linkFor(owner.email);
      app.setNow(new Date(Date.now() + 31 * minuteMs));
      expect(await reset(token)).toMatchObject({
        status: 410,
        body: { error: { message: sessionMessages.resetExpired } },
      });
      expect((await signIn(testPassword)).status).toBe(200);
    });

    test('of two requests with one link at the same time, one sets the password', async () => {
      const token = await linkFor(owner.email);
      const replies = await Promise.all([
        reset(token, 'first new secret'),
        reset(token, 'second new one'),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410]);
      const works = [await signIn('first new secret'), await signIn('second new one')];
      expect(works.map(({ status }) => status)).toEqual(
        replies.map(({ status }) => (status === 200 ? 200 : 401)),
      );
    });

    test('the newest link uses up the older ones, and so does a changed password', async () => {
      const [older, newer] = [await linkFor(owner.email), await linkFor(owner.email)];
      expect((await reset(newer)).status).toBe(200);
      expect((await reset(older)).status).toBe(410);
      const third = await linkFor(owner.email);
      const { body } = await signIn(newPassword);
      const form = {
        currentPassword: newPassword,
        password: testPassword,
        password2: testPassword,
      };
      expect((await change(form, body.token)).status).toBe(200);
      expect((await reset(third)).status).toBe(410);
    });

    test('a link that was sent to an email that the account no longer has sets no password', async () => {
      const token = await linkFor(owner.email);
      const email = `moved-${owner.email}`;
      await app.db.updateTable('users').set({ email }).where('id', '=', owner.userId).execute();
      expect((await reset(token)).status).toBe(410);
      expect((await signIn(testPassword, email)).status).toBe(200);
    });

    test('a weak or different password keeps the link', async () => {
      const token = await linkFor(owner.email);
      expect(await reset(token, 'password')).toMatchObject({
        status: 400,
        body: { password: sessionMessages.commonPassword },
      });
      expect((await reset(token, owner.email)).body).toEqual({
        password: sessionMessages.emailAsPassword,
      });
      expect((await reset(token, newPassword, 'another')).body).toEqual({
        password2: sessionMessages.passwordsDiffer,
      });
      expect((await reset(token, 'x'.repeat(501))).status).toBe(400);
      expect((await reset(token)).status).toBe(200);
    });

    test('the longest password has 500 characters, however it is set, and signs in', async () => {
      const longest = 'a long password '.repeat(32).slice(0, 500);
      expect((await reset(await linkFor(owner.email), longest)).status).toBe(200);
      expect((await signIn(longest)).status).toBe(200);
      const email = `long-${owner.email}`;
      const form = { name: 'Long', venueName: 'Long Bar', email };
      const register = (password: string) =>
        app.send('POST', '/api/users/register', {
          body: { ...form, password, password2: password },
        });
      expect((await register(`${longest}x`)).status).toBe(400);
      expect((await register(longest)).status).toBe(201);
      expect((await signIn(longest, email)).status).toBe(200);
    });

    test.each([
      ['a forged token', 'f'.repeat(32), 404],
      ['no token', '', 400],
      ['a token of 101 characters', 'f'.repeat(101), 400],
      ['control characters', '\u0000\u0007', 400],
    ])('%s is refused', async (_, token, status) => {
      expect((await reset(token)).status).toBe(status);
    });

    test('a link of a confirmation sets no password', async () => {
      const { mails, runAll } = testOutbox(app);
      const email = `new-${owner.email}`;
      const form = { name: 'New', venueName: 'New Bar', email };
      await app.send('POST', '/api/users/register', {
        body: { ...form, password: testPassword, password2: testPassword },
      });
      await runAll();
      const [, token = ''] = /confirm#([\da-f]{32})/.exec(mails[0]?.text ?? '') ?? [];
      expect(token).toHaveLength(32);
      expect((await reset(token)).status).toBe(404);
    });

    test('one network asks twenty times in a quarter of an hour, and one email gets ten links a day', async () => {
      for (let asked = 0; asked < 20; asked += 1)
        expect((await forget(owner.email)).status).toBe(202);
      expect(await queuedJobs(app.db)).toHaveLength(10);
      expect((await forget(owner.email)).status).toBe(429);
    });

    test('the audit log of the owner has the new password, and no secret', async () => {
      const token = await linkFor(owner.email);
      await reset(token);
      const entries = await app.db
        .selectFrom('audit')
        .selectAll()
        .where('on_behalf_of', '=', owner.userId)
        .where('action', '=', 'account.password_reset')
        .execute();
      expect(entries).toMatchObject([{ target: `account ${owner.email}`, actor_id: null }]);
      expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${token}|${newPassword}|argon`));
    });
  });

  describe('changing the password', () => {
    const form = { currentPassword: testPassword, password: newPassword, password2: newPassword };

    test('ends the other sessions, and not this one', async () => {
      const other = await app.login(owner.email);
      expect(await change(form)).toMatchObject({ status: 200, body: { changed: true } });
      expect([await isSignedIn(owner.token), await isSignedIn(other)]).toEqual([true, false]);
      expect((await signIn(testPassword)).status).toBe(401);
      expect((await signIn(newPassword)).status).toBe(200);
    });

    test('is refused with a wrong current password, and after ten of them for a while', async () => {
      const wrong = { ...form, currentPassword: 'a wrong one' };
      expect(await change(wrong)).toMatchObject({
        status: 400,
        body: { currentPassword: sessionMessages.passwordIncorrect },
      });
      for (let tries = 1; tries < 10; tries += 1) await change(wrong);
      expect((await change(form)).status).toBe(429);
      app.setNow(new Date());
      await app.db.deleteFrom('rate_limits').execute();
      expect((await signIn(testPassword)).status).toBe(200);
    });

    test('is refused for a weak one, without a session, and by a unit', async () => {
      expect((await change({ ...form, password: '12345678', password2: '12345678' })).body).toEqual(
        {
          password: sessionMessages.commonPassword,
        },
      );
      expect((await change(form, '')).status).toBe(401);
      expect((await change({})).body).toHaveProperty('currentPassword');
    });

    test('is in the audit log', async () => {
      await change(form);
      const { body } = await signIn(newPassword);
      const log = await app.send('GET', '/api/audit', { token: body.token });
      expect(log.body.entries).toContainEqual(
        expect.objectContaining({
          action: 'account.password_changed',
          target: `account ${owner.email}`,
        }),
      );
    });
  });

  test('a changed password of staff is in the audit log of the owner, with the role', async () => {
    const person = await addPerson(app, owner, 'manager');
    const form = { currentPassword: testPassword, password: newPassword, password2: newPassword };
    expect((await change(form, person.token)).status).toBe(200);
    const log = await app.send('GET', '/api/audit', { token: owner.token });
    expect(log.body.entries).toContainEqual(
      expect.objectContaining({
        action: 'account.password_changed',
        target: `account ${person.email}`,
        actorRole: 'manager',
      }),
    );
  });

  describe('a locked account', () => {
    const lock = (at: Date | null) =>
      app.db.updateTable('users').set({ locked_at: at }).where('id', '=', owner.userId).execute();

    test('has no sessions, cannot sign in, and says so after the right password only', async () => {
      await lock(new Date());
      expect(await isSignedIn(owner.token)).toBe(false);
      expect(await signIn(testPassword)).toMatchObject({
        status: 403,
        body: { error: { message: sessionMessages.locked } },
      });
      expect((await signIn('a wrong one')).body).toEqual({
        passwordincorrect: sessionMessages.passwordIncorrect,
      });
      await lock(null);
      expect((await signIn(testPassword)).status).toBe(200);
    });

    test('gets no link, and a link sent before sets no password', async () => {
      const token = await linkFor(owner.email);
      await lock(new Date());
      expect((await reset(token)).status).toBe(403);
      const { mails, runAll } = testOutbox(app);
      await forget(owner.email);
      await runAll();
      expect(mails).toEqual([]);
    });
  });
});

/** Requests whose password is verified while a new one is being stored. */
describe('renewed passwords', () => {
  const newPassword = 'a quiet tuesday bar';

  withAnOwner();

  const signIn = (password: string): Promise<Reply> =>
    app.send('POST', '/api/users/login', { body: { email: owner.email, password } });

  const liveSessions = async (): Promise<number> => {
    const live = app.db.selectFrom('sessions').select('id').where('user_id', '=', owner.userId);
    return (await live.where('ended_at', 'is', null).execute()).length;
  };

  /** Sends requests that verify the former password, and reach the account after a reset of the password does. */
  async function duringReset(...requests: (() => Promise<Reply>)[]): Promise<Reply[]> {
    const token = await resetToken();
    const body = { token, password: newPassword, password2: newPassword };
    const lock = sql`select from users where id = ${owner.userId} for update`;
    const [reset, ...replies] = await collideInOrder(app, lock, [
      () => app.send('POST', '/api/users/password/reset', { body }),
      ...requests,
    ]);
    expect(reset?.status).toBe(200);
    return replies;
  }

  test('a change of the password that was verified before a reset does not replace the new password', async () => {
    const other = 'of somebody else';
    const body = { currentPassword: testPassword, password: other, password2: other };
    const { token } = owner;
    const replies = await duringReset(() =>
      app.send('POST', '/api/users/password/change', { token, body }),
    );
    expect(replies).toMatchObject([
      { status: 400, body: { currentPassword: sessionMessages.passwordIncorrect } },
    ]);
    expect([(await signIn(newPassword)).status, (await signIn(other)).status]).toEqual([200, 401]);
  });

  test('a new email whose password was verified before a reset gets no link', async () => {
    const body = { currentPassword: testPassword, email: 'thief@example.com' };
    const { token } = owner;
    const replies = await duringReset(() => app.send('PATCH', '/api/users/me', { token, body }));
    expect(replies).toMatchObject([
      { status: 400, body: { currentPassword: sessionMessages.passwordIncorrect } },
    ]);
    const { mails, runAll } = testOutbox(app);
    await runAll();
    expect(mails).toEqual([]);
  });

  test('a sign-in whose password was verified before a reset begins no session', async () => {
    const replies = await duringReset(() => signIn(testPassword));
    expect(replies).toMatchObject([
      { status: 401, body: { passwordincorrect: sessionMessages.passwordIncorrect } },
    ]);
    expect(await liveSessions()).toBe(0);
  });

  test('a sign-in whose password was verified before the account was locked begins no session', async () => {
    const lock = sql`update users set locked_at = ${app.deps.now()} where id = ${owner.userId}`;
    expect(await collideInOrder(app, lock, [() => signIn(testPassword)])).toMatchObject([
      { status: 403, body: { error: { message: sessionMessages.locked } } },
    ]);
  });
});
