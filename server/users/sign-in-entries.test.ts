import { beforeEach, expect, test } from 'vitest';
import { auditDays, isFailureRecorded } from '../../rules/audit/sign-in-entries.ts';
import { deleteOldAudit } from '../audit/audit.queries.ts';
import { newId } from '../shared/ids.ts';
import { addOwner, addSuperAdmin, testPassword, type TestOwner } from '../testing/app.ts';
import { addPerson } from '../testing/accounts.ts';
import { app, withApp } from '../testing/with-app.ts';

const dayMs = 24 * 60 * 60_000;

let owner: TestOwner;
let owners = 0;

withApp({ deps: { trustProxy: true } });
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute();
  owners += 1;
  owner = await addOwner(app, `Owner ${owners}`);
});

const signIn = (email: string, password: string, from = '203.0.113.9') =>
  app.send('POST', '/api/users/login', {
    headers: { 'x-forwarded-for': from, 'user-agent': firefox },
    body: { email, password },
  });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const signInsIn = async (token: string, query = '') => {
  const path = `/api/audit?pagination[size]=100${query}`;
  const { body } = await app.send('GET', path, { token });
  return body.entries.filter(({ action }: { action: string }) => action.startsWith('sign_in.'));
};

test('a sign-in is an entry of its owner, with the way, the browser and the address', async () => {
  await signIn(owner.email, testPassword, '198.51.100.7');
  const [entry] = await signInsIn(owner.token);
  expect(entry).toMatchObject({
    action: 'sign_in.succeeded',
    actorId: owner.userId,
    actorEmail: owner.email,
    onBehalfOf: owner.userId,
    address: '198.51.100.7',
    result: 'done',
    newValue: { method: 'password', device: 'Firefox on Linux' },
  });
});

test('a failed sign-in is an entry with the reason, and nobody signed in', async () => {
  expect((await signIn(owner.email.toUpperCase(), 'not the password')).status).toBe(401);
  const [entry] = await signInsIn(owner.token);
  expect(entry).toMatchObject({
    action: 'sign_in.failed',
    actorId: null,
    actor: '',
    target: `account ${owner.email}`,
    address: '203.0.113.9',
    result: 'refused',
    newValue: { method: 'password', reason: 'The password is not correct', attempts: 1 },
  });
  expect(JSON.stringify(entry)).not.toContain('not the password');
});

test('an owner sees the sign-ins of their people, and no other owner does', async () => {
  const stranger = await addOwner(app, `Stranger ${owners}`);
  const member = await addPerson(app, owner, 'bartender');
  await signIn(member.email, 'wrong');
  const own = await signInsIn(owner.token);
  expect(own.map(({ action, target }: Record<string, string>) => `${action} ${target}`)).toEqual(
    expect.arrayContaining([
      `sign_in.failed account ${member.email}`,
      `sign_in.succeeded account ${member.email}`,
    ]),
  );
  const foreign = await signInsIn(stranger.token);
  expect(foreign.length).toBeGreaterThan(0);
  for (const { target } of foreign) expect(target).toBe(`account ${stranger.email}`);
});

test('an email that no account has is stored only in the form of an address', async () => {
  const admin = await addSuperAdmin(app);
  await signIn(`nobody${owners}@nowhere.example`, 'wrong');
  await signIn('my-secret-passw0rd', 'wrong');
  await signIn('secret@passw0rd', 'wrong');
  const targets = (await signInsIn(admin)).map(({ target }: { target: string }) => target);
  expect(targets).toContain(`account nobody${owners}@nowhere.example`);
  expect(targets).toContain('unknown account');
  expect(targets.join()).not.toContain('passw0rd');
  expect(await signInsIn(owner.token, '&search=nobody')).toEqual([]);
});

test('hundreds of failed sign-ins are a few entries with their number', async () => {
  for (let network = 0; network < 25; network += 1)
    await Promise.all(
      Array.from({ length: 8 }, () => signIn(owner.email, 'wrong', `192.0.2.${network}`)),
    );
  const failed = (await signInsIn(owner.token)).filter(
    ({ action }: { action: string }) => action === 'sign_in.failed',
  );
  const numbers = failed.map(
    (entry: { newValue: { attempts: number } }) => entry.newValue.attempts,
  );
  expect(numbers.toSorted((one: number, other: number) => one - other)).toEqual([
    ...Array.from({ length: 10 }, (_, nth) => nth + 1),
    20,
    50,
    100,
    200,
  ]);
});

test('a million failed sign-ins within an hour are two dozen entries', () => {
  let entries = 0;
  for (let nth = 1; nth <= 1_000_000; nth += 1) if (isFailureRecorded(nth)) entries += 1;
  expect(entries).toBe(25);
});

const entryOfAge = async (action: string, days: number): Promise<string> => {
  const at = new Date(Date.now() - days * dayMs);
  const id = newId(at);
  await app.db
    .insertInto('audit')
    .values({ id, at, action, actor_name: '', address: '', target: 'account', result: 'done' })
    .execute();
  return id;
};

const isStored = async (id: string): Promise<boolean> =>
  (await app.db.selectFrom('audit').select('id').where('id', '=', id).execute()).length === 1;

test.each([
  ['sign_in.failed', auditDays.failedSignIns],
  ['sign_in.succeeded', auditDays.signIns],
  ['drink.refunded', auditDays.changes],
])('entries of %s are deleted after %i days, and not before', async (action, days) => {
  const [younger, older] = [await entryOfAge(action, days - 1), await entryOfAge(action, days + 1)];
  await deleteOldAudit(app.db);
  expect([await isStored(younger), await isStored(older)]).toEqual([true, false]);
  await expect(app.db.deleteFrom('audit').where('id', '=', younger).execute()).rejects.toThrow(
    'append-only',
  );
});
