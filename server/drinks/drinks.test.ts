import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { menuMessages } from '../../rules/drinks/menu-messages.ts';
import { app, owner, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let stranger: TestOwner;
let admin: string;
let unit: TestUnit;
withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  stranger = await addOwner(app, 'Stranger');
  admin = await addSuperAdmin(app);
});
beforeEach(async () => {
  await switchDouble(false);
  unit = await createUnit(app, owner);
});

async function switchDouble(enabled: boolean): Promise<void> {
  const body = { kind: 'venue', key: 'Rooftop Bar', flag: 'general--double-order', enabled };
  expect((await app.send('PUT', '/api/flags', { token: admin, body })).status).toBe(200);
}

const create = (more: object = {}, token = owner.token) =>
  app.send('POST', '/api/drinks', {
    token,
    body: {
      name: 'Rum',
      price: 7,
      ingredients: [unit.rum],
      venueId: owner.venueId,
      unitId: unit.id,
      ...more,
    },
  });
const change = (id: string, body: object, token = owner.token) =>
  app.send('PUT', `/api/drinks/${id}`, { token, body });
const list = async () =>
  (await app.send('GET', `/api/drinks/${owner.venueId}?unit=${unit.id}`, { token: owner.token }))
    .body as any[];
const names = async () => (await list()).map((drink) => drink.name);
const rank = (body: object[], token = owner.token) =>
  app.send('PUT', '/api/drinks', { token, body });
const addGin = async (): Promise<string> => {
  const body = { name: 'Gin', venueId: owner.venueId, unitId: unit.id, positionInUnit: ['9'] };
  return (await app.send('POST', '/api/ingredients', { token: owner.token, body })).body.id;
};
const params = (id: string, current: number) => ({ id, ranking: { current, previous: 0 } });

describe('creating a drink', () => {
  test('ranks a new drink last and returns it with its ingredients', async () => {
    const { status, body } = await create({
      ingredients: [unit.cola, unit.rum],
      unitId: undefined,
    }).then(() => create({ ingredients: [unit.cola] }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Rum',
      price: 7,
      venueId: owner.venueId,
      unitId: unit.id,
      unitNumber: unit.unitNumber,
      active: true,
      isCapacityFull: true,
      ingredients: [
        { _id: unit.cola, id: unit.cola, name: 'Cola', imageURL: '', activeInUnit: true },
      ],
      ranking: { current: 1, previous: 1 },
      currentRank: 1,
    });
    expect(body._id).toBe(body.id);
  });

  test('refuses a drink whose ingredients make one there already, in any order', async () => {
    const again = await create({ ingredients: [unit.cola, unit.rum, unit.cola] });
    expect(again).toMatchObject({
      status: 409,
      body: { error: { message: 'Drink is already created' } },
    });
    expect(await names()).toEqual(['Cuba Libre']);
  });

  test("accepts a subset of a drink's ingredients, those of a drink on another unit, or those of a deleted drink", async () => {
    expect((await create()).status).toBe(201);
    const other = await createUnit(app, owner);
    const elsewhere = { unitId: other.id, ingredients: [other.cola] };
    expect((await create(elsewhere)).status).toBe(201);
    const path = `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`;
    expect((await app.send('DELETE', path, { token: owner.token })).status).toBe(200);
    expect((await create({ ingredients: [unit.cola, unit.rum] })).status).toBe(201);
  });

  test('without a unit, adds the drink to the first one that has all of its ingredients', async () => {
    const { body } = await create({ unitId: undefined });
    expect(body.unitNumber).toBe(unit.unitNumber);
    const other = await createUnit(app, owner);
    const nowhere = await create({ unitId: undefined, ingredients: [unit.rum, other.cola] });
    expect(nowhere.status).toBe(400);
    expect(nowhere.body).toHaveProperty('ingredients');
  });

  test('a new drink has a double price only where the venue sells doubles', async () => {
    expect((await create({ doublePrice: 12 })).body).not.toHaveProperty('doublePrice');
    await switchDouble(true);
    expect((await create({ ingredients: [unit.cola], doublePrice: 4 })).body.doublePrice).toBe(4);
    // Rum has a double price of $12, cola none: $12 + $2.50.
    const [cubaLibre] = await list();
    expect(cubaLibre).toMatchObject({ price: 9, doublePrice: 14.5 });
    const seen = { doublePrice: 20, expected: { doublePrice: 14.5 } };
    expect((await change(unit.cubaLibre, seen)).body.doublePrice).toBe(20);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(401) }, 'name'],
    [{ name: 'Rum\u0000' }, 'name'],
    [{ price: -1 }, 'price'],
    [{ price: 1.001 }, 'price'],
    [{ price: '7' }, 'price'],
    [{ ingredients: [] }, 'ingredients'],
  ])('a new drink with %j is refused with a field error', async (wrong, field) => {
    const response = await create(wrong);
    expect(response.status).toBe(400);
    expect(Object.keys(response.body)).toEqual([field]);
    expect(await names()).toEqual(['Cuba Libre']);
  });

  test("a new drink cannot use another owner's ingredients", async () => {
    const theirs = await createUnit(app, stranger);
    expect((await create({ ingredients: [theirs.rum] })).status).toBe(404);
    expect((await create({ unitId: theirs.id })).status).toBe(404);
    expect((await create({}, stranger.token)).status).toBe(404);
    expect((await create({ ingredients: ['nonsense'] })).status).toBe(404);
  });

  test('twenty concurrent requests create a drink once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await names()).toEqual(['Cuba Libre', 'Rum']);
  });
});

describe('updating a drink', () => {
  test('leaves omitted fields of a drink unchanged, at either URL', async () => {
    expect((await change(unit.cubaLibre, { active: false })).body).toMatchObject({
      name: 'Cuba Libre',
      price: 9,
      active: false,
    });
    const path = `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`;
    const renamed = await app.send('PUT', path, { token: owner.token, body: { name: 'Libre' } });
    expect(renamed.body).toMatchObject({ name: 'Libre', price: 9, active: false });
  });

  test('refuses a stale update of a drink', async () => {
    await change(unit.cubaLibre, { name: 'Libre' });
    const stale = await change(unit.cubaLibre, { name: 'Mine', expected: { name: 'Cuba Libre' } });
    expect(stale.status).toBe(409);
    expect(stale.body.name).toContain('Libre');
    expect(await names()).toEqual(['Libre']);
  });

  test('audits a price change with the old and the new price', async () => {
    await change(unit.cubaLibre, { price: 10.5 });
    await change(unit.cubaLibre, { name: 'Libre' });
    const auditLog = await app.db
      .selectFrom('audit')
      .select(['target', 'old_value', 'new_value'])
      .where('action', '=', 'drink.price_updated')
      .where('target', 'like', `%${unit.unitNumber}`)
      .execute();
    expect(auditLog).toMatchObject([{ old_value: { price: 9 }, new_value: { price: 10.5 } }]);
  });

  test('a drink reports its deactivated ingredient', async () => {
    await app.db
      .updateTable('unit_inventory')
      .set({ active: false })
      .where('unit_id', '=', unit.id)
      .where('ingredient_id', '=', unit.rum)
      .execute();
    const [drink] = await list();
    expect(drink.ingredients.map((part: any) => part.activeInUnit)).toEqual([false, true]);
  });
});

describe('drink ranking', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [unit.cubaLibre];
    ids.push((await create({ name: 'Rum', ingredients: [unit.rum] })).body.id);
    ids.push((await create({ name: 'Cola', ingredients: [unit.cola] })).body.id);
  });
  const [first, second, third] = [0, 1, 2];

  test('stores a complete ranking and the previous rank of each drink', async () => {
    const { status, body } = await rank([
      params(ids[third]!, 0),
      params(ids[first]!, 1),
      params(ids[second]!, 2),
    ]);
    expect(status).toBe(200);
    expect(body.map((drink: any) => [drink.name, drink.ranking])).toEqual([
      ['Cola', { current: 0, previous: 2 }],
      ['Cuba Libre', { current: 1, previous: 0 }],
      ['Rum', { current: 2, previous: 1 }],
    ]);
    expect(await names()).toEqual(['Cola', 'Cuba Libre', 'Rum']);
  });

  test('moving one drink shifts the others, with either endpoint', async () => {
    await rank([params(ids[first]!, 2)]);
    expect(await names()).toEqual(['Rum', 'Cola', 'Cuba Libre']);
    await change(ids[first]!, { ranking: { current: 0, previous: 2 } });
    expect(await names()).toEqual(['Cuba Libre', 'Rum', 'Cola']);
  });

  test('closes the gap in the ranking when a drink is deleted', async () => {
    const path = `/api/venues/${owner.venueId}/drinks/${ids[first]}`;
    expect((await app.send('DELETE', path, { token: owner.token })).body).toEqual({
      id: ids[first],
    });
    expect((await list()).map((drink) => drink.currentRank)).toEqual([0, 1]);
    expect((await change(ids[first]!, { name: 'Back' })).status).toBe(404);
  });

  test('takes a ranking back only while the drinks have the ranks that the sender saw', async () => {
    const back = ids.map((id, index) => ({ ...params(id, index), expected: 2 - index }));
    await rank(ids.map((id, index) => params(id, 2 - index)));
    await create({ name: 'Late', ingredients: [await addGin()] });
    expect((await rank(back)).status).toBe(200);
    expect(await names()).toEqual(['Cuba Libre', 'Rum', 'Cola', 'Late']);
    const stale = await rank(back);
    expect(stale).toMatchObject({ status: 409, body: { body: menuMessages.orderChanged } });
    expect(await names()).toEqual(['Cuba Libre', 'Rum', 'Cola', 'Late']);
  });

  test('stores a ranking all or nothing', async () => {
    const theirs = await createUnit(app, stranger);
    const other = await createUnit(app, owner);
    const before = await names();
    expect((await rank([params(ids[third]!, 0), params(theirs.cubaLibre, 1)])).status).toBe(404);
    expect((await rank([params(ids[third]!, 0), params(other.cubaLibre, 1)])).status).toBe(400);
    expect((await rank([params(ids[third]!, 0), params(ids[third]!, 1)])).status).toBe(400);
    expect((await rank([params(ids[third]!, -1)])).status).toBe(400);
    expect(await names()).toEqual(before);
    expect((await rank([])).body).toEqual([]);
  });

  test('the ranking stays a permutation under concurrent moves, additions and deletions', async () => {
    const path = (id: string) => `/api/venues/${owner.venueId}/drinks/${id}`;
    await Promise.all([
      ...ids.flatMap((id, index) => [0, 1, 2].map((to) => rank([params(id, (to + index) % 3)]))),
      app.send('DELETE', path(ids[second]!), { token: owner.token }),
      create({ ingredients: [unit.rum] }),
      rank(ids.map((id, index) => params(id, 2 - index))),
    ]);
    const ranks = (await list()).map((drink) => drink.currentRank);
    expect(ranks).toEqual(ranks.map((_, index) => index));
  });
});

describe('drinks of a venue', () => {
  const page = (query: string) =>
    app.send('GET', `/api/venues/${owner.venueId}?${query}`, { token: owner.token });

  test('returns a venue with all of its drinks or a page of them', async () => {
    await app.db.updateTable('drinks').set({ deleted_at: new Date() }).execute();
    const rum = (await create()).body.id;
    const cola = (await create({ name: 'Cola', ingredients: [unit.cola] })).body.id;
    const both = (await create({ name: 'Both', ingredients: [unit.cola, unit.rum] })).body.id;

    const { body } = await page('');
    expect(body).toMatchObject({ id: owner.venueId, name: 'Rooftop Bar' });
    expect(body.drinks.map((drink: any) => drink.id)).toEqual([rum, cola, both]);
    expect(body).not.toHaveProperty('pagination');

    const second = (await page('pagination[current]=2&pagination[size]=2')).body;
    expect(second.drinks.map((drink: any) => drink.id)).toEqual([both]);
    expect(second.pagination).toEqual({ current: 2, size: 2, total: 3 });
    const beyond = (await page('pagination[current]=9&pagination[size]=2')).body;
    expect(beyond.pagination.current).toBe(2);
    const holding = (await page(`pagination[current]=1&pagination[size]=1&drink=${cola}`)).body;
    expect(holding.pagination.current).toBe(2);
    expect(holding.drinks.map((drink: any) => drink.id)).toEqual([cola]);
    expect((await page('pagination[size]=51')).status).toBe(400);
    expect((await page('pagination[current]=1&drink=nonsense')).status).toBe(200);
  });
});
