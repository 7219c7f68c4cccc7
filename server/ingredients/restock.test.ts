import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as stock from '../testing/stock.ts';
import { app, change, unit, withAStockedUnit } from '../testing/stock.ts';

withAStockedUnit();

const pour = (ml: number, key = randomUUID()) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    headers: { 'idempotency-key': key },
    body: {
      drinks: [
        {
          ingredients: [unit.rum],
          pours: [{ ingredientId: unit.rum, position: '1', ml, ms: 5000, outcome: 'poured' }],
        },
      ],
    },
  });

/** The notices of the unit, oldest first, each with its job. */
async function notices() {
  const rows = await app.db
    .selectFrom('restock_notices')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .orderBy('noticed_at')
    .orderBy('id')
    .execute();
  const jobs = await app.db.selectFrom('jobs').selectAll().execute();
  return rows.map(({ id, ingredient_id, percent, resolved_at }) => ({
    ingredientId: ingredient_id,
    percent,
    open: resolved_at === null,
    jobs: jobs
      .filter(({ key }) => key === `announce restock ${id}`)
      .map(({ kind, payload }) => ({ kind, payload: payload['noticeId'] === id })),
  }));
}

const job = { kind: 'announce restock', payload: true };
const opened = (percent: number) => ({
  ingredientId: unit.rum,
  percent,
  open: true,
  jobs: [job],
});

describe('what is poured', () => {
  test('is noticed once, when it takes an ingredient to its threshold', async () => {
    await pour(799.99);
    expect(await notices()).toEqual([]);
    await pour(0.01);
    expect(await notices()).toEqual([opened(20)]);
    await pour(150);
    await pour(150);
    expect(await notices()).toEqual([opened(20)]);
  });

  test('counts over all places of the ingredient', async () => {
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    await pour(1000);
    expect(await notices()).toEqual([]);
    await stock.leaveMl(1, 100);
    await stock.leaveMl(2, 390);
    await pour(90);
    expect(await notices()).toEqual([opened(20)]);
  });

  test('by the same order twice is noticed and taken once', async () => {
    const key = randomUUID();
    const answers = await Promise.all([pour(900, key), pour(900, key), pour(900, key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await notices()).toEqual([opened(10)]);
    expect((await stock.read(unit.rum)).capacityRemaining).toBe(100);
  });

  test('by many orders at once is noticed once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => pour(100)));
    expect(await notices()).toEqual([opened(20)]);
    expect((await stock.read(unit.rum)).capacityRemaining).toBe(0);
  });

  test('is not noticed by an order that is refused', async () => {
    const body = { drinks: [{ ingredients: [unit.rum, randomUUID()], quantity: 50 }] };
    expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(400);
    expect(await notices()).toEqual([]);
  });
});

describe('a notice', () => {
  test('is closed by restoring, and the next shortage opens another', async () => {
    await stock.manageInventory();
    await pour(900);
    await stock.restore(unit.rum);
    expect(await notices()).toEqual([{ ...opened(10), open: false }]);
    await pour(850);
    expect(await notices()).toEqual([{ ...opened(10), open: false }, opened(15)]);
  });

  test('that is open stays the only one, with one job, if its level falls to the threshold again', async () => {
    await pour(900);
    await stock.leaveMl(1, 1000);
    expect((await pour(850)).status).toBe(201);
    expect(await notices()).toEqual([opened(10)]);
  });

  test('is closed by a new bottle that lifts it above the threshold', async () => {
    await pour(900);
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    expect((await notices())[0]).toMatchObject({ open: false });
  });

  test('stays while a save leaves it below, and is open until the ingredient is back', async () => {
    await pour(900);
    await change(unit.rum, { price: 9 });
    await stock.deactivate(unit.rum);
    expect(await notices()).toEqual([opened(10)]);
    await change(unit.rum, { positionInUnit: ['5'] });
    expect((await notices())[0]).toMatchObject({ open: false });
  });

  test('is opened by a threshold that is lifted above the level, and closed by one below it', async () => {
    await pour(700);
    await change(unit.rum, { threshold: 30 });
    expect(await notices()).toEqual([opened(30)]);
    await change(unit.rum, { threshold: 29 });
    expect((await notices())[0]).toMatchObject({ open: false });
  });

  test('is opened for who loses the fuller of two bottles to another ingredient', async () => {
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    await pour(900);
    expect(await notices()).toEqual([]);
    await stock.add({ name: 'Gin', positionInUnit: ['2'] });
    expect(await notices()).toEqual([opened(10)]);
  });
});
