import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAuthenticator, resetToken, sentTokens, withAnOwner } from '../testing/accounts.ts';
import { type Reply, testPassword } from '../testing/app.ts';
import { countLockWaits } from '../testing/services/load.ts';
import { testOutbox, type TestOutbox } from '../testing/services/messages.ts';
import { app, owner, withApp } from '../testing/with-app.ts';
import { sweepSessions } from './sessions.ts';

describe('security mails', () => {
  const dayMs = 24 * 60 * 60_000;
  const firefox =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const newer = firefox.replaceAll('140.0', '141.0');
  const origin = 'http://localhost';
  const start = new Date('2026-10-01T18:05:00Z');

  let outbox: TestOutbox;

  beforeEach(async () => {
    app.setNow(start);
    await app.db.deleteFrom('rate_limits').execute();
  });
  withApp({ owner: { each: 'Owner' } });
  beforeEach(async () => {
    outbox = testOutbox(app);
  });

  const inDays = (days: number): void => app.setNow(new Date(start.getTime() + days * dayMs));

  async function signIn(userAgent: string, headers: Record<string, string> = { origin }) {
    const body = { email: owner.email, password: testPassword };
    const sent = { 'user-agent': userAgent, ...headers };
    const { status } = await app.send('POST', '/api/users/login', { body, headers: sent });
    expect(status).toBe(200);
  }

  async function mailed(): Promise<string[]> {
    await outbox.runAll();
    return outbox.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  }
  const newDevice = (): string => `${owner.email}: A new device signed in to Barback`;

  test('a browser on a new device is mailed to the holder once, and not again when it is updated', async () => {
    await signIn(firefox);
    await outbox.runAll();
    expect(outbox.mails[0]?.text).toMatch(
      /Device: Firefox on Windows\nNetwork: 127\.0\.0\.1\nTime: October 1, 2026 at 6:05\sPM UTC\n[^]*\/profile\?tab=security$/,
    );
    expect(await mailed()).toEqual([newDevice()]);
    await signIn(firefox);
    await signIn(newer);
    expect(await mailed()).toEqual([]);
  });

  test('the very first sign-in of an account is not mailed', async () => {
    await app.db.deleteFrom('sessions').where('user_id', '=', owner.userId).execute();
    await signIn(firefox);
    expect(await mailed()).toEqual([]);
  });

  test('a program on a new device is not mailed', async () => {
    await signIn('curl/8.5.0', {});
    await signIn(firefox, {});
    expect(await mailed()).toEqual([]);
  });

  test('a device is known for 90 days after its last session, also where sessions are swept', async () => {
    await signIn(firefox);
    expect(await mailed()).toEqual([newDevice()]);
    inDays(89);
    await sweepSessions(app.deps);
    await signIn(firefox);
    expect(await mailed()).toEqual([]);
    inDays(89 + 91);
    await sweepSessions(app.deps);
    await signIn(firefox);
    expect(await mailed()).toEqual([newDevice()]);
  });

  test('an email whose holder has declined mails gets none', async () => {
    const recipients = app.db.updateTable('recipients').where('account_id', '=', owner.userId);
    await recipients.set({ state: 'declined' }).execute();
    await signIn(firefox);
    expect(await mailed()).toEqual([]);
  });

  test('a passkey whose counter has not grown is mailed to the holder', async () => {
    const device = makeAuthenticator();
    const post = (path: string, body: object, token?: string) =>
      app.send('POST', `/api/users/${path}`, { body, ...(token === undefined ? {} : { token }) });
    const options = await post('me/passkeys/options', { password: testPassword }, owner.token);
    const passkey = device.register(options.body.challenge, { counter: 5 });
    await post('me/passkeys', { name: 'Laptop', passkey }, owner.token);
    const use = async (counter: number): Promise<number> => {
      const { challenge } = (await post('login/passkey/options', {})).body;
      const signed = device.signIn(challenge, owner.userId, { counter });
      return (await post('login/passkey', { passkey: signed })).status;
    };
    expect([await use(6), await use(3)]).toEqual([200, 401]);
    await outbox.runAll();
    expect(outbox.mails[0]?.text).toContain('“Laptop”');
    expect(await mailed()).toEqual([
      `${owner.email}: A passkey of your account of Barback was refused`,
    ]);
  });
});

/** Links of an account after its password is new. */
describe('end links', () => {
  const password = 'a quiet tuesday bar';
  const foreign = 'thief@example.com';

  withAnOwner();

  const requestEmail = async (): Promise<void> => {
    const body = { currentPassword: testPassword, email: foreign };
    const { status } = await app.send('PATCH', '/api/users/me', { token: owner.token, body });
    expect(status).toBe(200);
  };
  const change = (): Promise<Reply> =>
    app.send('POST', '/api/users/password/change', {
      token: owner.token,
      body: { currentPassword: testPassword, password, password2: password },
    });
  const reset = (token: string): Promise<Reply> =>
    app.send('POST', '/api/users/password/reset', {
      body: { token, password, password2: password },
    });
  const accept = (token: string): Promise<Reply> =>
    app.send('POST', '/api/users/email/accept', { body: { token } });

  const ways = [
    ['reset', async (): Promise<Reply> => reset(await resetToken())],
    ['changed', change],
  ] as const;

  describe('when a password is new', () => {
    test.each(ways)('ROLE-05: a link to a new email does not work: %s', async (_, renew) => {
      await requestEmail();
      const token = (await sentTokens()).get(foreign) ?? '';
      expect(token).toHaveLength(32);
      expect((await renew()).status).toBe(200);
      expect((await accept(token)).status).toBe(410);
      const users = app.db.selectFrom('users').select('email').where('id', '=', owner.userId);
      expect(await users.executeTakeFirst()).toEqual({ email: owner.email });
    });

    test('a mail with a link to a new email that waits is not sent after a reset', async () => {
      const link = await resetToken();
      await requestEmail();
      expect((await reset(link)).status).toBe(200);
      expect([...(await sentTokens()).keys()]).toEqual([]);
    });

    test('a mail with a link to a new email that waits is not sent after a change', async () => {
      await requestEmail();
      expect((await change()).status).toBe(200);
      expect([...(await sentTokens()).keys()]).toEqual([]);
    });

    test('a mail that is being sent while the password changes has no link that works', async () => {
      await requestEmail();
      const { mails, runAll } = testOutbox(app);
      const waits = (count: number): Promise<void> =>
        expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(count);
      const begun = await app.db.transaction().execute(async (transaction) => {
        await sql`select from users where id = ${owner.userId} for update`.execute(transaction);
        const reply = change();
        await waits(1);
        const sending = runAll();
        await waits(2);
        // In an object, because promises would be awaited before the commit.
        return { reply, sending };
      });
      expect((await begun.reply).status).toBe(200);
      await begun.sending;
      // Either no mail is sent, or one whose link is used up.
      for (const { text } of mails) {
        const { status } = await accept(/#([\da-f]{32})\s*$/.exec(text)?.[1] ?? '');
        expect(status).toBe(410);
      }
    });
  });
});
