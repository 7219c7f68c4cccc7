import { describe, expect, test } from 'vitest';
import { createUnit } from '../testing/app.ts';
import * as stock from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { add, change, read, withAStockedUnit } from '../testing/stock.ts';

withAStockedUnit();

describe('updating an ingredient', () => {
  test('leaves omitted fields of an ingredient unchanged, including levels', async () => {
    await stock.leaveMl(1, 333.33);
    const before = await read(unit.rum);
    const { status, body } = await change(unit.rum, { name: 'White Rum' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'White Rum' });
    expect(await read(unit.rum)).toEqual(body);
  });

  test('changes to venue fields apply to every unit, changes to unit fields only there', async () => {
    const other = await createUnit(app, owner);
    await change(unit.rum, { unitId: other.id, price: 1, threshold: 50, positionInUnit: ['9'] });
    await change(unit.rum, { name: 'White Rum', price: 8, doublePrice: 13, threshold: 5 });
    expect(await read(unit.rum)).toMatchObject({ name: 'White Rum', price: 8, threshold: 5 });
    expect(await read(unit.rum, other.id)).toMatchObject({
      name: 'White Rum',
      price: 1,
      doublePrice: 0,
      threshold: 50,
      positionInUnit: ['9'],
      activeInUnit: true,
    });
  });

  test('sets a base on a classic carousel to liquor of 45 ml, and allows a mixer another category and serving size', async () => {
    const mixer = { baseOrMixer: ['mixer'], category: 'Syrup/Puree', servingSize: 30 };
    expect((await change(unit.rum, mixer)).body).toMatchObject(mixer);
    expect((await change(unit.rum, { servingSize: 60 })).body.servingSize).toBe(60);
    expect((await change(unit.rum, { category: 'Liquor' })).body.servingSize).toBe(45);
    await change(unit.rum, mixer);
    expect((await change(unit.rum, { baseOrMixer: ['base'] })).body).toMatchObject({
      category: 'Liquor',
      servingSize: 45,
    });
  });

  test('audits a price change with the old price, and no other change', async () => {
    await change(unit.rum, { price: 7, doublePrice: 12, name: 'Rum' });
    await change(unit.rum, { price: 7.5 });
    const { body } = await app.send('GET', '/api/audit', { token: owner.token });
    const rows = body.entries.filter((row: any) => row.target === `Rum on unit ${unit.unitNumber}`);
    expect(rows).toMatchObject([
      {
        action: 'ingredient.price_updated',
        oldValue: { price: 7, doublePrice: 12 },
        newValue: { price: 7.5, doublePrice: 12 },
      },
    ]);
  });

  test('refuses a stale update of an ingredient, field by field', async () => {
    await change(unit.rum, { name: 'White Rum', price: 8 });
    const response = await change(unit.rum, {
      name: 'Dark Rum',
      price: 9,
      threshold: 30,
      expected: { name: 'Rum', price: 7, threshold: 20, positionInUnit: ['1'] },
    });
    expect(response.status).toBe(409);
    expect(response.body.msg.errors).toEqual(response.body.errors);
    expect(Object.keys(response.body.errors)).toEqual(['name', 'price']);
    expect(response.body.errors.name).toContain('“White Rum”');
    expect(await read(unit.rum)).toMatchObject({ name: 'White Rum', price: 8, threshold: 20 });
  });
});

describe('changing the source', () => {
  test('a new source clears the positions, unless new ones are sent with it', async () => {
    const { body } = await change(unit.rum, { source: 'soda gun' });
    expect(body).toMatchObject({
      source: 'soda gun',
      baseOrMixer: ['mixer'],
      positionInUnit: [],
      activeInUnit: false,
    });
    const moved = await change(unit.cola, { source: 'carousel', positionInUnit: ['16'] });
    expect(moved.body).toMatchObject({ source: 'carousel', positionInUnit: ['16'] });
    expect(await stock.positions()).toEqual(['16']);
  });

  test('refuses a new source while the ingredient is loaded in another unit', async () => {
    const other = await createUnit(app, owner);
    await change(unit.rum, { unitId: other.id, positionInUnit: ['9'] });
    const response = await change(unit.rum, { source: 'soda gun', positionInUnit: ['102'] });
    expect(response).toMatchObject({
      status: 400,
      body: { errors: { source: /elsewhere|another/ } },
    });
    expect((await read(unit.rum)).positionInUnit).toEqual(['1']);
    await stock.deactivate(unit.rum, other.id);
    const again = await change(unit.rum, { source: 'soda gun', positionInUnit: ['102'] });
    expect(again).toMatchObject({ status: 200, body: { positionInUnit: ['102'] } });
  });
});

describe('assigning positions', () => {
  test('takes over occupied positions, and deactivates an ingredient left without any', async () => {
    const { body: gin } = await add({ name: 'Gin', positionInUnit: ['2', '3'] });
    const { body } = await change(unit.rum, { positionInUnit: ['3', '1'] });
    expect(body.positionInUnit).toEqual(['1', '3']);
    expect(await read(gin.id)).toMatchObject({ positionInUnit: ['2'], activeInUnit: true });
    await add({ name: 'Vodka', positionInUnit: ['2'] });
    expect(await read(gin.id)).toMatchObject({
      positionInUnit: [],
      activeInUnit: false,
      capacityRemaining: 0,
    });
    expect(await stock.positions()).toEqual(['1', '2', '3', '101']);
  });

  test('refuses to replace an unexpected occupant, naming the current one', async () => {
    const { body: campari } = await add({ name: 'Campari', positionInUnit: ['3'] });
    const { body: gin } = await add({ name: 'Gin', positionInUnit: ['4'] });
    const before = await stock.listUnit();
    const params = { positionInUnit: ['3', '4', '5'], overrides: { 3: unit.cola } };
    for (const response of [
      await change(unit.rum, params),
      await add({ name: 'Late', ...params }),
    ]) {
      expect(response).toMatchObject({
        status: 409,
        body: {
          errors: { positionInUnit: 'Position 3 now holds Campari. Position 4 now holds Gin' },
        },
      });
    }
    expect(await stock.listUnit()).toEqual(before);
    const knowing = { ...params, overrides: { 3: campari.id, 4: gin.id, 5: gin.id } };
    expect((await change(unit.rum, knowing)).body.positionInUnit).toEqual(['3', '4', '5']);
  });

  test('of two concurrent updates for one position, one succeeds and the other gets an error', async () => {
    const racers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => add({ name, positionInUnit: ['8'], overrides: {} })),
    );
    expect(racers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const winner = racers.find(({ status }) => status === 201);
    for (const { status, body } of racers.filter((racer) => racer.status === 409)) {
      expect({ status, errors: body.errors }).toEqual({
        status: 409,
        errors: { positionInUnit: `Position 8 now holds ${winner?.body.name}` },
      });
    }
  });

  test('a new position starts full, and unchanged ones keep their level', async () => {
    await stock.leaveMl(1, 400);
    const { body } = await change(unit.rum, { positionInUnit: ['1', '2'] });
    expect(body.places).toEqual([
      { position: '1', sizeMl: 1000, remainingMl: 400 },
      { position: '2', sizeMl: 1000, remainingMl: 1000 },
    ]);
    const smaller = await change(unit.rum, { ingredientSize: 750 });
    expect(smaller.body.places).toEqual([
      { position: '1', sizeMl: 750, remainingMl: 300 },
      { position: '2', sizeMl: 750, remainingMl: 750 },
    ]);
  });

  test('fills all positions where inventory management is on, if the set has changed', async () => {
    await stock.manageInventory();
    await stock.leaveMl(1, 400);
    expect((await change(unit.rum, { positionInUnit: ['1'] })).body.capacityRemaining).toBe(400);
    const grown = await change(unit.rum, { positionInUnit: ['1', '2'] });
    expect(grown.body).toMatchObject({ capacityRemaining: 2000, isCapacityFull: true });
    await stock.leaveMl(1, 400);
    const shrunk = await change(unit.rum, { positionInUnit: ['1'] });
    expect(shrunk.body).toMatchObject({ capacityRemaining: 1000, isCapacityFull: true });
  });
});

describe('deactivating an ingredient', () => {
  test.each([
    ['by its call', () => stock.deactivate(unit.rum)],
    ['by the number of the unit', () => stock.deactivate(unit.rum, String(unit.unitNumber))],
    ['by saving it without positions', () => change(unit.rum, { positionInUnit: [] })],
  ])('deactivating an ingredient %s frees its positions in that unit only', async (_, act) => {
    const other = await createUnit(app, owner);
    await change(unit.rum, { unitId: other.id, positionInUnit: ['9'] });
    const response = await act();
    expect(response).toMatchObject({
      status: 200,
      body: { activeInUnit: false, positionInUnit: [], capacityRemaining: 0, price: 7 },
    });
    expect(await stock.positions()).toEqual(['101']);
    expect(await read(unit.rum, other.id)).toMatchObject({
      activeInUnit: true,
      positionInUnit: ['9'],
    });
    expect((await stock.listUnit()).map(({ name }) => name)).toEqual(['Rum', 'Cola']);
    expect((await stock.deactivate(unit.rum)).status).toBe(200);
    const back = await change(unit.rum, { positionInUnit: ['12'] });
    expect(back.body).toMatchObject({ activeInUnit: true, capacityRemaining: 1000 });
  });
});

describe('restoring an ingredient', () => {
  test('restoring fills every position of the ingredient, and no other', async () => {
    await stock.manageInventory();
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    await stock.leaveMl(1, 0);
    await stock.leaveMl(2, 450.5);
    await stock.leaveMl(101, 10);
    const { status, body } = await stock.restore(unit.rum);
    expect(status).toBe(200);
    expect(body).toMatchObject({ capacityRemaining: 2000, isCapacityFull: true });
    expect(await read(unit.cola)).toMatchObject({ capacityRemaining: 10, isCapacityFull: false });
  });

  test('restoring is refused with a clear message where inventory management is off', async () => {
    await stock.leaveMl(1, 1);
    expect(await stock.restore(unit.rum)).toMatchObject({
      status: 409,
      body: { error: { message: /Inventory management/ } },
    });
    expect((await read(unit.rum)).capacityRemaining).toBe(1);
  });

  test('restoring requires the name of the venue', async () => {
    await stock.manageInventory();
    const path = `/api/ingredients/${unit.unitNumber}/restore/${unit.rum}`;
    const response = await app.send('POST', path, { token: owner.token, body: {} });
    expect(response).toMatchObject({ status: 400, body: { venueName: expect.any(String) } });
  });
});
