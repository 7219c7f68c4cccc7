import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smtpMail } from '../adapters/messages/smtp.ts';
import {
  addSuperAdmin,
  createUnit,
  startTestApp,
  testPassword,
  type TestApp,
  type TestOwner,
} from '../testing/app.ts';
import { sendLink, tokenIn } from '../testing/accounts.ts';
import {
  contacts,
  noticeRum,
  runDueJobs,
  startTestMailServer,
  type TestMailServer,
  testOutbox,
  watchStock,
} from '../testing/messages.ts';

let app: TestApp;
let smtp: TestMailServer;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
  smtp = await startTestMailServer();
});
beforeEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  smtp.close();
  await app.close();
});

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
  expect(await mailReport(owner)).toMatchObject({ status: 202, body: { recipient: owner.email } });
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
