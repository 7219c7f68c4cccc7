import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addPerson,
  as,
  foreign,
  kim,
  memberships,
  rooftop,
  venue,
  withTwoOwners,
} from '../testing/accounts.ts';
import { addOwner, startTestApp, type TestOwner, testPassword } from '../testing/app.ts';
import { collide } from '../testing/services/load.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

describe('invitations', () => {
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
    expect(await accept(token, email.toUpperCase())).toMatchObject({
      status: 201,
      body: { email },
    });
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
    expect(log.body.entries.slice(0, 2)).toMatchObject([
      { action: 'sign_in.succeeded', actor: 'Kim Doe' },
      { action: 'person.joined', actor: 'Kim Doe' },
    ]);
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
});

/** Invitations of people who have an account already. */
describe('invited again', () => {
  withTwoOwners();

  describe('an invitation of an address with a staff account', () => {
    let count = 0;
    const invited = async (email: string, by = foreign): Promise<string> => {
      const body = { email, role: 'manager' };
      const { status, body: sent } = await app.send('POST', '/api/people', {
        token: by.token,
        body,
      });
      expect(status).toBe(201);
      return sent.link.replace('/accept#', '');
    };

    const accept = (token: string, body: object, by?: string) =>
      app.send('POST', '/api/invitations/accept', {
        ...(by === undefined ? {} : { token: by }),
        headers: { 'x-forwarded-for': `10.1.${(count += 1) % 250}.1` },
        body: { token, ...body },
      });
    const accountsOf = async (email: string) =>
      (await app.pool.query('select name from users where lower(email) = $1', [email])).rows;

    test('ROLE-04 is answered as one of an unknown address', async () => {
      const told = async (email: string) => {
        const { status, body } = await app.send('POST', '/api/people', {
          token: foreign.token,
          body: { email, role: 'manager' },
        });
        return {
          status,
          body: { ...body, link: '', person: { ...body.person, id: '', email: '' } },
        };
      };
      app.setNow(new Date('2026-11-20T12:00:00Z'));
      foreign.token = await app.login(foreign.email);
      const known = await told(kim.email);
      expect(known).toEqual(await told('nobody.knows@example.com'));
      app.setNow(new Date());
      foreign.token = await app.login(foreign.email);
    });

    test('ROLE-04 adds a membership to the account with its password, and no second account', async () => {
      const token = await invited(kim.email.toUpperCase());
      const wrong = await accept(token, {
        email: kim.email,
        name: 'X',
        password: 'chosen by other',
      });
      expect(wrong).toMatchObject({
        status: 400,
        body: { password: 'This address has an account already. Enter its password' },
      });
      const joined = await accept(token, { email: kim.email, password: testPassword });
      expect(joined).toMatchObject({
        status: 201,
        body: { email: kim.email, ownerId: foreign.userId },
      });
      expect(await accountsOf(kim.email)).toEqual([{ name: 'Robin the bartender' }]);
      expect((await memberships()).body.map((one: any) => one.ownerName).sort()).toEqual([
        'Foreign',
        'Harbour',
        'Rooftop',
      ]);
      const { body } = await app.send('GET', '/api/audit', { token: foreign.token });
      // The invitation may be of the same millisecond.
      const [entry] = body.entries.filter(({ action }: any) => action === 'person.joined');
      expect(entry).toMatchObject({ actor: 'Robin the bartender' });
      await app.send('DELETE', `/api/people/${kim.userId}`, { token: foreign.token });
    });

    test('ROLE-04 is accepted in a session of the account, once, and not in that of another', async () => {
      const token = await invited(kim.email);
      const lee = await addPerson(app, rooftop, 'manager');
      expect((await accept(token, { email: kim.email }, lee.token)).status).toBe(403);
      expect((await accept(token, { email: lee.email }, lee.token)).status).toBe(403);
      expect((await accept(token, { email: kim.email }, rooftop.token)).status).toBe(403);
      expect((await accept(token, { email: kim.email })).status).toBe(400);
      expect((await accept(token, { email: kim.email }, kim.token)).status).toBe(201);
      expect((await accept(token, { email: kim.email }, kim.token)).status).toBe(410);
      expect((await venue(foreign, as(foreign))).status).toBe(200);
      expect(
        (
          await app.send('POST', '/api/people', {
            token: foreign.token,
            body: { email: kim.email, role: 'manager' },
          })
        ).body,
      ).toEqual({ email: 'This person is among your people already' });
    });

    test('ROLE-04 of two acceptances at once one succeeds, and adds one membership', async () => {
      const token = await invited(kim.email);
      const replies = await collide(
        app,
        sql`select from invitations where email = ${kim.email} and accepted_at is null for update`,
        [
          () => accept(token, { email: kim.email }, kim.token),
          () => accept(token, { email: kim.email, password: testPassword }),
        ],
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 410]);
      expect((await memberships()).body).toHaveLength(3);
    });

    test('a new account still needs a name and a password', async () => {
      const email = 'new.to.all@example.com';
      const token = await invited(email);
      expect(await accept(token, { email })).toMatchObject({
        status: 400,
        body: { password: 'Enter a password' },
      });
      expect(await accept(token, { email, password: 'a horse of another colour' })).toMatchObject({
        status: 400,
        body: { name: 'Enter your name' },
      });
    });
  });
});
