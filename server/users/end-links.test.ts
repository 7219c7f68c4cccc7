/** Links of an account after its password is new. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addOwner,
  type Reply,
  startTestApp,
  type TestApp,
  type TestOwner,
  testPassword,
} from '../testing/app.ts';
import { countLockWaits } from '../testing/collide.ts';
import { testOutbox } from '../testing/outbox.ts';
import { emptyQueue } from '../testing/queue.ts';

const password = 'a quiet tuesday bar';
const foreign = 'thief@example.com';

let app: TestApp;
let owner: TestOwner;
let owners = 0;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
  await app.db.deleteFrom('rate_limits').execute();
  await emptyQueue(app.db);
});
afterAll(() => app.close());

const requestEmail = async (): Promise<void> => {
  const body = { currentPassword: testPassword, email: foreign };
  const { status } = await app.send('PATCH', '/api/users/me', { token: owner.token, body });
  expect(status).toBe(200);
};
const forget = (): Promise<Reply> =>
  app.send('POST', '/api/users/password/forgot', { body: { email: owner.email } });
const change = (): Promise<Reply> =>
  app.send('POST', '/api/users/password/change', {
    token: owner.token,
    body: { currentPassword: testPassword, password, password2: password },
  });
const reset = (token: string): Promise<Reply> =>
  app.send('POST', '/api/users/password/reset', { body: { token, password, password2: password } });
const accept = (token: string): Promise<Reply> =>
  app.send('POST', '/api/users/email/accept', { body: { token } });

/** Sends the mails that wait, and returns the tokens of their links by address. */
async function sentTokens(): Promise<Map<string, string>> {
  const { mails, runAll } = testOutbox(app);
  await runAll();
  return new Map(mails.map(({ to, text }) => [to, /#([\da-f]{32})\s*$/.exec(text)?.[1] ?? '']));
}

async function resetLink(): Promise<string> {
  await forget();
  return (await sentTokens()).get(owner.email) ?? '';
}

const ways = [
  ['reset', async (): Promise<Reply> => reset(await resetLink())],
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
    const link = await resetLink();
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
