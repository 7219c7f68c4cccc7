/** Preview of what leaves the menus, through HTTP, on a Saturday at 9 PM. */
import { beforeEach, expect, test } from 'vitest';
import { createUnit, type TestUnit } from '../testing/app.ts';
import { sumSales } from '../sums/sum-sales.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import { saturday, sell, signInAt, weekMs, withVenue } from '../testing/health.ts';

withVenue();

const ninePm = saturday('21:00');
const weeksAgo = (weeks: number) => new Date(ninePm.getTime() - weeks * weekMs);

beforeEach(() => app.setNow(ninePm));

const lossOf = async (body: object): Promise<any> => {
  const {
    status,
    body: loss,
    text,
  } = await send('POST', `/api/venues/${owner.venueId}/what-if`, body);
  expect(status, text).toBe(200);
  return loss;
};
const takeOut = (ingredientId: string, of: TestUnit = unit) => ({
  unit: String(of.unitNumber),
  ingredientId,
});
const menuOf = async (of: TestUnit): Promise<string[]> => {
  const { body } = await app.send('GET', `/api/units/${of.unitNumber}/menu`, { token: of.key });
  return body.drinks.map((drink: { id: string }) => drink.id);
};
const addDrink = async (name: string, ingredients: string[]): Promise<string> => {
  const body = { name, price: 12, ingredients, venueId: owner.venueId, unitId: unit.id };
  const added = await send('POST', '/api/drinks', body);
  expect(added.status, added.text).toBe(201);
  return added.body._id;
};

test('BLAST-01 the drinks are those that the menu of the unit loses', async () => {
  const neat = await addDrink('Neat Rum', [unit.rum]);
  const cola = await addDrink('Plain Cola', [unit.cola]);
  const before = await menuOf(unit);
  expect(before.toSorted()).toEqual([unit.cubaLibre, neat, cola].toSorted());
  const { drinks } = await lossOf({ deactivate: [takeOut(unit.rum)] });
  await send('PUT', `/api/ingredients/${unit.rum}/deactivate`, { unitId: unit.id });
  const after = await menuOf(unit);
  expect(drinks.map((drink: any) => drink.id).toSorted()).toEqual(
    before.filter((id) => !after.includes(id)).toSorted(),
  );
});

test('BLAST-02 a drink that loses two ingredients counts once', async () => {
  await sell(unit, weeksAgo(1));
  const { drinks, perNight } = await lossOf({
    deactivate: [takeOut(unit.rum), takeOut(unit.cola)],
    remove: [unit.cubaLibre],
  });
  expect(drinks).toHaveLength(1);
  expect(perNight).toBe(drinks[0].perNight);
});

test('BLAST-03 the dollars are those of the last four such nights, divided by four', async () => {
  const prices: number[] = [];
  for (const [weeks, count] of [
    [1, 3],
    [2, 2],
    [4, 5],
    // Not among the four.
    [5, 7],
  ] as const)
    for (let nth = 0; nth < count; nth += 1) {
      const { price } = await sell(unit, weeksAgo(weeks), { quantity: 2 }, ninePm);
      if (weeks < 5) prices.push(price);
    }
  // Another night of the month.
  const { price: other } = await sell(
    unit,
    new Date(weeksAgo(1).getTime() - 86_400_000),
    {},
    ninePm,
  );
  const expected = prices.reduce((sum, price) => sum + price, 0) / 4;
  const change = { remove: [unit.cubaLibre] };
  const first = await lossOf(change);
  expect(first).toMatchObject({ weekday: 'Saturday', perNight: expected, glasses: 5 });
  expect(first.perNightOfMonth).toBeCloseTo((4 * expected + other) / 28, 2);
  // The same from the stored sums.
  await sumSales({ db: app.db });
  expect(await lossOf(change)).toEqual(first);
});

test('BLAST-04 a change that takes nothing off the menu has no drinks', async () => {
  const gin = await send('POST', '/api/ingredients', {
    name: 'Gin',
    venueId: owner.venueId,
    unitId: unit.id,
    positionInUnit: ['5'],
  });
  const loss = await lossOf({ deactivate: [takeOut(gin.body._id)] });
  expect(loss).toEqual({
    weekday: 'Saturday',
    drinks: [],
    perNight: 0,
    perNightOfMonth: 0,
    glasses: 0,
    attention: [],
  });
});

test('a position that another ingredient takes loses the drinks of the one that had it', async () => {
  const positions = [{ ...takeOut(unit.cola), position: 1 }];
  const { drinks } = await lossOf({ positions });
  expect(drinks.map((drink: any) => drink.name)).toEqual(['Cuba Libre']);
});

test('a drink that another unit has is said to be there', async () => {
  const other = await createUnit(app, owner);
  const { drinks } = await lossOf({ remove: [unit.cubaLibre] });
  expect(drinks).toMatchObject([{ unitNumber: unit.unitNumber, elsewhere: [other.unitNumber] }]);
  await send('PUT', `/api/ingredients/${other.rum}/deactivate`, { unitId: other.id });
  expect((await lossOf({ remove: [unit.cubaLibre] })).drinks).toMatchObject([{ elsewhere: [] }]);
});

test('BLAST-06 deleting a unit names its drinks, keys, failed drinks and refunds in progress', async () => {
  await sell(unit, ninePm, { successQuantity: 0 });
  const { drinks, attention } = await lossOf({ retire: [unit.id] });
  expect(drinks.map((drink: any) => drink.name)).toEqual(['Cuba Libre']);
  expect(attention).toEqual(['1 key of a unit stops working', '1 failed drink is not settled yet']);
});

test('a unit of another venue is not found, and nothing changes', async () => {
  const before = await menuOf(unit);
  const path = `/api/venues/${owner.venueId}/what-if`;
  expect((await send('POST', path, { retire: ['999999'] })).status).toBe(404);
  await signInAt(ninePm);
  await lossOf({ retire: [unit.id] });
  expect(await menuOf(unit)).toEqual(before);
});
