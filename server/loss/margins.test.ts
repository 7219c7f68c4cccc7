/** Margins of drinks through HTTP. */
import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { sell, setCost, withASellingUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withASellingUnit();

const today = new Date().toISOString().slice(0, 10);
const read = (query: Record<string, string> = {}, token = owner.token) =>
  app.send(
    'GET',
    `/api/venues/${owner.venueId}/margins?${new URLSearchParams({ from: today, to: today, timezone: 'UTC', ...query }).toString()}`,
    { token },
  );
const cubaLibre = async () => {
  const { status, text, body } = await read({ unitId: unit.id });
  expect(status, text).toBe(200);
  return body.drinks.find((drink: any) => drink.drinkIds.includes(unit.cubaLibre));
};

test('a drink earns its price less the cost of its servings, and is not guessed without all costs', async () => {
  const prices = await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, {
    token: owner.token,
    body: { price: 10 },
  });
  expect(prices.status, prices.text).toBe(200);
  await sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 3 }] });
  await sell({
    drinks: [{ drinkId: unit.cubaLibre, isDouble: true, quantity: 2, successQuantity: 1 }],
  });
  await setCost(unit.rum, { cost: 20, bottleMl: 1000 });
  expect(await cubaLibre()).toMatchObject({
    cost: null,
    margin: null,
    pourCostRatio: null,
    earned: null,
    glasses: 4,
    corner: null,
  });
  await setCost(unit.cola, { cost: 2, bottleMl: 1000 });
  // 45 ml of each: 90 and 9 cents.
  expect(await cubaLibre()).toMatchObject({
    price: 10,
    cost: 0.99,
    margin: 9.01,
    pourCostRatio: 0.099,
    glasses: 4,
    // Three singles, and a double at $14.50, the sum of its ingredients, less two servings.
    earned: 39.55,
  });
});

test('margins are for those who may see costs, for a year at most', async () => {
  expect((await read({ from: '2024-01-01', to: '2024-12-31' })).status).toBe(200);
  expect((await read({ from: '2024-01-01', to: '2025-01-01' })).status).toBe(400);
  for (const [role, status] of [
    ['accountant', 200],
    ['bartender', 403],
  ] as const) {
    const { token } = await addPerson(app, owner, role);
    expect([role, (await read({}, token)).status]).toEqual([role, status]);
  }
});
