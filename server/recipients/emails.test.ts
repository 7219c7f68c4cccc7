import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smtpMail } from '../adapters/messages/smtp.ts';
import { hashSecret } from '../shared/ids.ts';
import { askAgain, contactStates, sendLink, setContacts, tokenIn } from '../testing/accounts.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  testPassword,
  type TestUnit,
} from '../testing/app.ts';
import {
  contacts,
  noticeRum,
  runDueJobs,
  startTestMailServer,
  type TestMailServer,
  testOutbox,
  watchStock,
} from '../testing/services/messages.ts';
import { app, withApp } from '../testing/with-app.ts';

describe('emails', () => {
  let smtp: TestMailServer;
  let count = 0;

  withApp();
  beforeAll(async () => {
    smtp = await startTestMailServer();
  });
  beforeEach(() => {
    smtp.received.length = 0;
  });
  afterAll(() => smtp.close());

  /** Registers an owner over the API, whose email is not confirmed. */
  async function register(token?: string): Promise<TestOwner> {
    count += 1;
    const email = `Dana.${count}@example.com`;
    const form = { name: 'Dana Bars', venueName: 'The Corner', email };
    const { status, body } = await app.send('POST', '/api/users/register', {
      ...(token === undefined ? {} : { token }),
      body: { ...form, password: testPassword, password2: testPassword },
    });
    expect([status, body]).toEqual([201, { ...form, id: body.id, accountType: 'owner' }]);
    const own = await app.login(email);
    const venues = await app.send('GET', `/api/users/${body.id}/venues`, { token: own });
    const [venueId = ''] = Object.keys(venues.body);
    return { userId: body.id, venueId, email, token: own };
  }

  /** Sends the queued mail to the SMTP server. */
  async function work(): Promise<void> {
    const { deps } = testOutbox(app);
    deps.mail = smtpMail(smtp.url, 'Barback <bar@example.com>');
    await runDueJobs(app, deps);
  }

  const mailReport = ({ token, venueId }: Pick<TestOwner, 'token' | 'venueId'>) =>
    app.send('POST', '/api/reports/sales/mail', {
      token,
      body: { venueId, startDate: Date.now() - 1000, endDate: Date.now() },
    });

  const askAgain = (token: string) => app.send('POST', '/api/users/email-confirmation', { token });

  /** Token of the link in the mail that was received last. */
  async function lastToken(): Promise<string> {
    const { text = '' } = await PostalMime.parse(smtp.received.at(-1)?.raw ?? '');
    return tokenIn(text);
  }

  test('a registered owner gets no mail but a link until the address is confirmed', async () => {
    const owner = await register();
    await work();
    const parsed = await PostalMime.parse(smtp.received[0]?.raw ?? '');
    expect(smtp.received.map(({ to }) => to)).toEqual([[owner.email.toLowerCase()]]);
    expect(parsed.subject).toBe('Confirm your email address for Barback');
    expect(parsed.text).toMatch(/https:\/\/bar\.example\.com\/confirm#[\da-f]{32}\s*$/);
    expect(parsed.text).not.toMatch(/Dana|Corner/);

    expect(await mailReport(owner)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('Confirm your email address first') } },
    });
    const unit = await createUnit(app, owner);
    await watchStock(app, unit);
    await noticeRum(app, { owner, unit });
    await work();
    expect(smtp.received).toHaveLength(1);
    const url = `/api/venues/${owner.venueId}/notices`;
    const [{ messages }] = (await app.send('GET', url, { token: owner.token })).body;
    expect(messages.map((each: any) => [each.recipient, each.state, each.heldBecause])).toEqual([
      [owner.email, 'failed', 'unconfirmed'],
      ...contacts.map((number) => [number, 'sent', null]),
    ]);

    const token = await lastToken();
    expect((await app.send('GET', `/confirm?token=${token}`)).status).toBe(404);
    expect((await sendLink(app, token, '')).body).toEqual({
      channel: 'mail',
      address: owner.email.toLowerCase(),
      owner: 'Dana Bars',
      venues: [],
    });
    expect((await mailReport(owner)).status).toBe(409);
    expect((await sendLink(app, token, '/accept')).status).toBe(200);
    expect(await mailReport(owner)).toMatchObject({
      status: 202,
      body: { recipient: owner.email },
    });
    await work();
    expect(smtp.received).toHaveLength(2);
    expect((await askAgain(owner.token)).status).toBe(409);
  });

  test('the link is sent again three times a day at most', async () => {
    const owner = await register();
    await work();
    expect(await askAgain(owner.token)).toMatchObject({
      status: 202,
      body: { recipient: owner.email },
    });
    expect((await askAgain(owner.token)).status).toBe(202);
    expect((await askAgain(owner.token)).status).toBe(429);
    await work();
    expect(smtp.received).toHaveLength(3);
    expect((await app.send('POST', '/api/users/email-confirmation')).status).toBe(401);
  });

  test('a holder who did not register refuses further mail', async () => {
    const owner = await register();
    await work();
    expect((await sendLink(app, await lastToken(), '/decline')).status).toBe(200);
    expect((await mailReport(owner)).body.error.message).toContain('has refused mail');
    expect((await askAgain(owner.token)).status).toBe(409);
  });

  test('owners whom a super admin registers, and changed addresses, are confirmed by their holders too', async () => {
    const admin = await addSuperAdmin(app);
    const owner = await register(admin);
    await work();
    await sendLink(app, await lastToken(), '/accept');
    expect((await mailReport(owner)).status).toBe(202);

    const change = (email: string) =>
      app.send('PUT', `/api/admins/owner/${owner.userId}`, { token: admin, body: { email } });
    await work();
    smtp.received.length = 0;
    await change(`new.${owner.email}`);
    await work();
    expect(smtp.received.map(({ to }) => to)).toEqual([[`new.${owner.email}`.toLowerCase()]]);
    expect((await mailReport(owner)).status).toBe(409);
    await change(owner.email.toUpperCase());
    expect((await mailReport(owner)).status).toBe(202);
    // The super admin of the environment is known to whoever runs the server.
    expect((await mailReport({ ...owner, token: admin })).status).toBe(202);
  });
});

describe('links', () => {
  const phone = '+14155552671';
  let place: { owner: TestOwner; unit: TestUnit };

  withApp();
  beforeEach(async () => {
    app.setNow(new Date());
    await app.db.deleteFrom('rate_limits').execute();
    const owner = await addOwner(app, `Tiki ${Math.random()}`);
    place = { owner, unit: await createUnit(app, owner) };
  });

  /** Adds the contact, asks it again so often, and returns the tokens of all links that were sent. */
  async function requestedTokens(again = 0): Promise<string[]> {
    const { texts, runAll } = testOutbox(app);
    await setContacts(app, place, [phone]);
    for (let count = 0; count < again; count += 1) await askAgain(app, place, phone);
    await runAll();
    const tokens = texts.map(({ text }) => tokenIn(text));
    expect(new Set(tokens).size).toBe(again + 1);
    return tokens;
  }

  const decisions = ['', '/accept', '/decline'] as const;

  test('a link works once', async () => {
    const [token = ''] = await requestedTokens();
    expect((await sendLink(app, token, '/accept')).status).toBe(200);
    for (const decision of decisions)
      expect(await sendLink(app, token, decision)).toMatchObject({
        status: 410,
        body: { error: { message: 'This link has already been used' } },
      });
    expect(await contactStates(app, place)).toEqual([`${phone} confirmed`]);
    const audit = await app.send('GET', '/api/audit', { token: place.owner.token });
    const rows = audit.body.entries.filter(({ target }: any) => target === phone);
    expect(rows).toMatchObject([{ action: 'contact.confirmed', actor: '', address: '' }]);
  });

  test('a link works for seven days', async () => {
    const [token = ''] = await requestedTokens();
    const days = (count: number) => app.setNow(new Date(Date.now() + count * 86_400_000));
    days(6.9);
    expect((await sendLink(app, token, '')).status).toBe(200);
    days(7.1);
    for (const decision of decisions)
      expect(await sendLink(app, token, decision)).toMatchObject({
        status: 410,
        body: { error: { message: expect.stringContaining('has expired') } },
      });
    app.setNow(new Date());
    expect(await contactStates(app, place)).toEqual([`${phone} waiting`]);
  });

  test('a token that was never sent is refused, also the hash of one that was', async () => {
    const [token = ''] = await requestedTokens();
    const forged = [
      randomBytes(16).toString('hex'),
      hashSecret(token).toString('hex'),
      token.slice(1),
      `${token} `,
      "' or true --",
    ];
    for (const text of forged)
      for (const decision of decisions)
        expect((await sendLink(app, text, decision)).status).toBe(404);
    expect((await sendLink(app, '', '/accept')).status).toBe(400);
    expect((await sendLink(app, 'x'.repeat(101), '/accept')).status).toBe(400);
    expect(await contactStates(app, place)).toEqual([`${phone} waiting`]);
  });

  test('of concurrent decisions with several links to one number, one is stored', async () => {
    const tokens = await requestedTokens(2);
    const decided = await Promise.all(
      [...tokens, ...tokens].map((token, index) =>
        sendLink(app, token, index % 2 === 0 ? '/accept' : '/decline'),
      ),
    );
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 410, 410, 410, 410, 410,
    ]);
    const { state } = decided.find(({ status }) => status === 200)?.body ?? {};
    expect(await contactStates(app, place)).toEqual([`${phone} ${state}`]);
  });

  test('stores no token: neither in the message nor beside its hash', async () => {
    const [token = ''] = await requestedTokens();
    for (const table of ['messages', 'one_time_tokens', 'recipients', 'audit']) {
      const { rows } = await app.pool.query(`select t::text as row from ${table} as t`);
      expect(rows.length, table).toBeGreaterThan(0);
      for (const { row } of rows) expect(row, table).not.toContain(token);
    }
  });

  test('one network opens a hundred links in a quarter of an hour', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 100; count += 1)
      statuses.add((await sendLink(app, 'forged', '/accept')).status);
    expect([...statuses]).toEqual([404]);
    expect((await sendLink(app, 'forged', '/accept')).status).toBe(429);
  });
});
