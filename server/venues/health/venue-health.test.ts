/** Health of units through HTTP, at set times: what is found, and when it ends. */
import { beforeEach, describe, expect, test } from 'vitest';
import { recordUptime } from '../../jobs/jobs.queries.ts';
import {
  addHistory,
  addUnit,
  beat,
  beats,
  firstFinding,
  healthAt,
  hourMs,
  minutesAfter,
  saturday,
  sell,
  signInAt,
  tenPm,
  textsAt,
  weekMs,
  withVenue,
} from '../../testing/health.ts';
import { switchFlag } from '../../testing/stock.ts';
import { app, owner, send, unit } from '../../testing/with-app.ts';

withVenue();

describe('HEALTH-01 a unit that sells 20 an hour on Saturdays stops at 10 PM', () => {
  beforeEach(async () => {
    await addHistory(unit, 20);
    await beats(unit, saturday('21:45'), tenPm);
    await sell(unit, tenPm);
  });

  test('HEALTH-01 a finding after 26 minutes, while it is still in contact', async () => {
    await beats(unit, saturday('22:01'), saturday('22:30'));
    expect(await firstFinding(tenPm, 30)).toBe(26);
    expect(await textsAt(minutesAfter(tenPm, 26))).toEqual([
      'No sale for 26 min; about 9 sales are missing',
    ]);
    const [{ state, silent, expectedSince, missedSales, odds }] = (
      await healthAt(minutesAfter(tenPm, 26))
    ).units;
    expect({ state, silent, expectedSince, missedSales }).toEqual({
      state: 'online',
      silent: true,
      expectedSince: 8.67,
      missedSales: 9,
    });
    expect(odds).toBeLessThan(1 / 4480);
  });

  test('HEALTH-01 a finding within 4 minutes, without contact', async () => {
    expect(await firstFinding(tenPm, 30)).toBe(4);
    expect(await textsAt(minutesAfter(tenPm, 14))).toEqual([
      'Offline 14 min; about 5 sales are missing',
    ]);
  });
});

test('a venue whose hours end after the start of the next business day is open until then', async () => {
  const path = `/api/venues/${owner.venueId}`;
  const hours = [{ weekday: 6, opens: '16:00', closes: '30:00' }];
  expect((await send('PUT', `${path}/hours`, { hours })).status).toBe(200);
  const sixAm = minutesAfter(saturday('16:00'), 14 * 60);
  const isOpen = async (at: Date) => (await healthAt(at)).isOpen;
  expect(await isOpen(saturday('15:59'))).toBe(false);
  await signInAt(saturday('23:00'));
  expect(await isOpen(minutesAfter(sixAm, -1))).toBe(true);
  expect(await isOpen(sixAm)).toBe(false);
  expect((await send('PUT', `${path}/nights/2026-06-13`, { closed: true })).status).toBe(200);
  expect(await isOpen(minutesAfter(sixAm, -1))).toBe(false);
});

test('HEALTH-01 no finding for three hours on a Monday on which it sells one an hour', async () => {
  const monday = new Date(saturday('18:00').getTime() + 48 * hourMs);
  await addHistory(unit, 1, monday);
  await signInAt(monday);
  const ten = minutesAfter(monday, 240);
  await beats(unit, minutesAfter(ten, -15), ten);
  await sell(unit, ten);
  await beats(unit, minutesAfter(ten, 1), minutesAfter(ten, 180));
  for (let minutes = 0; minutes <= 180; minutes += 15)
    expect(await textsAt(minutesAfter(ten, minutes))).toEqual([]);
});

test('HEALTH-03 all units silent are one finding; a night that is marked as closed ends it, and no later night expects its sales', async () => {
  const units = [unit, await addUnit(), await addUnit()];
  for (const one of units) await addHistory(one, 20);
  const quarterPast = saturday('21:14');
  for (const one of units) {
    await beats(one, saturday('21:00'), saturday('21:13'));
    await sell(one, quarterPast);
    await beat(one, saturday('21:50'));
  }
  const later = saturday('21:51');
  const { findings, night } = await healthAt(later);
  expect(findings).toEqual([
    {
      kind: 'allSilent',
      unitId: null,
      unitNumber: null,
      unitName: null,
      text: 'No sales since 9:14 PM',
    },
  ]);
  const path = `/api/venues/${owner.venueId}/nights/${night.day}`;
  expect((await send('PUT', path, { closed: true })).status).toBe(200);
  const after = await healthAt(later);
  expect([after.findings, after.isOpen, after.night.closed]).toEqual([[], false, true]);
  // A week later only the nights before count, with 20 an hour until 2 AM; this one has none after 10 PM.
  const nextWeek = minutesAfter(new Date(later.getTime() + weekMs), 120);
  await signInAt(nextWeek);
  const [{ expectedSince }] = (await healthAt(nextWeek)).units;
  expect(expectedSince).toBeCloseTo((5 + 51 / 60) * 20, 1);
  expect((await send('PUT', path, { closed: false })).status).toBe(200);
  expect((await healthAt(nextWeek)).units[0].expectedSince).toBeLessThan(112);
});

test('HEALTH-04 a unit that was offline for 30 minutes sends 12 late sales: the finding ends, and one line says so', async () => {
  await addHistory(unit, 20);
  await beats(unit, saturday('21:45'), tenPm);
  await sell(unit, tenPm);
  const half = minutesAfter(tenPm, 30);
  expect(await textsAt(half)).toEqual(['Offline 30 min; about 10 sales are missing']);
  for (let nth = 1; nth <= 12; nth += 1) await sell(unit, minutesAfter(tenPm, 2 * nth), {}, half);
  const text = 'Online again since 10:30 PM; 12 sales arrived late';
  const { findings, units } = await healthAt(minutesAfter(half, 1));
  expect(findings.map((one: { text: string }) => one.text)).toEqual([text]);
  expect(units[0]).toMatchObject({
    state: 'online',
    text,
    lastSoldAt: minutesAfter(tenPm, 24).toISOString(),
    missedSales: 2,
  });
});

test('HEALTH-08 an outage of the server for 15 minutes leads to no finding for any unit', async () => {
  const other = await addUnit();
  for (const one of [unit, other]) {
    await addHistory(one, 20);
    await beats(one, saturday('21:45'), tenPm);
    await sell(one, tenPm);
  }
  await recordUptime(app.db, tenPm);
  const up = minutesAfter(tenPm, 15);
  await recordUptime(app.db, up);
  // One unit sends at once and sells on; the other is in contact after eight minutes, and sells after twelve.
  for (let minutes = 0; minutes <= 30; minutes += 1) {
    const at = minutesAfter(up, minutes);
    await beat(unit, at);
    if (minutes >= 8) await beat(other, at);
    if (minutes % 9 === 3) await sell(unit, at);
    if (minutes === 12) await sell(other, at);
    expect(await textsAt(at)).toEqual([]);
  }
});

test('a unit that does not come back after an outage of the server is found ten minutes after it', async () => {
  await addHistory(unit, 20);
  await beats(unit, saturday('21:45'), tenPm);
  await sell(unit, tenPm);
  await recordUptime(app.db, tenPm);
  await recordUptime(app.db, minutesAfter(tenPm, 15));
  expect(await textsAt(minutesAfter(tenPm, 24))).toEqual([]);
  expect(await textsAt(minutesAfter(tenPm, 25))).toEqual([
    'Offline 25 min; about 3 sales are missing',
  ]);
});

test('a clock of the server that was ahead, and is right again, is no outage', async () => {
  await addHistory(unit, 20);
  await beats(unit, saturday('21:45'), tenPm);
  await sell(unit, tenPm);
  await recordUptime(app.db, tenPm);
  await recordUptime(app.db, minutesAfter(tenPm, 400 * 24 * 60));
  for (const minutes of [1, 2]) await recordUptime(app.db, minutesAfter(tenPm, minutes));
  expect(await textsAt(minutesAfter(tenPm, 25))).toEqual([
    'Offline 25 min; about 8 sales are missing',
  ]);
});

test('HEALTH-09 a clock that is five minutes fast is reported with both times, and its sales keep their dates', async () => {
  await beat(unit, tenPm, { clock: minutesAfter(tenPm, 5).getTime() });
  const order = await sell(unit, minutesAfter(tenPm, 5), {}, tenPm);
  expect(order.createdAt ?? order.date).toBe(minutesAfter(tenPm, 5).toISOString());
  const { findings, units } = await healthAt(tenPm);
  expect(findings).toMatchObject([
    {
      kind: 'clock',
      unitNumber: unit.unitNumber,
      text: 'Its clock shows 10:05 PM; it is 10:00 PM',
    },
  ]);
  expect(units[0].skewMs).toBe(300_000);
});

test('eight failed glasses of 50 are a finding, against the usual rate of the unit', async () => {
  for (let nth = 0; nth < 42; nth += 1) await sell(unit, minutesAfter(tenPm, nth));
  for (let nth = 0; nth < 8; nth += 1)
    await sell(unit, minutesAfter(tenPm, 42 + nth), { successQuantity: 0 });
  const { findings, units } = await healthAt(minutesAfter(tenPm, 50));
  expect(findings).toMatchObject([
    { kind: 'failing', text: '8 of the last 50 drinks failed (usually 0%)' },
  ]);
  expect(units[0].failureRate).toMatchObject({ failed: 8, glasses: 50, usual: 0 });
});

test('a unit that only sells free drinks from 10 PM on has a card reader to check', async () => {
  await addHistory(unit, 20);
  await beats(unit, saturday('21:45'), tenPm);
  await sell(unit, tenPm);
  await app.db
    .updateTable('drinks')
    .set({ price_cents: 0 })
    .where('id', '=', unit.cubaLibre)
    .execute();
  for (let minutes = 3; minutes <= 27; minutes += 3) await sell(unit, minutesAfter(tenPm, minutes));
  expect(await textsAt(minutesAfter(tenPm, 24))).toEqual([]);
  expect(await textsAt(minutesAfter(tenPm, 27))).toEqual([
    'No paid sale for 27 min, while free ones go on: check its card reader',
  ]);
  await app.db
    .updateTable('drinks')
    .set({ price_cents: 900 })
    .where('id', '=', unit.cubaLibre)
    .execute();
  await sell(unit, minutesAfter(tenPm, 28));
  expect(await textsAt(minutesAfter(tenPm, 29))).toEqual([]);
});

test('a venue that has never sold has no findings', async () => {
  expect(await healthAt(tenPm)).toMatchObject({
    night: { day: '2026-06-13', closed: false },
    timezone: 'America/New_York',
    isOpen: false,
    findings: [],
    units: [{ state: 'new', text: 'No contact yet', expectedSince: 0, reader: 'unknown' }],
  });
});

test('what is short counts only for units with inventory management', async () => {
  const other = await addUnit();
  for (const { id, rum } of [unit, other])
    await app.db
      .updateTable('unit_positions')
      .set({ remaining_ml: 1 })
      .where('unit_id', '=', id)
      .where('ingredient_id', '=', rum)
      .execute();
  const lowStock = async () =>
    (await healthAt(tenPm)).units.map((one: any) => [one.unitId, one.lowStock]);
  expect(new Map(await lowStock())).toEqual(new Map([unit, other].map(({ id }) => [id, 0])));
  const { venueId } = owner;
  await switchFlag(app.db, { venueId, unitId: unit.id }, 'general--inventory-management');
  expect(new Map(await lowStock())).toEqual(
    new Map([
      [unit.id, 1],
      [other.id, 0],
    ]),
  );
});
