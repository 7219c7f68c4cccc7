/** Links of an account after its password is new. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { app, owner } from '../testing/with-app.ts';
import { resetToken, sentTokens, withAnOwner } from '../testing/accounts.ts';
import { type Reply, testPassword } from '../testing/app.ts';
import { countLockWaits } from '../testing/load.ts';
import { testOutbox } from '../testing/messages.ts';

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
  app.send('POST', '/api/users/password/reset', { body: { token, password, password2: password } });
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
