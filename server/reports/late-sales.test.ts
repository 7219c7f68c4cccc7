/** What of a report arrived late: more than 15 minutes after it was sold. */
import { beforeAll, expect, test } from 'vitest';
import { app, owner, withApp } from '../testing/with-app.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 5, 13, 12);
let unit: TestUnit;
let other: TestUnit;

withApp({ now: new Date(noon), owner: 'Rooftop' });
beforeAll(async () => {
  [unit, other] = [await createUnit(app, owner), await createUnit(app, owner)];
});

const sellAgo = async (minutes: number, seller = unit, tips = 0): Promise<void> => {
  const { status, text } = await app.send('POST', '/api/orders', {
    token: seller.key,
    body: {
      date: noon - minutes * minuteMs,
      tips,
      drinks: [{ drinkId: seller.cubaLibre, quantity: 2 }],
    },
  });
  expect(status, text).toBe(201);
};

const report = async (more = '') => {
  const range = `startDate=${noon - 24 * 60 * minuteMs}&endDate=${noon}`;
  const path = `/api/orders/sales/report?venueId=${owner.venueId}&${range}${more}`;
  const { status, body, text } = await app.send('GET', path, { token: owner.token });
  expect(status, text).toBe(200);
  return body;
};

test('a report says how many of its orders arrived later than 15 minutes after their sale, and their gross', async () => {
  await sellAgo(0);
  await sellAgo(15);
  const onTime = await report();
  expect(onTime.asOf).toBe(new Date(noon).toISOString());
  expect(onTime.lateSince).toEqual({ orders: 0, gross: 0 });

  await sellAgo(16, unit, 1.25);
  await sellAgo(300, other);
  // Of the day before.
  await sellAgo(25 * 60);
  const later = await report();
  const gross = Math.round((later.grossVolume - onTime.grossVolume) * 100) / 100;
  expect(later.lateSince).toEqual({ orders: 2, gross });
  expect((await report('&pagination[size]=1000')).lateSince).toEqual(later.lateSince);
  const ofUnit = await report(`&unitId=${other.id}`);
  expect(ofUnit.lateSince).toEqual({ orders: 1, gross: ofUnit.grossVolume });
});

test('imported sales, which all arrive later, are not counted', async () => {
  const before = (await report()).lateSince;
  await app.pool.query(`update orders set entered_by = 'import' where unit_id = $1`, [other.id]);
  expect((await report()).lateSince.orders).toBe(before.orders - 1);
});
