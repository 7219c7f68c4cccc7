/** Acting of a super admin for an owner: for an hour, with or without a reason, and in the log of both. */
import { beforeEach, describe, expect, test } from 'vitest';
import { endOverdueActing } from './acting.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, addSuperAdmin, type Reply, type TestOwner } from '../testing/app.ts';

let admin: string;
let owner: TestOwner;
let owners = 0;
const noon = new Date('2026-03-10T12:00:00Z');
const minutesAfter = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);

withApp({ now: noon });
beforeEach(async () => {
  app.setNow(noon);
  admin = await addSuperAdmin(app);
  owner = await addOwner(app, `Owner ${(owners += 1)}`);
});

const start = (ownerId = owner.userId, reason = 'Ticket 4711', token = admin): Promise<Reply> =>
  app.send('POST', '/api/admins/acting', { token, body: { ownerId, reason } });
const stop = (token = admin): Promise<Reply> =>
  app.send('DELETE', `/api/admins/acting/${owner.userId}`, { token });
const actFor = (ownerId: string, token = admin): Promise<Reply> =>
  app.send('GET', `/api/users/${owner.userId}/venues`, {
    token,
    headers: { 'x-acting-for': ownerId },
  });

interface Entry {
  action: string;
  newValue: unknown;
  at: string;
}
/** Entries about acting in the log of the owner, as the owner reads it. */
async function logged(token = owner.token): Promise<Entry[]> {
  const { body } = await app.send('GET', `/api/audit?ownerId=${owner.userId}`, { token });
  return body.entries.filter(({ action }: Entry) => action.includes('act'));
}
const ended = { status: 403, body: { error: { code: 'acting_ended' } } };

test('acting needs no reason, and none is in the log', async () => {
  const begun = await app.send('POST', '/api/admins/acting', {
    token: admin,
    body: { ownerId: owner.userId },
  });
  expect(begun).toMatchObject({ status: 201, body: { reason: '', secondsLeft: 3600 } });
  expect((await actFor(owner.userId)).status).toBe(200);
  app.setNow(minutesAfter(1));
  await stop();
  expect((await logged()).map(({ newValue }) => newValue)).toEqual([
    { endedBy: 'request' },
    { minutes: 60 },
  ]);
});

test('acting lasts an hour, and its start is in the log of both', async () => {
  expect(await actFor(owner.userId)).toMatchObject(ended);
  expect((await start()).body).toEqual({
    ownerId: owner.userId,
    reason: 'Ticket 4711',
    startedAt: noon.toISOString(),
    expiresAt: minutesAfter(60).toISOString(),
    secondsLeft: 3600,
  });
  app.setNow(minutesAfter(59));
  expect((await actFor(owner.userId)).status).toBe(200);
  const [entry] = await logged();
  expect(entry).toMatchObject({ newValue: { reason: 'Ticket 4711', minutes: 60 } });
  expect(await logged(admin)).toEqual(await logged());
});

test('after an hour requests are refused, and the end is logged once with its time', async () => {
  await start();
  app.setNow(minutesAfter(60));
  expect(await actFor(owner.userId)).toMatchObject(ended);
  expect(await actFor(owner.userId)).toMatchObject(ended);
  expect(await logged()).toMatchObject([
    {
      at: minutesAfter(60).toISOString(),
      newValue: { reason: 'Ticket 4711', endedBy: 'time' },
    },
    { at: noon.toISOString() },
  ]);
  expect((await start()).body.expiresAt).toBe(minutesAfter(120).toISOString());
  expect((await actFor(owner.userId)).status).toBe(200);
});

test('FLEET-04 from the list of all units acting takes a reason, ends after an hour, and both logs name person and reason', async () => {
  const send = (body: object) => app.send('POST', '/api/admins/act-as', { token: admin, body });
  for (const body of [{ ownerId: owner.userId }, { ownerId: owner.userId, reason: ' ' }])
    expect(await send(body)).toMatchObject({ status: 400, body: { reason: 'Enter a reason' } });
  expect(await actFor(owner.userId)).toMatchObject(ended);
  expect(await send({ ownerId: owner.userId, reason: 'Unit 1001 is offline' })).toMatchObject({
    status: 201,
    body: { secondsLeft: 3600, reason: 'Unit 1001 is offline' },
  });
  app.setNow(minutesAfter(59));
  expect((await actFor(owner.userId)).status).toBe(200);
  app.setNow(minutesAfter(60));
  expect(await actFor(owner.userId)).toMatchObject(ended);
  for (const token of [owner.token, admin])
    expect(await logged(token)).toMatchObject([
      {
        action: 'acting.ended',
        actor: 'Administrator',
        newValue: { reason: 'Unit 1001 is offline', endedBy: 'time' },
      },
      {
        action: 'acting.started',
        actor: 'Administrator',
        newValue: { reason: 'Unit 1001 is offline', minutes: 60 },
      },
    ]);
});

test('acting that is started again is extended', async () => {
  await start();
  app.setNow(minutesAfter(50));
  expect((await start()).body).toMatchObject({
    startedAt: noon.toISOString(),
    expiresAt: minutesAfter(110).toISOString(),
  });
  app.setNow(minutesAfter(100));
  expect((await actFor(owner.userId)).status).toBe(200);
  expect(await logged()).toHaveLength(2);
});

test('acting that is stopped has ended at once, and stopping it again changes nothing', async () => {
  await start();
  app.setNow(minutesAfter(5));
  expect((await stop()).body).toEqual({ stopped: true });
  expect((await stop()).body).toEqual({ stopped: false });
  expect(await actFor(owner.userId)).toMatchObject(ended);
  expect((await logged()).map(({ newValue }) => newValue)).toEqual([
    { reason: 'Ticket 4711', endedBy: 'request' },
    { reason: 'Ticket 4711', minutes: 60 },
  ]);
});

test('an end that no request has met is logged by the sweep, also that with the session', async () => {
  await start();
  app.setNow(minutesAfter(10));
  await app.send('POST', '/api/users/logout', { token: admin });
  app.setNow(minutesAfter(90));
  const deps = { ...app.deps, db: app.db };
  await endOverdueActing(deps);
  await endOverdueActing(deps);
  expect(await logged()).toMatchObject([
    {
      at: minutesAfter(10).toISOString(),
      newValue: { reason: 'Ticket 4711', endedBy: 'sign-out' },
    },
    {},
  ]);
});

test('a session acts for several owners, and no other session does', async () => {
  const other = await addOwner(app, 'Other Owner');
  await start();
  expect(await actFor(other.userId)).toMatchObject(ended);
  await start(other.userId);
  expect((await actFor(other.userId)).status).toBe(200);
  expect((await actFor(owner.userId)).status).toBe(200);
  expect(await actFor(owner.userId, await addSuperAdmin(app))).toMatchObject(ended);
});

test('an owner claims the context of no owner, and malformed ids are of none', async () => {
  for (const token of [owner.token, undefined]) {
    const headers = { 'x-acting-for': owner.userId };
    const options = token === undefined ? { headers } : { headers, token };
    expect((await app.send('GET', '/api/version', options)).status).toBe(403);
  }
  for (const id of ['', 'x', '\u00FF', `${owner.userId}, ${owner.userId}`])
    expect(await actFor(id)).toMatchObject(ended);
  expect((await start('x')).status).toBe(404);
  expect((await start(owner.userId, 'r', owner.token)).status).toBe(403);
});

test('without the header a super admin uses the API as such', async () => {
  const { status } = await app.send('GET', `/api/users/${owner.userId}/venues`, { token: admin });
  expect(status).toBe(200);
});

describe('where the installation wants a reason', () => {
  withApp({ now: noon, deps: { actingReason: true } });
  beforeEach(async () => {
    admin = await addSuperAdmin(app);
    owner = await addOwner(app, `Owner ${(owners += 1)}`);
  });

  test('acting without a reason is refused at its field, and changes nothing', async () => {
    for (const body of [{ ownerId: owner.userId }, { ownerId: owner.userId, reason: ' ' }]) {
      expect(await app.send('POST', '/api/admins/acting', { token: admin, body })).toMatchObject({
        status: 400,
        body: { reason: 'Enter a reason' },
      });
    }
    expect(await actFor(owner.userId)).toMatchObject(ended);
    expect(await logged()).toEqual([]);
    expect((await start()).status).toBe(201);
  });
});
