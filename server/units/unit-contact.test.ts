/** Contact to units: heartbeats are optional, and say how a unit is. */
import { expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';

const at = (time: string): Date => new Date(`2026-07-01T${time}Z`);

withApp({ now: at('20:00:00'), owner: 'Heard', unit: true });

const contactOf = async ({ unitNumber }: TestUnit) =>
  (await app.send('GET', `/api/units/${unitNumber}/contact`, { token: owner.token })).body;

const beat = (body: object, { unitNumber, key } = unit) =>
  app.send('POST', `/api/units/${unitNumber}/heartbeat`, { token: key, body });

test('BASE-08 a unit that never sends a heartbeat works, and every request is a contact', async () => {
  const silent = await createUnit(app, owner);
  expect(await contactOf(silent)).toEqual({ lastContactAt: null, since: null, heartbeat: null });
  const sold = await app.send('POST', '/api/orders', {
    token: silent.key,
    body: { drinks: [{ drinkId: silent.cubaLibre }] },
  });
  const menu = await app.send('GET', `/api/units/${silent.unitNumber}/menu`, { token: silent.key });
  expect([sold.status, menu.status]).toEqual([201, 200]);
  const now = at('20:00:00').toISOString();
  expect(await contactOf(silent)).toEqual({ lastContactAt: now, since: now, heartbeat: null });
});

test('contact is stored again once a clock that was ahead is right again', async () => {
  const corrected = await createUnit(app, owner);
  const made = await app.send('POST', `/api/units/${corrected.unitNumber}/keys`, {
    token: owner.token,
  });
  expect(made.status).toBe(201);
  app.setNow(new Date('2027-08-05T20:00:00Z'));
  expect((await beat({}, corrected)).status).toBe(200);
  app.setNow(at('20:05:00'));
  for (const key of [corrected.key, made.body.key])
    expect((await beat({}, { ...corrected, key })).status).toBe(200);
  expect(await contactOf(corrected)).toMatchObject({
    lastContactAt: at('20:05:00').toISOString(),
    since: at('20:05:00').toISOString(),
  });
});

test('a heartbeat says how the unit is, in place of the one before', async () => {
  app.setNow(at('20:10:00'));
  const first = await beat({
    software: '4.1.0',
    startedAt: '2026-07-01T09:00:00Z',
    clock: at('20:15:00').getTime(),
    reader: 'ready',
    queuedSales: 3,
    positions: [
      { position: '1', state: 'ok' },
      { position: '3', state: 'blocked' },
    ],
  });
  expect([first.status, first.body]).toEqual([
    200,
    { now: '2026-07-01T20:10:00.000Z', nextAfterMs: 60_000 },
  ]);
  expect((await contactOf(unit)).heartbeat).toEqual({
    receivedAt: '2026-07-01T20:10:00.000Z',
    software: '4.1.0',
    startedAt: '2026-07-01T09:00:00.000Z',
    reader: 'ready',
    queuedSales: 3,
    clockSkewMs: 300_000,
    positions: [{ position: '3', state: 'blocked' }],
  });

  app.setNow(at('20:11:00'));
  expect((await beat({})).status).toBe(200);
  expect((await contactOf(unit)).heartbeat).toEqual({
    receivedAt: '2026-07-01T20:11:00.000Z',
    software: '',
    startedAt: null,
    reader: 'unknown',
    queuedSales: null,
    clockSkewMs: null,
    positions: [],
  });
});

test('the clock is that of the median of five heartbeats', async () => {
  for (const [index, skewMs] of [900_000, 10, 30, 20, 40, 25].entries()) {
    const now = at(`21:0${index}:00`);
    app.setNow(now);
    await beat({ clock: now.getTime() + skewMs });
  }
  expect((await contactOf(unit)).heartbeat.clockSkewMs).toBe(25);
});

test.each<[string, object]>([
  ['software', { software: 'x'.repeat(61) }],
  ['reader', { reader: 'gone' }],
  ['queuedSales', { queuedSales: -1 }],
  ['positions.0.position', { positions: [{ position: '100', state: 'ok' }] }],
  ['clock', { clock: 'noon' }],
])('a heartbeat with a wrong %s changes nothing', async (field, body) => {
  const before = await contactOf(unit);
  const refused = await beat(body);
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]]);
  expect(await contactOf(unit)).toEqual(before);
});

test('a unit speaks for itself only', async () => {
  const other = await createUnit(app, owner);
  expect((await beat({}, { ...other, key: unit.key })).status).toBe(404);
});
