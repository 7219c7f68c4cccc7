/** Invitations of people who have an account already. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testPassword } from '../testing/app.ts';
import { collide } from '../testing/load.ts';
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
import { app } from '../testing/with-app.ts';

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
      return { status, body: { ...body, link: '', person: { ...body.person, id: '', email: '' } } };
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
    const wrong = await accept(token, { email: kim.email, name: 'X', password: 'chosen by other' });
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
