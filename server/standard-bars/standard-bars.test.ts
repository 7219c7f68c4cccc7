import { describe, expect, test } from 'vitest';
import { standardBars } from '../../rules/drinks/standard-bars.ts';
import { readPngSize, endsLikePng } from '../../lib/content-type.ts';
import { addBeerUnit, listUnit, switchFlag, withAStockedUnit } from '../testing/stock.ts';
import { addOwner, addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';

const fill = (
  body: object = { bar: 'classic' },
  unitNumber = unit.unitNumber,
  token = owner.token,
) => app.send('POST', `/api/units/${unitNumber}/standard-bar`, { token, body });
const drinksOf = async (unitId = unit.id) =>
  (await app.send('GET', `/api/drinks/${owner.venueId}?unit=${unitId}`, { token: owner.token }))
    .body as {
    id: string;
    name: string;
    price: number;
    doublePrice?: number;
    ingredients: { name: string }[];
  }[];
const emptyUnit = async (): Promise<{ _id: string; unitNumber: number }> =>
  (await app.send('POST', `/api/units/${owner.venueId}`, { token: owner.token, body: {} })).body;

describe('a standard bar', () => {
  withAStockedUnit();

  test('fills an empty classic unit with full positions, pictures, thresholds and 20 drinks', async () => {
    const { _id, unitNumber } = await emptyUnit();
    const done = await fill({ bar: 'classic' }, unitNumber);
    expect(done).toMatchObject({ status: 201, body: { unitNumber, ingredients: 20, drinks: 20 } });
    const stocked = await listUnit(unitNumber);
    expect(stocked.map(({ name, positionInUnit }) => [name, ...positionInUnit])).toEqual(
      standardBars.classic.ingredients.map(({ name, position }) => [name, position]),
    );
    for (const each of stocked) {
      expect(each).toMatchObject({ activeInUnit: true, isCapacityFull: true, threshold: 20 });
      const picture = await app.app.inject(`/files/${each.imageURL}`);
      expect(picture.statusCode).toBe(200);
      expect(readPngSize(picture.rawPayload.subarray(0, 33))).toEqual({ width: 200, height: 328 });
      expect(endsLikePng(picture.rawPayload.subarray(-12))).toBe(true);
    }
    const drinks = await drinksOf(_id);
    expect(drinks.map(({ name, price }) => [name, price])).toEqual(
      standardBars.classic.drinks.map(({ name, priceCents }) => [name, priceCents / 100]),
    );
    expect(
      drinks.find(({ name }) => name === 'Negroni')?.ingredients.map(({ name }) => name),
    ).toEqual(['Gin', 'Campari', 'Sweet Vermouth']);
  });

  test('its drinks are on the menu of the unit and can be sold', async () => {
    const { _id, unitNumber } = await emptyUnit();
    await fill({ bar: 'classic' }, unitNumber);
    const menu = await app.send('GET', `/api/units/${unitNumber}/menu`, { token: owner.token });
    expect(menu.body.drinks).toHaveLength(20);
    expect(menu.body.drinks.every(({ available }: { available: boolean }) => available)).toBe(true);
    const [first] = await drinksOf(_id);
    const sale = await app.send('POST', '/api/orders', {
      token: owner.token,
      headers: { 'idempotency-key': `first sale ${unitNumber}` },
      body: { unitNumber, drinks: [{ drinkId: first?.id, quantity: 1 }] },
    });
    expect(sale.status, sale.text).toBe(201);
    expect(sale.body.price).toBe(first?.price);
  });

  test('prices follow the percentage, and doubles have a price where they are sold', async () => {
    const { _id, unitNumber } = await emptyUnit();
    await switchFlag(app.db, { venueId: owner.venueId }, 'general--double-order');
    await fill({ bar: 'classic', pricePercent: 150 }, unitNumber);
    const negroni = (await drinksOf(_id)).find(({ name }) => name === 'Negroni');
    expect(negroni).toMatchObject({ price: 19.5, doublePrice: 29.25 });
    const [vodka] = await listUnit(unitNumber);
    expect(vodka).toMatchObject({ name: 'Vodka', price: 10.5, doublePrice: 15.75 });
  });

  test('a beer unit gets two kegs, and a soda gun its four lines', async () => {
    const beer = await addBeerUnit();
    expect((await fill({ bar: 'beer' }, beer.unitNumber)).status).toBe(201);
    expect((await listUnit(beer.unitNumber)).map(({ name }) => name)).toEqual([
      'Lager',
      'Pale Ale',
    ]);
    const { unitNumber } = await emptyUnit();
    expect((await fill({ bar: 'sodaGun' }, unitNumber)).status).toBe(201);
    expect((await listUnit(unitNumber)).map(({ positionInUnit }) => positionInUnit)).toEqual([
      ['101'],
      ['102'],
      ['103'],
      ['104'],
    ]);
  });

  test('everything is audited as if it was added one by one, and in the change log', async () => {
    const { _id, unitNumber } = await emptyUnit();
    await fill({ bar: 'classic' }, unitNumber);
    const rows = await app.db
      .selectFrom('audit')
      .select('action')
      .where('target', 'like', `%unit ${unitNumber}`)
      .execute();
    const count = (action: string) => rows.filter((row) => row.action === action).length;
    expect([count('ingredient.added'), count('drink.created')]).toEqual([20, 20]);
    const changes = await app.db
      .selectFrom('changes')
      .select('kind')
      .where('unit_id', '=', _id)
      .execute();
    const kinds = changes.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['menu', 'stock']));
  });

  test('a unit that has ingredients is refused in words and stays as it was', async () => {
    const { unitNumber } = await emptyUnit();
    await fill({ bar: 'sodaGun' }, unitNumber);
    const before = await listUnit(unitNumber);
    const again = await fill({ bar: 'classic' }, unitNumber);
    expect(again.status).toBe(409);
    expect(again.text).toContain('This unit has ingredients or drinks already');
    expect(await listUnit(unitNumber)).toEqual(before);
  });

  test('of two requests at once one fills the unit, and the other is refused', async () => {
    const { unitNumber } = await emptyUnit();
    const both = await Promise.all([1, 2].map(() => fill({ bar: 'classic' }, unitNumber)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await listUnit(unitNumber)).toHaveLength(20);
  });

  test('a bar of another category, an unknown one and a percentage out of range are refused', async () => {
    const { unitNumber } = await emptyUnit();
    for (const body of [
      { bar: 'beer' },
      { bar: 'tiki' },
      { bar: 'classic', pricePercent: 5 },
      { bar: 'classic', pricePercent: 100.5 },
      {},
    ])
      expect([body, (await fill(body, unitNumber)).status]).toEqual([body, 400]);
    expect(await listUnit(unitNumber)).toEqual([]);
  });

  test('a unit of another owner is not found, and the limit of ingredients holds for all of them', async () => {
    const { unitNumber } = await emptyUnit();
    const stranger = await addOwner(app, `Stranger ${unitNumber}`);
    expect((await fill({ bar: 'classic' }, unitNumber, stranger.token)).status).toBe(404);
    const admin = await addSuperAdmin(app);
    const limit = (ingredients: number | null) =>
      app.send('PUT', `/api/admins/owner/${owner.userId}`, {
        token: admin,
        body: { limits: { ingredients } },
      });
    expect((await limit(10)).status).toBe(200);
    expect((await fill({ bar: 'classic' }, unitNumber)).status).toBe(422);
    expect((await limit(null)).status).toBe(200);
    expect(await listUnit(unitNumber)).toEqual([]);
  });
});
