/** Requests whose password is verified while a new one is being stored. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { app, owner } from '../testing/with-app.ts';
import { resetToken, withAnOwner } from '../testing/accounts.ts';
import { type Reply, testPassword } from '../testing/app.ts';
import { collideInOrder } from '../testing/load.ts';
import { testOutbox } from '../testing/messages.ts';

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
