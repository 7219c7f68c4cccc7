/** Forecast of what runs out, through HTTP, on a Saturday at 9 PM. */
import { beforeEach, expect, test } from 'vitest';
import type { TestUnit } from '../testing/app.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import {
  addDrinks,
  addHour,
  addNights,
  addPours,
  addUnit,
  minutesAfter,
  saturday,
  sell,
  signInAt,
  weekMs,
  withVenue,
} from '../testing/health.ts';

withVenue();

const ninePm = saturday('21:00');
const inventory = 'general--inventory-management';

beforeEach(() => switchFlag(app.db, { venueId: owner.venueId, unitId: unit.id }, inventory));

async function leave(ml: number, { id }: TestUnit = unit): Promise<void> {
  await app.db
    .updateTable('unit_positions')
    .set({ remaining_ml: ml })
    .where('unit_id', '=', id)
    .where('position', '=', 1)
    .execute();
}

const forecastAt = async (at: Date, query = ''): Promise<any> => {
  app.setNow(at);
  const { status, body, text } = await send('GET', `/api/venues/${owner.venueId}/runout${query}`);
  expect(status, text).toBe(200);
  return body;
};
const rumAt = async (at: Date): Promise<any> => (await forecastAt(at)).units[0].ingredients[0];
const minutesTo = (time: string | null, from: Date): number =>
  time === null ? Number.NaN : (Date.parse(time) - from.getTime()) / 60_000;

test('22 servings of rum at 20 an hour run out a little after 10 PM, and the dollars after that are at risk', async () => {
  await addNights(unit, 20);
  const { units, until, timezone } = await forecastAt(ninePm);
  const [{ ingredients, pace, atRisk, tracked }] = units;
  const [rum, cola] = ingredients;
  expect([until, timezone, pace, tracked]).toEqual([
    '2026-06-14T09:00:00.000Z',
    'America/New_York',
    1,
    true,
  ]);
  expect(rum).toMatchObject({
    name: 'Rum',
    positions: [1],
    left: 22,
    ratePerHour: 20,
    notes: [],
    basis: { nights: 8, method: 'weekday', measured: true },
  });
  expect(minutesTo(rum.likely, ninePm)).toBeGreaterThan(60);
  expect(minutesTo(rum.likely, ninePm)).toBeLessThan(75);
  expect(minutesTo(rum.earliest, ninePm)).toBeLessThan(minutesTo(rum.likely, ninePm));
  expect(minutesTo(rum.latest, ninePm)).toBeGreaterThan(minutesTo(rum.likely, ninePm));
  expect(rum.odds).toBeGreaterThan(0.999);
  // Of 100 Cuba Libres that are left to sell, 22 are there.
  expect(rum.atRisk).toBeGreaterThan(650);
  expect(rum.atRisk).toBeLessThan(750);
  expect(atRisk).toBeCloseTo(rum.atRisk, 0);
  expect(cola).toMatchObject({ left: 222, odds: 0, likely: null, atRisk: 0 });
});

test('RUN-02 sales at twice the pace by 9 PM make the likely time earlier, and so does the next one', async () => {
  await addNights(unit, 20);
  const usual = minutesTo((await rumAt(ninePm)).likely, ninePm);
  // 60 more sales tonight, in the hours before.
  await app.db
    .updateTable('sales_rollups')
    .set({ orders: 40 })
    .where('unit_id', '=', unit.id)
    .where('bucket', '>=', saturday('18:00'))
    .execute();
  const busy = minutesTo((await rumAt(ninePm)).likely, ninePm);
  expect(busy).toBeLessThan(usual - 10);
  await sell(unit, ninePm);
  expect(minutesTo((await rumAt(ninePm)).likely, ninePm)).toBeLessThan(busy);
});

test('RUN-03 a bottle that was out from 9 to 11 PM last Saturday does not lower what is expected tonight', async () => {
  await addNights(unit, 20);
  const usualRateAt = async (at: Date): Promise<number> => {
    const [{ ingredients, pace }] = (await forecastAt(at)).units;
    return ingredients[0].ratePerHour / pace;
  };
  expect(await usualRateAt(ninePm)).toBe(20);
  const [from_at, until_at] = ['21:00', '23:00'].map(
    (time) => new Date(saturday(time).getTime() - weekMs),
  );
  await app.db
    .deleteFrom('pour_sums')
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', unit.rum)
    .where('bucket', '>=', from_at ?? ninePm)
    .where('bucket', '<', until_at ?? ninePm)
    .execute();
  const later = minutesAfter(ninePm, 10);
  expect(await usualRateAt(later)).toBeLessThan(18);
  await app.db
    .insertInto('stock_outs')
    .values({
      venue_id: owner.venueId,
      unit_id: unit.id,
      ingredient_id: unit.rum,
      from_at: from_at ?? ninePm,
      until_at: until_at ?? null,
    })
    .execute();
  expect(await usualRateAt(minutesAfter(later, 10))).toBeCloseTo(20, 0);
});

test('RUN-04 an ingredient in two places is one row with the sum of both', async () => {
  await addNights(unit, 20);
  await leave(500);
  await app.db
    .insertInto('unit_positions')
    .values({
      venue_id: owner.venueId,
      unit_id: unit.id,
      position: 2,
      ingredient_id: unit.rum,
      category: 'ROTENDER_CLASSIC',
      source: 'carousel',
      size_ml: 1000,
      remaining_ml: 500,
    })
    .execute();
  const { ingredients } = (await forecastAt(ninePm)).units[0];
  expect(ingredients).toHaveLength(2);
  expect(ingredients[0]).toMatchObject({ positions: [1, 2], left: 22 });
});

test('RUN-05 with two Saturdays and no other nights it says what is left, and no time', async () => {
  await addNights(unit, 20, { weeks: 2 });
  await app.db
    .updateTable('units')
    .set({ created_at: new Date(saturday('12:00').getTime() - 2 * weekMs) })
    .where('id', '=', unit.id)
    .execute();
  // Five nights of four weeks: special ones do not count.
  for (let days = 1; days <= 14; days += 1) {
    const day = new Date(Date.UTC(2026, 5, 13 - days)).toISOString().slice(0, 10);
    if (days > 5)
      await send('PUT', `/api/venues/${owner.venueId}/nights/${day}`, { special: true });
  }
  expect(await rumAt(ninePm)).toMatchObject({
    left: 22,
    ratePerHour: null,
    earliest: null,
    likely: null,
    latest: null,
    odds: 0,
    atRisk: 0,
    basis: null,
  });
});

test('with fewer than three Saturdays all nights of four weeks are used, from seven on', async () => {
  await addNights(unit, 20, { weeks: 2 });
  await app.db
    .updateTable('units')
    .set({ created_at: new Date(saturday('12:00').getTime() - 2 * weekMs) })
    .where('id', '=', unit.id)
    .execute();
  const { basis, likely } = await rumAt(ninePm);
  expect(basis).toEqual({ nights: 14, method: 'hourly', measured: true });
  expect(likely).not.toBeNull();
});

test('a unit without pours is forecast by its recipes, and says so', async () => {
  await addNights(unit, 20, { isMeasured: false });
  expect(await rumAt(ninePm)).toMatchObject({
    ratePerHour: 20,
    basis: { nights: 8, method: 'weekday', measured: false },
  });
});

test('a unit that has reported pours for a week only is forecast by its recipes', async () => {
  await addNights(unit, 20, { isMeasured: false });
  for (const id of [unit.rum, unit.cola])
    await addPours(unit, id, new Date(saturday('22:00').getTime() - weekMs), 20);
  expect(await rumAt(ninePm)).toMatchObject({ ratePerHour: 20, basis: { measured: false } });
});

test('RUN-08 on the night of 25 hours an hour that comes twice is expected once', async () => {
  const clockChange = new Date('2026-10-31T21:00:00-04:00');
  for (let week = 0; week <= 8; week += 1) {
    for (let hour = -3; hour < 5; hour += 1) {
      const start = new Date(clockChange.getTime() - week * weekMs + hour * 3_600_000);
      if (week > 0) await addHour(unit, start, 20);
    }
  }
  for (let week = 1; week <= 8; week += 1)
    for (let hour = -3; hour < 5; hour += 1) {
      const start = new Date(clockChange.getTime() - week * weekMs + hour * 3_600_000);
      await addDrinks(unit, start, 20);
      await addPours(unit, unit.rum, start, 20);
    }
  await leave(1000);
  // Twenty are expected from 1 AM to 2 AM of the clock, which lasts two hours: ten in each.
  const oneAm = new Date('2026-11-01T01:00:00-04:00');
  await signInAt(oneAm);
  expect((await rumAt(oneAm)).ratePerHour).toBeCloseTo(10 * (await paceAt(oneAm)), 1);
  const twoAm = new Date('2026-11-01T02:00:00-05:00');
  expect((await rumAt(twoAm)).ratePerHour).toBe(0);
});

const paceAt = async (at: Date): Promise<number> => (await forecastAt(at)).units[0].pace;

test('a night that is marked as closed needs nothing', async () => {
  await addNights(unit, 20);
  await send('PUT', `/api/venues/${owner.venueId}/nights/2026-06-13`, { closed: true });
  expect(await rumAt(ninePm)).toMatchObject({ odds: 0, atRisk: 0 });
});

test('what is out already has no time and all of the risk', async () => {
  await addNights(unit, 20);
  await leave(44);
  const { atRisk, ...rum } = await rumAt(ninePm);
  expect(rum).toMatchObject({ left: 0, odds: 1, likely: null });
  expect(atRisk).toBeCloseTo(900, 0);
});

test('a pour that finds a full bottle empty counts it as out, and names the place to check', async () => {
  await addNights(unit, 20);
  await leave(700);
  const pours = [
    { ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'empty' },
    { ingredientId: unit.cola, position: '101', ml: 0, ms: 0, outcome: 'cancelled' },
  ];
  await sell(unit, saturday('20:41'), { pours, successQuantity: 0 });
  const rum = await rumAt(ninePm);
  expect(rum).toMatchObject({
    left: 0,
    notes: ['Check position 1: a pour found it empty at 8:41 PM, but 700 ml should be left'],
  });
  await sell(unit, saturday('21:02'), {
    pours: [
      { ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome: 'poured' },
      { ingredientId: unit.cola, position: '101', ml: 150, ms: 900, outcome: 'poured' },
    ],
  });
  expect(await rumAt(saturday('21:03'))).toMatchObject({ left: 14, notes: [] });
});

test('hours limit the range to the close; after it the range is the next night', async () => {
  await addNights(unit, 20);
  const hours = [6, 0].map((weekday) => ({ weekday, opens: '16:00', closes: '26:00' }));
  const path = `/api/venues/${owner.venueId}/hours`;
  const { status, text } = await send('PUT', path, { hours });
  expect(status, text).toBe(200);
  expect((await forecastAt(ninePm)).until).toBe('2026-06-14T06:00:00.000Z');
  await signInAt(saturday('21:00'));
  expect((await forecastAt(ninePm, '?until=night')).until).toBe('2026-06-15T06:00:00.000Z');
});

test('units of the venue without inventory management are listed by their last levels', async () => {
  const other = await addUnit();
  await leave(300, other);
  const { units } = await forecastAt(ninePm);
  expect(units.map((one: any) => [one.unitNumber, one.tracked])).toEqual([
    [unit.unitNumber, true],
    [other.unitNumber, false],
  ]);
  expect(units[1].ingredients[0].left).toBe(6);
});

test('an unknown time zone and an unknown horizon are refused', async () => {
  app.setNow(ninePm);
  const path = `/api/venues/${owner.venueId}/runout`;
  expect((await send('GET', `${path}?timezone=Mars/Olympus`)).status).toBe(400);
  expect((await send('GET', `${path}?until=tomorrow`)).status).toBe(400);
});
