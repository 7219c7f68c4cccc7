import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addSuperAdmin } from '../testing/app.ts';
import { collide, countLockWaits } from '../testing/services/load.ts';
import { countOrders, sell, withASellingUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

describe('equal sales', () => {
  withASellingUnit();

  const list = async (state: string) => {
    const path = `/api/venues/${owner.venueId}/refused-sales?state=${state}&unitId=${unit.id}`;
    return (await app.send('GET', path, { token: owner.token })).body;
  };
  const settle = async (id: string, action: string) => {
    const request = { token: owner.token, body: { action } };
    const settled = await app.send('POST', `/api/refused-sales/${id}`, request);
    expect(settled.status).toBe(200);
  };
  const refuse = async (key?: string, facts = {}) => {
    const body = { drinks: [{ drinkId: unit.cubaLibre, price: 12.5 }], ...facts };
    const response = await sell(body, key === undefined ? {} : { 'idempotency-key': key });
    expect(response.status).toBe(400);
  };
  /** Reported to the live night and to the alerts. */
  const countReports = async () => {
    const changes = app.db.selectFrom('changes').selectAll().where('unit_id', '=', unit.id);
    return (await changes.where('kind', '=', 'refused').execute()).length;
  };
  beforeEach(() => app.setNow(new Date('2026-07-01T12:00:00Z')));

  test('equal refused orders with different idempotency keys are different sales', async () => {
    for (const key of ['one', 'two', 'two']) await refuse(key);
    await refuse();
    const counts = (await list('open')).map(({ times }: { times: number }) => times);
    expect(counts.sort()).toEqual([1, 1, 2]);
    expect(await countReports()).toBe(3);
    for (const { id } of await list('open')) await settle(id, 'take');
    expect(await countOrders()).toBe(3);
  });

  test('a settled sale that is sent again with its key stays settled', async () => {
    const named = { id: 'named in the body' };
    await refuse('one');
    await refuse(undefined, named);
    for (const { id } of await list('open')) await settle(id, 'dismiss');
    await refuse('one');
    await refuse(undefined, named);
    expect(await list('open')).toEqual([]);
    expect(await list('dismissed')).toMatchObject([{ times: 2 }, { times: 2 }]);
    expect(await countReports()).toBe(2);
  });

  test('a refused body without a key that equals that of a settled sale is a sale of its own, which is reported', async () => {
    await refuse();
    for (const action of ['take', 'dismiss', 'take']) {
      const [open] = await list('open');
      await settle(open.id, action);
      const reports = await countReports();
      app.setNow(new Date('2026-07-01T13:00:00Z'));
      await refuse();
      await refuse();
      expect(await list('open')).toMatchObject([{ times: 2, firstAt: '2026-07-01T13:00:00.000Z' }]);
      expect(await countReports()).toBe(reports + 1);
    }
    expect(await list('taken')).toHaveLength(2);
    expect(await list('dismissed')).toHaveLength(1);
    expect(await countOrders()).toBe(2);
  });

  test('equal refused bodies without a key that arrive at once after a settlement are one sale', async () => {
    await refuse();
    const [open] = await list('open');
    await settle(open.id, 'dismiss');
    await Promise.all([refuse(), refuse(), refuse()]);
    expect(await list('open')).toMatchObject([{ times: 3 }]);
    expect(await countReports()).toBe(2);
  });
});

describe('settle at once', () => {
  withASellingUnit();

  const settle = (id: string, action: string) =>
    app.send('POST', `/api/refused-sales/${id}`, { token: owner.token, body: { action } });
  const refuse = async (key: string): Promise<string> => {
    const body = { drinks: [{ drinkId: unit.cubaLibre, price: 12.5 }] };
    expect((await sell(body, { 'idempotency-key': key })).status).toBe(400);
    const path = `/api/venues/${owner.venueId}/refused-sales?unitId=${unit.id}`;
    return (await app.send('GET', path, { token: owner.token })).body[0].id;
  };
  const settledRow = (id: string) =>
    app.db
      .selectFrom('refused_sales')
      .select(['state', 'order_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const audited = async () => {
    const rows = await app.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'refused_sale.%')
      .where('target', 'like', `%${unit.unitNumber}%`)
      .execute();
    return rows.map(({ action }) => action);
  };
  const refusal = (message: string) => ({ status: 409, body: { error: { message } } });

  test('a refused sale that is dismissed while it is being taken is not stored', async () => {
    const id = await refuse('one');
    const lockUnit = sql`
    select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update`;
    const sent = await app.db.transaction().execute(async (transaction) => {
      await lockUnit.execute(transaction);
      const taken = settle(id, 'take');
      await expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(1);
      expect((await settle(id, 'dismiss')).status).toBe(200);
      // In an object, because a promise would be awaited before the commit.
      return { taken };
    });
    expect(await sent.taken).toMatchObject(refusal('This sale was dismissed already'));
    expect(await countOrders()).toBe(0);
    expect(await settledRow(id)).toEqual({ state: 'dismissed', order_id: null });
    expect(await audited()).toEqual(['refused_sale.dismissed']);
  });

  test('of a take and a dismissal of a refused sale at once, one succeeds and is recorded', async () => {
    for (const key of ['one', 'two', 'three']) {
      const [id, orders, entries] = [await refuse(key), await countOrders(), await audited()];
      const lockRow = sql`
      select 1 from refused_sales where venue_id = ${owner.venueId} and id = ${id} for update`;
      const requests = [() => settle(id, 'take'), () => settle(id, 'dismiss')];
      const [take, dismiss] = await collide(app, lockRow, requests);
      const isTaken = take?.status === 200;
      const second = isTaken ? dismiss : take;
      const message = isTaken ? 'was booked already' : 'was dismissed already';
      expect(second).toMatchObject(refusal(`This sale ${message}`));
      const { state, order_id } = await settledRow(id);
      expect([state, order_id !== null]).toEqual([isTaken ? 'taken' : 'dismissed', isTaken]);
      expect((await countOrders()) - orders).toBe(isTaken ? 1 : 0);
      expect((await audited()).slice(entries.length)).toEqual([`refused_sale.${state}`]);
    }
  });

  test('a refused sale whose order the unit has stored since is taken as that order', async () => {
    const id = await refuse('one');
    const price = { token: owner.token, body: { price: 12.5 } };
    expect((await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, price)).status).toBe(200);
    const body = { drinks: [{ drinkId: unit.cubaLibre, price: 12.5 }] };
    const sold = await sell(body, { 'idempotency-key': 'one' });
    expect(sold.status).toBe(201);
    expect((await settle(id, 'take')).status).toBe(200);
    expect(await settledRow(id)).toEqual({ state: 'taken', order_id: sold.body.id });
    expect(await countOrders()).toBe(1);
    expect(await audited()).toEqual(['refused_sale.taken']);
  });
});

describe('undated sales', () => {
  withASellingUnit();

  const at = (time: string) => new Date(`2026-07-01T${time}:00Z`);
  const send = async (method: string, url: string, body?: object, token = owner.token) => {
    const response = await app.send(method, url, { token, body });
    expect(response.status, response.text).toBe(200);
    return response.body;
  };

  test('a refused sale without a possible date is taken with the date, prices and tax of its first receipt', async () => {
    app.setNow(at('08:00'));
    const superAdmin = await addSuperAdmin(app);
    const setTax = (taxPercentage: number) =>
      send('PUT', `/api/users/venues/${owner.venueId}`, { taxPercentage }, superAdmin);
    await setTax(8);
    app.setNow(at('12:00'));
    const drinks = [{ drinkId: unit.cubaLibre, price: 12.5 }, { drinkId: unit.cubaLibre }];
    const orders = [{ drinks }, { date: '1970-01-01T00:03:00.000Z', drinks }];
    const sellAll = () =>
      Promise.all(orders.map((order, index) => sell(order, { 'idempotency-key': `no. ${index}` })));
    expect((await sellAll()).map(({ status }) => status)).toEqual([400, 400]);
    app.setNow(at('12:30'));
    await sellAll();

    app.setNow(at('14:00'));
    await setTax(10);
    await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 11 });
    app.setNow(at('15:00'));
    const refused = await send('GET', `/api/venues/${owner.venueId}/refused-sales`);
    expect(refused).toMatchObject([{ times: 2 }, { times: 2 }]);
    for (const { id } of refused)
      await send('POST', `/api/refused-sales/${id}`, { action: 'take' });

    const ofNoon = {
      status: 200,
      body: { date: at('12:00').toISOString(), drinks: [{ price: 12.5 }, { price: 9 }], tax: 1.72 },
    };
    expect(await sellAll()).toMatchObject([ofNoon, ofNoon]);
    const rows = await app.db
      .selectFrom('orders')
      .select(['received_at', 'impossible_date'])
      .where('unit_id', '=', unit.id)
      .orderBy('idempotency_key')
      .execute();
    expect(rows).toEqual([
      { received_at: at('15:00'), impossible_date: null },
      { received_at: at('15:00'), impossible_date: new Date('1970-01-01T00:03:00.000Z') },
    ]);
  });
});
