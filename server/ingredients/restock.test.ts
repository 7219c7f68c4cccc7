import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as stock from '../testing/stock.ts';
import { app, unit } from '../testing/with-app.ts';
import { change, withAStockedUnit } from '../testing/stock.ts';
import { queuedJobs } from '../testing/messages.ts';

withAStockedUnit();
beforeEach(() => stock.manageInventory());

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

/** Returns the unit's notices, oldest first, each with its job. */
async function notices() {
  const rows = await app.db
    .selectFrom('restock_notices')
    .selectAll()
    .where('unit_id', '=', unit.id)
    .orderBy('noticed_at')
    .orderBy('id')
    .execute();
  const jobs = await queuedJobs(app.db);
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

describe('restock notices from pours', () => {
  test('a pour that takes an ingredient to its threshold opens one notice', async () => {
    await pour(799.99);
    expect(await notices()).toEqual([]);
    await pour(0.01);
    expect(await notices()).toEqual([opened(20)]);
    await pour(150);
    await pour(150);
    expect(await notices()).toEqual([opened(20)]);
  });

  test('the threshold applies to the sum of all positions of the ingredient', async () => {
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    await pour(1000);
    expect(await notices()).toEqual([]);
    await stock.leaveMl(1, 100);
    await stock.leaveMl(2, 390);
    await pour(90);
    expect(await notices()).toEqual([opened(20)]);
  });

  test('the same order sent twice opens one notice and deducts stock once', async () => {
    const key = randomUUID();
    const responses = await Promise.all([pour(900, key), pour(900, key), pour(900, key)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(await notices()).toEqual([opened(10)]);
    expect((await stock.read(unit.rum)).capacityRemaining).toBe(100);
  });

  test('many concurrent orders open one notice', async () => {
    await Promise.all(Array.from({ length: 12 }, () => pour(100)));
    expect(await notices()).toEqual([opened(20)]);
    expect((await stock.read(unit.rum)).capacityRemaining).toBe(0);
  });

  test('a refused order opens no notice', async () => {
    const body = { drinks: [{ ingredients: [unit.rum, randomUUID()], quantity: 50 }] };
    expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(400);
    expect(await notices()).toEqual([]);
  });
});

describe('notice lifecycle', () => {
  test('restoring resolves a notice, and the next shortage opens another', async () => {
    await pour(900);
    await stock.restore(unit.rum);
    expect(await notices()).toEqual([{ ...opened(10), open: false }]);
    await pour(850);
    expect(await notices()).toEqual([{ ...opened(10), open: false }, opened(15)]);
  });

  test('an open notice stays the only one, with one job, when the level falls to the threshold again', async () => {
    await pour(900);
    await stock.leaveMl(1, 1000);
    expect((await pour(850)).status).toBe(201);
    expect(await notices()).toEqual([opened(10)]);
  });

  test('a new bottle that lifts the level above the threshold resolves the notice', async () => {
    await pour(900);
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    expect((await notices())[0]).toMatchObject({ open: false });
  });

  test('a notice stays open while an update leaves the level below the threshold', async () => {
    await pour(900);
    await change(unit.rum, { price: 9 });
    expect(await notices()).toEqual([opened(10)]);
    await change(unit.rum, { positionInUnit: ['5'] });
    expect((await notices())[0]).toMatchObject({ open: false });
  });

  test('deactivating an ingredient resolves its notice', async () => {
    await pour(900);
    await stock.deactivate(unit.rum);
    expect(await notices()).toEqual([{ ...opened(10), open: false }]);
  });

  test('losing its last position to another ingredient resolves a notice', async () => {
    await pour(900);
    await stock.add({ name: 'Gin', positionInUnit: ['1'] });
    expect(await notices()).toEqual([{ ...opened(10), open: false }]);
  });

  test('raising the threshold above the level opens a notice, and lowering it below resolves it', async () => {
    await pour(700);
    await change(unit.rum, { threshold: 30 });
    expect(await notices()).toEqual([opened(30)]);
    await change(unit.rum, { threshold: 29 });
    expect((await notices())[0]).toMatchObject({ open: false });
  });

  test('losing the fuller of two bottles to another ingredient opens a notice', async () => {
    await change(unit.rum, { positionInUnit: ['1', '2'] });
    await pour(900);
    expect(await notices()).toEqual([]);
    await stock.add({ name: 'Gin', positionInUnit: ['2'] });
    expect(await notices()).toEqual([opened(10)]);
  });
});
