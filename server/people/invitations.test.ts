import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { app, owner, withApp } from '../testing/with-app.ts';
import { addOwner, startTestApp, type TestOwner } from '../testing/app.ts';
import { collide } from '../testing/load.ts';
import { testOutbox } from '../testing/messages.ts';
import { addPerson } from '../testing/accounts.ts';

let other: TestOwner;
let count = 0;

withApp({ deps: { trustProxy: true }, owner: 'Rooftop' });
beforeAll(async () => {
  other = await addOwner(app, 'Harbour');
});

const password = 'a horse of another colour';
const newEmail = (): string => `person.${(count += 1)}@example.com`;

const invite = (email: string, more: object = {}, token = owner.token) =>
  app.send('POST', '/api/people', { token, body: { email, role: 'manager', ...more } });

/** Invites the address and returns the token of the link. */
async function tokenFor(email: string, more: object = {}, by = owner.token): Promise<string> {
  const { status, body } = await invite(email, more, by);
  expect(status).toBe(201);
  return body.link.replace('/accept#', '');
}

const accept = (token: string, email: string, more: object = {}, by?: string) =>
  app.send('POST', '/api/invitations/accept', {
    ...(by === undefined ? {} : { token: by }),
    headers: { 'x-forwarded-for': `10.0.${count % 250}.1` },
    body: { token, email, name: 'Kim Doe', password, ...more },
  });

const look = (token: string) => app.send('POST', '/api/invitations', { body: { token } });

const messageOf = (reply: { body: any }): string => reply.body.error.message;

async function atDays(days: number, work: () => Promise<void>): Promise<void> {
  app.setNow(new Date(Date.now() + days * 86_400_000));
  try {
    await work();
  } finally {
    app.setNow(new Date());
  }
}

test('an invited person reads the invitation, chooses a password and signs in with the role', async () => {
  const email = newEmail();
  const token = await tokenFor(email, { role: 'accountant', venueIds: [owner.venueId] });
  expect((await look(token)).body).toEqual({
    ownerName: 'Rooftop',
    role: 'accountant',
    venues: ['Rooftop Bar'],
    expiresAt: expect.any(String),
  });
  expect(await accept(token, email.toUpperCase())).toMatchObject({ status: 201, body: { email } });
  const signedIn = await app.send('POST', '/api/users/login', { body: { email, password } });
  expect(signedIn.status).toBe(200);
  const { body } = await app.send('GET', '/api/people', { token: owner.token });
  expect(body.people).toContainEqual(
    expect.objectContaining({
      email,
      name: 'Kim Doe',
      role: 'accountant',
      state: 'active',
      venueIds: [owner.venueId],
    }),
  );
  const log = await app.send('GET', '/api/audit', { token: owner.token });
  expect(log.body.entries[0]).toMatchObject({ action: 'person.joined', actor: 'Kim Doe' });
  expect(log.text).not.toContain(token);
});

test('ROLE-04 an invitation that was used is refused', async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  expect((await accept(token, email)).status).toBe(201);
  const again = await accept(token, email);
  expect(again.status).toBe(410);
  expect(messageOf(again)).toMatch(/used already/);
  expect((await look(token)).status).toBe(410);
});

test('ROLE-04 an invitation is refused after seven days', async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  await atDays(6.9, async () => expect((await look(token)).status).toBe(200));
  await atDays(7.1, async () => {
    const late = await accept(token, email);
    expect(late.status).toBe(410);
    expect(messageOf(late)).toMatch(/expired: it works for 7 days/);
  });
});

test('ROLE-04 an invitation is refused to another address, and to whoever is signed in as another', async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  for (const reply of [
    await accept(token, newEmail()),
    await accept(token, email, {}, other.token),
  ]) {
    expect(reply.status).toBe(403);
    expect(messageOf(reply)).toMatch(/another address/);
  }
  expect((await accept(token, email)).status).toBe(201);
});

test('ROLE-04 a withdrawn invitation, a replaced one and a forged one are refused', async () => {
  const email = newEmail();
  const first = await tokenFor(email);
  const second = await tokenFor(email);
  expect(messageOf(await accept(first, email))).toMatch(/withdrawn/);
  const { body } = await app.send('GET', '/api/people', { token: owner.token });
  const open = body.people.filter((person: any) => person.email === email);
  expect(open).toMatchObject([{ state: 'invited', name: '' }]);
  const url = `/api/people/${open[0].id}`;
  expect((await app.send('DELETE', url, { token: other.token })).status).toBe(404);
  expect((await app.send('DELETE', url, { token: owner.token })).status).toBe(200);
  expect((await accept(second, email)).status).toBe(410);
  for (const forged of ['0'.repeat(32), 'x', '‮x', '\u0000', ' ']) {
    const { status } = await accept(forged, email);
    expect([400, 404]).toContain(status);
  }
});

test('ROLE-04 of two acceptances at once one succeeds', async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  const replies = await collide(
    app,
    sql`select from invitations where email = ${email} for update`,
    [() => accept(token, email), () => accept(token, email, { password: `${password} 2` })],
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 410]);
  const { rows } = await app.pool.query(
    `select 1 from memberships join users on users.id = user_id where email = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
});

test('two invitations of one address at once leave one open', async () => {
  const email = newEmail();
  const replies = await Promise.all([invite(email), invite(email), invite(email)]);
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { body } = await app.send('GET', '/api/people', { token: owner.token });
  expect(body.people.filter((person: any) => person.email === email)).toHaveLength(1);
});

test('an address that has an account of another kind, or is a member already, is not invited', async () => {
  const mine = await addPerson(app, owner, 'manager');
  for (const [email, message] of [
    [other.email, /another account/],
    [mine.email, /already/],
    [owner.email.toUpperCase(), /already/],
  ] as const)
    expect(await invite(email)).toMatchObject({
      status: 400,
      body: { email: expect.stringMatching(message) },
    });
});

test('an address that registers meanwhile is refused when it accepts', async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  const form = { name: 'Pier', venueName: 'Pier', email, password, password2: password };
  expect((await app.send('POST', '/api/users/register', { body: form })).status).toBe(201);
  const refused = await accept(token, email);
  expect(refused.status).toBe(409);
  expect(messageOf(refused)).toMatch(/already registered/);
});

test('a removed person joins again with the password of the account, and with no other', async () => {
  const email = newEmail();
  expect((await accept(await tokenFor(email), email)).status).toBe(201);
  const { rows } = await app.pool.query('select id from users where email = $1', [email]);
  const gone = await app.send('DELETE', `/api/people/${rows[0].id}`, { token: owner.token });
  expect(gone.status).toBe(200);
  // The link is shown to whoever invites: it must not set the password of an account that exists.
  const token = await tokenFor(email, {}, other.token);
  expect(await accept(token, email, { password: 'chosen by the inviter' })).toMatchObject({
    status: 400,
    body: { password: expect.stringMatching(/Enter its password/) },
  });
  expect((await accept(token, email)).status).toBe(201);
});

test.each([
  ['7 characters', { password: 'short 7' }, 400],
  ['201 characters', { password: 'x'.repeat(201) }, 400],
  ['a megabyte', { password: 'x'.repeat(1_000_000) }, 413],
  ['a common one', { password: 'password1' }, 400],
  ['a number', { password: 12_345_678 }, 400],
])('refuses a password of %s', async (_, body, status) => {
  const email = newEmail();
  const token = await tokenFor(email);
  expect((await accept(token, email, body)).status).toBe(status);
  expect((await accept(token, email)).status).toBe(201);
});

test.each([
  ['a homograph', 'person@exаmple.com'],
  ['other scripts', 'лена@example.com'],
  ['a bidi override', 'kim\u202E@example.com'],
  ['a NUL byte', 'kim\u0000@example.com'],
  ['two addresses', 'a@example.com,b@example.com'],
  ['a header', 'a@example.com\nBcc: b@example.com'],
  ['too long', `${'x'.repeat(250)}@example.com`],
])('refuses an email with %s', async (_, email) => {
  expect(await invite(email)).toMatchObject({ status: 400, body: { email: expect.any(String) } });
});

test('a venue of another owner, an unknown role and a foreign owner are refused', async () => {
  expect((await invite(newEmail(), { venueIds: [other.venueId] })).status).toBe(400);
  expect((await invite(newEmail(), { role: 'king' })).status).toBe(400);
  const url = `/api/people?ownerId=${other.userId}`;
  const body = { email: newEmail(), role: 'manager' };
  expect((await app.send('POST', url, { token: owner.token, body })).status).toBe(404);
});

test('with a mail server the link is mailed, made when it is sent, and not in the response', async () => {
  const mailing = await startTestApp({ sendsMail: true });
  try {
    const bar = await addOwner(mailing, 'Rooftop');
    const body = { email: 'Kim@example.com', role: 'bartender' };
    const invited = await mailing.send('POST', '/api/people', { token: bar.token, body });
    expect(invited.body).toMatchObject({ link: null, person: { email: 'kim@example.com' } });
    const outbox = testOutbox(mailing);
    await outbox.runAll();
    const mail = outbox.mails.find(({ to }) => to === 'kim@example.com');
    expect(mail?.text).toMatch(/^Rooftop invites you to Barback as bartender\./);
    const token = /\/accept#(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { rows } = await mailing.pool.query(
      'select body from messages where invitation_id is not null',
    );
    expect(rows[0].body).not.toContain(token);
    const form = { token, email: 'kim@example.com', name: 'Kim', password };
    const accepted = await mailing.send('POST', '/api/invitations/accept', { body: form });
    expect(accepted.status).toBe(201);
  } finally {
    await mailing.close();
  }
});
