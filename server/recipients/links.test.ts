import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import { askAgain, contactStates, sendLink, setContacts, tokenIn } from '../testing/accounts.ts';
import { testOutbox } from '../testing/messages.ts';
import { hashSecret } from '../shared/ids.ts';

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
