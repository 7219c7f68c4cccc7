/** Stock while inventory management is off and on, and when it is switched. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { deactivate, read, restore, withAStockedUnit } from '../testing/stock.ts';
import * as stock from '../testing/stock.ts';

withAStockedUnit();

let admin: string | undefined;
beforeEach(async () => {
  admin ??= await addSuperAdmin(app);
});

const sellRum = (ml: number) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: {
      drinks: [
        {
          ingredients: [unit.rum],
          pours: [{ ingredientId: unit.rum, position: '1', ml, ms: 5000, outcome: 'poured' }],
        },
      ],
    },
  });
const sellCubaLibres = (quantity: number) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: { drinks: [{ drinkId: unit.cubaLibre, quantity }] },
  });
const switchTo = async (enabled: boolean) => {
  const flag = 'general--inventory-management';
  const body = { kind: 'unit', key: String(unit.unitNumber), flag, enabled };
  const { status } = await app.send('PUT', '/api/flags', { token: admin ?? '', body });
  expect(status).toBe(200);
};
const menu = async () =>
  (await app.send('GET', `/api/units/${unit.unitNumber}/menu`, { token: unit.key })).body;
const attention = async () => {
  const path = `/api/venues/${owner.venueId}/overview?timezone=UTC`;
  const { body } = await app.send('GET', path, { token: owner.token });
  return body.attention
    .filter(({ unitId }: { unitId: string }) => unitId === unit.id)
    .map(({ kind }: { kind: string }) => kind);
};
const openNotices = async () => {
  const rows = await app.db
    .selectFrom('restock_notices')
    .select(['ingredient_id', 'percent'])
    .where('unit_id', '=', unit.id)
    .where('resolved_at', 'is', null)
    .execute();
  return rows.map(({ ingredient_id, percent }) => [ingredient_id, percent]);
};

describe('inventory management off', () => {
  test('a hundred sales deduct nothing, open no notice, and leave the menu available', async () => {
    for (const quantity of [50, 50]) expect((await sellCubaLibres(quantity)).status).toBe(201);
    expect((await read(unit.rum)).capacityRemaining).toBe(1000);
    expect(await openNotices()).toEqual([]);
    expect((await menu()).drinks).toMatchObject([{ id: unit.cubaLibre, available: true }]);
    expect(await attention()).toEqual([]);
    const sales = await app.send('POST', `/api/venues/${owner.venueId}/ingredient-sales`, {
      token: owner.token,
      body: { ingredients: [unit.rum] },
    });
    expect(sales.body).toEqual([{ ingredientId: unit.rum, quantity: 100 }]);
  });

  test('levels that are stored as empty are reported nowhere', async () => {
    await stock.leaveMl(1, 0);
    expect(await attention()).toEqual([]);
    expect((await menu()).drinks[0].available).toBe(true);
    await stock.change(unit.rum, { threshold: 50 });
    await stock.add({ name: 'Gin', positionInUnit: ['2'] });
    expect(await openNotices()).toEqual([]);
  });

  test('a deactivated ingredient takes its drinks off the menu', async () => {
    await deactivate(unit.rum);
    expect((await menu()).drinks).toEqual([]);
  });
});

describe('inventory management on', () => {
  beforeEach(() => switchTo(true));

  test('sales deduct stock, open notices, and make drinks unavailable', async () => {
    await sellRum(980);
    expect((await read(unit.rum)).capacityRemaining).toBe(20);
    expect(await openNotices()).toEqual([[unit.rum, 2]]);
    expect((await menu()).drinks[0].available).toBe(false);
    expect(await attention()).toEqual(['low']);
  });
});

describe('switching inventory management', () => {
  test('opens notices for what is short already, and resolves them when it is switched off', async () => {
    await stock.leaveMl(1, 100);
    await switchTo(true);
    expect(await openNotices()).toEqual([[unit.rum, 10]]);
    await switchTo(false);
    expect(await openNotices()).toEqual([]);
  });

  test('a unit whose flag comes from a service is notified of a shortage by its next sale', async () => {
    await stock.leaveMl(1, 100);
    await stock.manageInventory();
    await sellRum(1);
    expect(await openNotices()).toEqual([[unit.rum, 9]]);
  });

  test('levels of what was sold meanwhile are unknown until they are restored', async () => {
    await sellCubaLibres(3);
    expect(await attention()).toEqual([]);
    await switchTo(true);
    expect(await attention()).toEqual(['levels']);
    expect(await read(unit.rum)).toMatchObject({ capacityRemaining: 1000, isCapacityFull: false });
    expect((await restore(unit.rum)).body.isCapacityFull).toBe(true);
    expect(await attention()).toEqual(['levels']);
    await restore(unit.cola);
    expect(await attention()).toEqual([]);
    await sellCubaLibres(1);
    expect(await attention()).toEqual([]);
  });

  test('a bottle at a new position makes its level known', async () => {
    await sellRum(45);
    await switchTo(true);
    expect(await attention()).toEqual(['levels']);
    await stock.change(unit.rum, { positionInUnit: ['5'] });
    expect(await attention()).toEqual([]);
  });
});
