/** Changing the name and the email of one's own account. */
import { beforeEach, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, type Reply, type TestOwner, testPassword } from '../testing/app.ts';
import { emptyQueue, testOutbox } from '../testing/services/messages.ts';
import { addPerson } from '../testing/accounts.ts';

let owner: TestOwner;
let owners = 0;

withApp();
beforeEach(async () => {
  app.setNow(new Date());
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
  await app.db.deleteFrom('rate_limits').execute();
  await emptyQueue(app.db);
});

const update = (body: object, token = owner.token): Promise<Reply> =>
  app.send('PATCH', '/api/users/me', { token, body: { currentPassword: testPassword, ...body } });
const accept = (token: string): Promise<Reply> =>
  app.send('POST', '/api/users/email/accept', { body: { token } });
const signIn = (email: string): Promise<Reply> =>
  app.send('POST', '/api/users/login', { body: { email, password: testPassword } });
const changes = async (): Promise<object[]> =>
  (await app.send('GET', '/api/audit', { token: owner.token })).body.entries.filter(
    ({ action }: { action: string }) => /account/.test(action),
  );

/** Mails that are sent from now on, as pairs of address and token of the link. */
async function sent(): Promise<[string, string | undefined][]> {
  const { mails, runAll } = testOutbox(app);
  await runAll();
  return mails.map(({ to, text }) => [to, /new-email#([\da-f]{32})\s*$/.exec(text)?.[1]]);
}

test('a name changes with the password, and the change is in the log', async () => {
  const { status, body } = await update({
    name: 'Rooftop & Sons',
    firstName: 'Maya',
    lastName: '',
  });
  expect([status, body]).toEqual([
    200,
    {
      name: 'Rooftop & Sons',
      firstName: 'Maya',
      lastName: null,
      email: owner.email,
      requestedEmail: null,
    },
  ]);
  expect(await changes()).toMatchObject([
    { newValue: { name: 'Rooftop & Sons', firstName: 'Maya' }, oldValue: { firstName: null } },
  ]);
  await update({ name: 'Rooftop & Sons' });
  expect(await changes()).toHaveLength(1);
});

test('nothing changes with a wrong password, or without one', async () => {
  for (const currentPassword of ['another', '']) {
    const reply = await update({ name: 'Taken over', email: 'mine@example.com', currentPassword });
    expect(reply).toMatchObject({ status: 400, body: { currentPassword: expect.any(String) } });
  }
  expect(await sent()).toEqual([]);
  expect(await changes()).toEqual([]);
});

test('a new email counts once its link is used, and the one before is told', async () => {
  const email = `New.${owners}@example.com`;
  expect((await update({ email })).body).toMatchObject({
    email: owner.email,
    requestedEmail: email,
  });
  const [[to, token = ''] = []] = await sent();
  expect(to).toBe(email.toLowerCase());
  expect((await signIn(owner.email)).status).toBe(200);
  expect((await signIn(email)).status).toBe(401);

  expect(await accept(token)).toMatchObject({ status: 200, body: { email: email.toLowerCase() } });
  expect([(await signIn(email)).status, (await signIn(owner.email)).status]).toEqual([200, 401]);
  expect(await sent()).toEqual([[owner.email, undefined]]);
  expect(await changes()).toMatchObject([
    { oldValue: { email: owner.email }, newValue: { email: email.toLowerCase() } },
  ]);
  expect((await accept(token)).status).toBe(410);
});

test('staff change their email too, in the log of their owner', async () => {
  const person = await addPerson(app, owner, 'bartender');
  const email = `bartender.${owners}@example.com`;
  expect((await update({ email }, person.token)).status).toBe(200);
  const [[, token = ''] = []] = await sent();
  expect((await accept(token)).status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
  expect(await changes()).toMatchObject([{ newValue: { email } }]);
});

test('an email of another account gets the same response, and a mail without a link', async () => {
  const other = await addOwner(app, 'Other');
  await emptyQueue(app.db);
  const email = other.email.toUpperCase();
  expect((await update({ email })).body).toMatchObject({ requestedEmail: email });
  expect(await sent()).toEqual([[other.email, undefined]]);
});

test('a link of an email that another account took meanwhile is refused, as are late and unknown ones', async () => {
  const email = `wanted.${owners}@example.com`;
  await update({ email });
  const [[, token = ''] = []] = await sent();
  await app.db
    .updateTable('users')
    .set({ email })
    .where('id', '=', (await addOwner(app, 'Faster')).userId)
    .execute();
  expect((await accept(token)).status).toBe(409);
  app.setNow(new Date(Date.now() + 61 * 60_000));
  expect((await accept(token)).status).toBe(410);
  expect((await accept('a'.repeat(32))).status).toBe(404);
});

test('a link for a new password that was sent to the former email does not work any more', async () => {
  const { mails, runAll } = testOutbox(app);
  await app.send('POST', '/api/users/password/forgot', { body: { email: owner.email } });
  await runAll();
  const [, reset = ''] = /reset-password#([\da-f]{32})/.exec(mails[0]?.text ?? '') ?? [];
  await update({ email: `moved.${owners}@example.com` });
  const [[, token = ''] = []] = await sent();
  await accept(token);
  const body = { token: reset, password: 'a quiet tuesday', password2: 'a quiet tuesday' };
  expect((await app.send('POST', '/api/users/password/reset', { body })).status).toBe(410);
});

test('at most ten mails a day are sent for an account, with the same response beyond', async () => {
  for (let n = 0; n < 12; n += 1) {
    const email = `try.${owners}.${n}@example.com`;
    expect((await update({ email })).status).toBe(200);
  }
  expect(await sent()).toHaveLength(10);
});
