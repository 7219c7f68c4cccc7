import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ingredientMessages } from '../../rules/messages.ts';
import { addOwner, addSuperAdmin } from '../testing/app.ts';
import { queuedJobs } from '../testing/services/messages.ts';
import * as stock from '../testing/stock.ts';
import { change, deactivate, read, restore, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

/** Stock while inventory management is off and on, and when it is switched. */
describe('inventory management', () => {
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
      expect(await attention()).toEqual([]);
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
      expect(await read(unit.rum)).toMatchObject({
        capacityRemaining: 1000,
        isCapacityFull: false,
      });
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
});

describe('restock', () => {
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
});

describe('reactivate ingredient', () => {
  withAStockedUnit();

  const { change, deactivate, leaveMl, reactivate, read } = stock;
  const refusal = (message: string) => ({ status: 409, body: { error: { message } } });
  const onMenu = async (): Promise<string[]> =>
    (
      await app.send('GET', `/api/units/${unit.unitNumber}/menu`, { token: unit.key })
    ).body.drinks.map(({ name }: { name: string }) => name);

  test('a deactivated ingredient comes back in its positions, with the levels it had', async () => {
    await change(unit.rum, { positionInUnit: ['1', '7'] });
    await leaveMl(1, 0);
    await leaveMl(7, 412.5);
    const before = await read(unit.rum);
    await deactivate(unit.rum);
    await deactivate(unit.rum);
    expect(await onMenu()).toEqual([]);
    const { status, body } = await reactivate(unit.rum);
    expect(status).toBe(200);
    expect(body).toEqual(before);
    expect(await read(unit.rum)).toEqual(before);
    expect(await onMenu()).toEqual(['Cuba Libre']);
  });

  test('changes made since stay', async () => {
    await deactivate(unit.rum);
    await change(unit.rum, { price: 12, name: 'Dark Rum' });
    expect((await reactivate(unit.rum)).body).toMatchObject({ price: 12, name: 'Dark Rum' });
  });

  test('it is refused while another ingredient is in one of its positions', async () => {
    const [place] = (await read(unit.rum)).positionInUnit;
    await deactivate(unit.rum);
    const gin = (await stock.add({ positionInUnit: [place] })).body.id;
    const message = ingredientMessages.nowHolds(Number(place), 'Gin');
    expect(await reactivate(unit.rum)).toMatchObject(refusal(message));
    expect(await read(gin)).toMatchObject({ activeInUnit: true, positionInUnit: [place] });
    expect(await read(unit.rum)).toMatchObject({ activeInUnit: false, positionInUnit: [] });
    await deactivate(gin);
    expect((await reactivate(unit.rum)).status).toBe(200);
  });

  test('it is refused when the ingredient was placed again, and when it was not deactivated', async () => {
    const isPlaced = refusal(ingredientMessages.isPlaced('Rum'));
    expect(await reactivate(unit.rum)).toMatchObject(isPlaced);
    await deactivate(unit.rum);
    await change(unit.rum, { positionInUnit: ['9'] });
    expect(await reactivate(unit.rum)).toMatchObject(isPlaced);
    // Gin takes over the position: that is no deactivation, and the former positions are of no use any more.
    await stock.add({ positionInUnit: ['9'] });
    const message = ingredientMessages.notDeactivated('Rum');
    expect(await reactivate(unit.rum)).toMatchObject(refusal(message));
  });

  test('it is refused when the ingredient belongs to another source by now', async () => {
    await deactivate(unit.rum);
    await change(unit.rum, { source: 'soda gun' });
    expect((await reactivate(unit.rum)).status).toBe(409);
  });

  test('ingredients of others and unknown ones are not found', async () => {
    const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
    await deactivate(unit.rum);
    expect((await reactivate(unit.rum, unit.id, stranger.token)).status).toBe(404);
    for (const id of [randomUUID(), 'nothing']) expect((await reactivate(id)).status).toBe(404);
  });

  test('both are in the audit log, with the positions', async () => {
    await change(unit.rum, { positionInUnit: ['1', '7'] });
    await deactivate(unit.rum);
    await deactivate(unit.rum);
    await reactivate(unit.rum);
    const rows = await app.db
      .selectFrom('audit')
      .select(['action', 'target', 'old_value', 'new_value', 'on_behalf_of'])
      .where('action', 'in', ['ingredient.deactivated', 'ingredient.reactivated'])
      .where('target', '=', `Rum on unit ${unit.unitNumber}`)
      .orderBy('id')
      .execute();
    const positions = { positions: '1, 7' };
    const common = { target: `Rum on unit ${unit.unitNumber}`, on_behalf_of: owner.userId };
    expect(rows).toEqual([
      { ...common, action: 'ingredient.deactivated', old_value: positions, new_value: null },
      { ...common, action: 'ingredient.reactivated', old_value: null, new_value: positions },
    ]);
  });
});
