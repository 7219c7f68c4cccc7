import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { collide } from '../testing/services/load.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { change, sell, switchFlag, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

/** A time on a day of the test's own: each test begins later than the one before. */
let day = 0;
const at = (time: string) => new Date(`2026-07-${String(day).padStart(2, '0')}T${time}:00Z`);
beforeEach(() => {
  day++;
  app.setNow(at('12:00'));
});

const place = () => ({ venueId: owner.venueId, unitId: unit.id });
const send = async (method: string, url: string, body?: object, token = owner.token) => {
  const response = await app.send(method, url, { token, body });
  expect(response.status).toBe(200);
};
const setPrice = (price: number, doublePrice?: number) =>
  send('PUT', `/api/drinks/${unit.cubaLibre}`, { price, ...(doublePrice && { doublePrice }) });
const poll = () => send('GET', `/api/units/${unit.unitNumber}/menu`, undefined, unit.key);

const sellAt = (time: string, price?: number, line: object = { drinkId: unit.cubaLibre }) =>
  sell({ date: at(time).toISOString(), drinks: [{ ...line, ...(price && { price }) }] });
const sold = (price: number) => ({ status: 201, body: { drinks: [{ price }] } });

describe('a price that was raised while the unit was offline', () => {
  beforeEach(async () => {
    app.setNow(at('19:10'));
    await poll();
    await setPrice(9.5);
    app.setNow(at('20:00'));
    await setPrice(11.5);
  });

  test('BASE-04 an earlier sale with the old price has the old price, and so has one without', async () => {
    app.setNow(at('23:00'));
    expect(await sellAt('19:50', 9.5)).toMatchObject(sold(9.5));
    expect(await sellAt('19:50')).toMatchObject(sold(9.5));
    expect(await sellAt('22:59')).toMatchObject(sold(11.5));
  });

  test('sold after the change, without contact since before it: the price the unit knew', async () => {
    app.setNow(at('23:00'));
    expect(await sellAt('20:40', 9.5)).toMatchObject(sold(9.5));
    expect(await sellAt('20:40', 11.5)).toMatchObject(sold(11.5));
    expect(await sellAt('20:40')).toMatchObject(sold(11.5));
  });

  test('sold after the change, in contact since: refused', async () => {
    app.setNow(at('20:30'));
    await poll();
    app.setNow(at('23:00'));
    expect(await sellAt('20:50', 9.5)).toMatchObject({
      status: 400,
      body: { 'drinks.0.price': 'This is not the price on the menu' },
    });
  });

  test('BASE-05 a price that was never on the menu is refused', async () => {
    app.setNow(at('23:00'));
    expect((await sellAt('20:40', 10)).status).toBe(400);
    expect((await sellAt('20:40', 9.49)).status).toBe(400);
  });

  test('a clock that is a few minutes off, and a menu that was not asked for yet', async () => {
    app.setNow(at('20:03'));
    await poll();
    expect(await sellAt('19:58', 11.5)).toMatchObject(sold(11.5));
    expect(await sellAt('20:02', 9.5)).toMatchObject(sold(9.5));
    app.setNow(at('20:10'));
    await poll();
    app.setNow(at('20:17'));
    expect((await sellAt('20:16', 9.5)).status).toBe(400);
  });
});

describe('a unit that sends its queue over several connections after hours offline', () => {
  const refused = { status: 400, body: { 'drinks.0.price': 'This is not the price on the menu' } };
  const contactOf = () =>
    app.db
      .selectFrom('unit_state')
      .select('last_contact_at')
      .where('venue_id', '=', owner.venueId)
      .where('unit_id', '=', unit.id)
      .executeTakeFirstOrThrow();

  beforeEach(async () => {
    app.setNow(at('19:10'));
    await poll();
    await setPrice(9.5);
    app.setNow(at('20:00'));
    await setPrice(11.5);
    app.setNow(at('23:00'));
  });

  test('the price that it knew is accepted although the first request could store no contact', async () => {
    const lock = sql`
      select from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update
    `;
    const replies = await collide(app, lock, [() => sellAt('20:40', 9.5), () => sellAt('20:50')]);
    expect(await contactOf()).toEqual({ last_contact_at: at('19:10') });
    expect(replies).toMatchObject([sold(9.5), sold(11.5)]);
    expect(await sellAt('20:55', 9)).toMatchObject(refused);
    expect(await sellAt('20:45', 9.5)).toMatchObject(sold(9.5));
    expect(await sellAt('19:50')).toMatchObject(sold(9.5));
  });

  test('the price that it knew is accepted while the first request is still storing the gap', async () => {
    await app.db
      .updateTable('unit_keys')
      .set({ last_used_at: at('23:00') })
      .where('unit_id', '=', unit.id)
      .execute();
    expect(await sellAt('20:40', 9.5)).toMatchObject(sold(9.5));
    expect(await sellAt('20:45', 9)).toMatchObject(refused);
    expect(await contactOf()).toEqual({ last_contact_at: at('19:10') });
  });
});

test('prices of doubles and of ingredients too are those of the time of the sale', async () => {
  await switchFlag(app.db, { venueId: owner.venueId }, flagNamed.doubleOrder);
  await poll();
  await setPrice(9, 15);
  app.setNow(at('14:00'));
  await setPrice(9, 16);
  expect((await change(unit.rum, { price: 8 })).status).toBe(200);
  app.setNow(at('15:00'));
  expect(await sellAt('13:00', 15, { drinkId: unit.cubaLibre, isDouble: true })).toMatchObject(
    sold(15),
  );
  expect(await sellAt('13:00', undefined, { ingredients: [unit.rum] })).toMatchObject(sold(7));
  expect(await sellAt('14:59', undefined, { ingredients: [unit.rum] })).toMatchObject(sold(8));
});

test('a discount is that of the time of the sale', async () => {
  await switchFlag(app.db, place(), flagNamed.confirmationPage);
  const discount = (discountRate: number) =>
    send('PUT', `/api/units/${unit.unitNumber}`, { unit: { discountRate } });
  await poll();
  await discount(0.5);
  app.setNow(at('14:00'));
  await discount(0);
  app.setNow(at('15:00'));
  expect(await sellAt('13:30')).toMatchObject(sold(4.5));
  expect(await sellAt('14:30')).toMatchObject(sold(9));
});

test('BASE-07 tax raised at noon: a sale of 11:50 that arrives at 12:30 has the old rate', async () => {
  const superAdmin = await addSuperAdmin(app);
  const tax = (taxPercentage: number) =>
    send('PUT', `/api/users/venues/${owner.venueId}`, { taxPercentage }, superAdmin);
  app.setNow(at('00:30'));
  await tax(8);
  app.setNow(at('12:00'));
  await tax(10);
  app.setNow(at('12:30'));
  expect((await sellAt('11:50')).body.tax).toBe(0.72);
  expect((await sellAt('12:10')).body.tax).toBe(0.9);
});
