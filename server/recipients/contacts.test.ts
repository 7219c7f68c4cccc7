import { beforeEach, describe, expect, test, vi } from 'vitest';
import { smtpMail } from '../adapters/messages/smtp.ts';
import { twilioSms } from '../adapters/messages/twilio.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import { askAgain, contactStates, sendLink, setContacts, tokenIn } from '../testing/accounts.ts';
import { switchFlag } from '../testing/stock.ts';
import {
  noticeRum,
  runDueJobs,
  startTestMailServer,
  testOutbox,
} from '../testing/services/messages.ts';
import { startTestService } from '../testing/services/providers.ts';

const phone = '+14155552671';
let owner: TestOwner;
let unit: TestUnit;
let place: { owner: TestOwner; unit: TestUnit };

withApp();
beforeEach(async () => {
  app.setNow(new Date());
  await testOutbox(app).runAll();
  await app.db.deleteFrom('rate_limits').execute();
  owner = await addOwner(app, `Tiki ${Math.random()}`);
  unit = await createUnit(app, owner);
  place = { owner, unit };
  await nameVenue('Tiki Bar');
  await app.db.updateTable('users').set({ name: 'Tiki' }).where('id', '=', owner.userId).execute();
  await switchFlag(app.db, { ...owner, unitId: unit.id }, 'general--inventory-management');
});

const nameVenue = (name: string) =>
  app.db.updateTable('venues').set({ name }).where('id', '=', owner.venueId).execute();

/** Adds a contact and returns the texts that were sent, with the token of each. */
async function add(number = phone, of = place): Promise<{ texts: string[]; token: string }> {
  const { texts, runAll } = testOutbox(app);
  expect((await setContacts(app, of, [number])).status).toBe(200);
  await runAll();
  const sent = texts.map(({ text }) => text);
  return { texts: sent, token: tokenIn(sent.at(-1) ?? '') };
}

const later = (hours: number): void => app.setNow(new Date(Date.now() + hours * 3_600_000));

/** Opens a notice, sends its messages and returns them as listed. */
async function notify(): Promise<any[]> {
  const { runAll } = testOutbox(app);
  await noticeRum(app, place);
  await runAll();
  const url = `/api/venues/${owner.venueId}/notices`;
  return (await app.send('GET', url, { token: owner.token })).body[0].messages;
}

test('a contact gets one request and no notice until its holder confirms on the page behind the link', async () => {
  const [smtp, twilio] = [
    await startTestMailServer(),
    await startTestService(() => ({ status: 201, body: { sid: 'SM1', status: 'queued' } })),
  ];
  const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+14155550100' };
  const { deps, warnings } = testOutbox(app);
  deps.mail = smtpMail(smtp.url, 'Barback <bar@example.com>');
  deps.sms = await twilioSms({ ...account, apiBase: twilio.url });
  const work = async (): Promise<void> => {
    await runDueJobs(app, deps);
  };
  const texts = (): (string | null)[] =>
    twilio.received.map(({ body }) => new URLSearchParams(body).get('Body'));

  await setContacts(app, place, ['(415) 555-2671']);
  await work();
  expect(texts()).toEqual([
    expect.stringMatching(
      /^Tiki Bar asks to send restock notices to this number\. Allow or refuse it here: https:\/\/bar\.example\.com\/confirm#[\da-f]{32}$/,
    ),
  ]);
  const notice = await noticeRum(app, place);
  await work();
  expect(texts()).toHaveLength(1);
  expect(smtp.received.map(({ to }) => to)).toEqual([[owner.email]]);
  expect(warnings).toEqual([
    `1 of 2 messages of a restock notice of unit ${unit.unitNumber} were held back: unconfirmed`,
  ]);
  expect(await contactStates(app, place)).toEqual([`${phone} waiting`]);

  const token = tokenIn(texts()[0] ?? '');
  for (const path of ['', '/accept', '/decline']) {
    const opened = await app.send('GET', `/api/confirmations${path}?token=${token}`);
    expect(opened.status).toBe(404);
  }
  expect((await sendLink(app, token, '')).body).toEqual({
    channel: 'sms',
    address: phone,
    owner: 'Tiki',
    venues: ['Tiki Bar'],
  });
  expect(await contactStates(app, place)).toEqual([`${phone} waiting`]);

  expect((await sendLink(app, token, '/accept')).body).toEqual({ state: 'confirmed' });
  expect(await contactStates(app, place)).toEqual([`${phone} confirmed`]);
  await app.db
    .updateTable('restock_notices')
    .set({ resolved_at: new Date() })
    .where('id', '=', notice)
    .execute();
  later(2);
  await noticeRum(app, place);
  await work();
  expect(texts().slice(1)).toEqual([
    `Tiki Bar, unit ${unit.unitNumber}: Rum is at 18%. Restock it soon.`,
  ]);
  smtp.close();
  await twilio.close();
});

test('a number confirmed once counts for all units of its owner, and for no other owner', async () => {
  const { token } = await add();
  await sendLink(app, token, '/accept');
  const second = { owner, unit: await createUnit(app, owner) };
  expect((await add(phone, second)).texts).toEqual([]);
  expect(await contactStates(app, second)).toEqual([`${phone} confirmed`]);

  const stranger = await addOwner(app, `Stranger ${Math.random()}`);
  const theirs = { owner: stranger, unit: await createUnit(app, stranger) };
  const sent = await add(phone, theirs);
  expect(sent.texts).toHaveLength(1);
  expect(await contactStates(app, theirs)).toEqual([`${phone} waiting`]);
  await sendLink(app, sent.token, '/decline');
  expect(await contactStates(app, place)).toEqual([`${phone} confirmed`]);
});

test('a contact that has declined stays declined when it is added again', async () => {
  const { token } = await add();
  expect((await sendLink(app, token, '/decline')).body).toEqual({ state: 'declined' });
  await setContacts(app, place, []);
  expect((await add()).texts).toEqual([]);
  expect(await contactStates(app, place)).toEqual([`${phone} declined`]);
  expect(await askAgain(app, place, phone)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('has declined') } },
  });
  expect(await notify()).toContainEqual({
    channel: 'sms',
    recipient: phone,
    state: 'failed',
    sentAt: null,
    heldBecause: 'declined',
  });
  const { body } = await app.send('GET', '/api/audit', { token: owner.token });
  expect(body.entries.map(({ action, target }: any) => `${action} ${target}`)).toEqual(
    expect.arrayContaining([
      `contact.declined ${phone}`,
      `unit.contacts_updated unit ${unit.unitNumber}`,
    ]),
  );
});

test('a request that waits for the provider is not sent after its recipient has declined', async () => {
  const { token } = await add();
  expect((await askAgain(app, place, phone)).status).toBe(202);
  await sendLink(app, token, '/decline');
  const { texts, runAll } = testOutbox(app);
  await runAll();
  expect(texts).toEqual([]);
});

describe('a venue name in a request', () => {
  test.each([
    ['Your bank is locked: www.evil.example', 'A venue asks'],
    ['Call +1 900 555 0199 now', 'A venue asks'],
    ['O’Malley’s', 'O’Malley’s asks'],
  ])('%s', async (name, opening) => {
    await nameVenue(name);
    const { texts } = await add();
    expect(texts).toEqual([expect.stringMatching(new RegExp(`^${opening} to send restock`))]);
  });
});

test('refuses premium, foreign and service numbers, and keeps those that are stored', async () => {
  const refused = async (number: string): Promise<string> => {
    const { status, body } = await setContacts(app, place, ['+14155552671', number]);
    expect(status).toBe(400);
    return body['contacts.1'];
  };
  expect(await refused('+1 900 555 0199')).toBe(
    '+19005550199 is a premium number. Use a phone of a person',
  );
  expect(await refused('212 976 1234')).toContain('is a premium number');
  expect(await refused('+1 876 555 0123')).toBe('+18765550123 is not a US phone number');
  expect(await refused('+1 416 555 0123')).toContain('is not a US phone number');
  expect(await refused('+44 7911 123456')).toContain('is not a US phone number');
  expect(await refused('800 555 0199')).toContain('cannot receive text messages');
  expect(await contactStates(app, place)).toEqual([]);

  const stored = ['+447911123456', '+19005550199'];
  await app.db.updateTable('units').set({ contacts: stored }).where('id', '=', unit.id).execute();
  expect((await setContacts(app, place, [...stored, phone])).body.contacts).toHaveLength(3);
  expect((await setContacts(app, place, ['+447911123456', phone])).status).toBe(200);
});

describe('limits of requests', () => {
  test('a number gets three requests a day, from all owners together', async () => {
    await add();
    expect((await askAgain(app, place, phone)).status).toBe(202);
    expect((await askAgain(app, place, '(415) 555-2671')).status).toBe(202);
    expect(await askAgain(app, place, phone)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '86400' },
    });
    const stranger = await addOwner(app, `Stranger ${Math.random()}`);
    const theirs = { owner: stranger, unit: await createUnit(app, stranger) };
    const { texts, runAll, warnings } = testOutbox(app);
    await setContacts(app, theirs, [phone]);
    await runAll();
    // Those that were asked for by the first owner.
    expect(texts).toHaveLength(2);
    expect(warnings).toEqual([expect.stringContaining(`of account ${stranger.userId} was held`)]);
    const url = `/api/units/${theirs.unit.unitNumber}/contacts`;
    const listed = async () => (await app.send('GET', url, { token: stranger.token })).body;
    expect(await listed()).toMatchObject([{ state: 'waiting', requestedAt: null, heldBack: true }]);

    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expect((await askAgain(app, theirs, phone)).status).toBe(202);
    await runAll();
    expect(texts).toHaveLength(3);
    expect(await listed()).toMatchObject([{ requestedAt: expect.any(String), heldBack: false }]);
    vi.useRealTimers();
  });

  test('an owner sends twenty requests a day', async () => {
    const numbers = Array.from({ length: 22 }, (_, count) => `+14155552${700 + count}`);
    const { texts, warnings, runAll } = testOutbox(app);
    await setContacts(app, place, numbers);
    await runAll();
    expect([texts.length, warnings.length]).toEqual([20, 2]);
    expect(await contactStates(app, place)).toEqual(numbers.map((number) => `${number} waiting`));
  });

  test('asks only contacts of the unit', async () => {
    expect(await askAgain(app, place, '+14155552672')).toMatchObject({
      status: 400,
      body: { number: 'This is not a contact of the unit' },
    });
  });
});
