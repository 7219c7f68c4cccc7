/** Costs of ingredients through HTTP. */
import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withAStockedUnit();

const path = () => `/api/venues/${owner.venueId}/ingredients/${unit.rum}/costs`;
const put = (body: object, token = owner.token) => app.send('PUT', path(), { token, body });
const listed = async (token = owner.token) =>
  (await app.send('GET', `/api/venues/${owner.venueId}/costs`, { token })).body;

test('costs hold from their time on, the first one also before it, and can be removed', async () => {
  const [long, soon] = ['2026-01-01T10:00:00.000Z', '2036-01-01T10:00:00.000Z'];
  expect(await listed()).toContainEqual(expect.objectContaining({ name: 'Rum', cost: null }));
  const later = await put({
    from: soon,
    cost: 30,
    bottleMl: 700,
    caseSize: 6,
    supplier: ' Metro ',
  });
  expect(later.body).toEqual([
    { from: soon, cost: 30, bottleMl: 700, caseSize: 6, supplier: 'Metro' },
  ]);
  const rum = async () =>
    (await listed()).find(
      ({ ingredientId }: { ingredientId: string }) => ingredientId === unit.rum,
    );
  expect(await rum()).toMatchObject({ cost: { cost: 30 } });
  await put({ from: long, cost: 21.5 });
  expect(await rum()).toMatchObject({ cost: { from: long, cost: 21.5, bottleMl: 1000 } });
  // Entered again, it is corrected.
  const { body } = await put({ from: long, cost: 22 });
  expect(body.map((one: { cost: number }) => one.cost)).toEqual([30, 22]);
  expect((await put({ from: long, cost: null })).body).toHaveLength(1);
  expect((await app.send('GET', path(), { token: owner.token })).body).toHaveLength(1);
});

test('refuses costs that cannot be, and ingredients of others', async () => {
  for (const body of [
    { cost: -1 },
    { cost: 12.345 },
    { cost: 12, bottleMl: 0 },
    { cost: 12, caseSize: 1.5 },
    { cost: null },
  ])
    expect((await put(body)).status).toBe(400);
  const other = `/api/venues/${owner.venueId}/ingredients/${owner.venueId}/costs`;
  expect((await app.send('GET', other, { token: owner.token })).status).toBe(404);
});

test('LOSS-08 managers and accountants see costs, managers change them, bartenders get no cost', async () => {
  await put({ cost: 21.5 });
  const settings = '/api/people/settings';
  const shown = { bartendersSeeMoney: true };
  expect((await app.send('PATCH', settings, { token: owner.token, body: shown })).status).toBe(200);
  const manager = await addPerson(app, owner, 'manager');
  const accountant = await addPerson(app, owner, 'accountant');
  const bartender = await addPerson(app, owner, 'bartender');
  expect(JSON.stringify(await listed(accountant.token))).toContain('21.5');
  expect((await put({ cost: 22 }, accountant.token)).status).toBe(403);
  expect((await put({ cost: 22 }, manager.token)).status).toBe(200);
  const { token } = bartender;
  for (const hidden of [path(), `/api/venues/${owner.venueId}/costs`])
    expect((await app.send('GET', hidden, { token })).status).toBe(403);
  for (const open of [
    `/api/venues/${owner.venueId}/ingredients`,
    `/api/ingredients/${unit.rum}/${unit.id}`,
  ]) {
    const { status, text } = await app.send('GET', open, { token });
    expect([status, text.includes('cost'), text.includes('bottleMl')]).toEqual([200, false, false]);
  }
});
