import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { declinedBecause, provider, refund, sell, withRefunds } from '../testing/refunds.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('list orders', () => {
  let admin: string;
  let owner: TestOwner;
  let unit: TestUnit;

  withApp();
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });
  beforeEach(async () => {
    owner = await addOwner(app, `Owner ${randomUUID()}`);
    unit = await createUnit(app, owner);
  });

  const minute = 60_000;

  const sellAt = async (ms: number, { key, rum } = unit): Promise<string> => {
    const { body, status } = await app.send('POST', '/api/orders', {
      token: key,
      body: { date: ms, ingredients: [rum] },
    });
    expect(status).toBe(201);
    return body.id;
  };

  const list = (token: string | undefined, query = '') =>
    app.send('GET', `/api/orders${query}`, token === undefined ? {} : { token });

  const ids = async (token: string | undefined, query = ''): Promise<string[]> =>
    (await list(token, query)).body.map((order: { id: string }) => order.id);

  /** Sells three minutes apart, at unordered times; returns the ids newest first. */
  async function fiveSales(): Promise<string[]> {
    const now = Date.now();
    const sold: [number, string][] = [];
    for (const ago of [9, 3, 15, 6, 12]) sold.push([ago, await sellAt(now - ago * minute)]);
    return sold.sort(([a], [b]) => a - b).map(([, id]) => id);
  }

  test('pages of orders follow each other by the last order of the page before', async () => {
    const expected = await fiveSales();
    const first = await ids(owner.token, '?pagination[size]=2');
    expect(first).toEqual(expected.slice(0, 2));
    const second = await ids(owner.token, `?pagination[size]=2&before=${first[1]}`);
    expect(second).toEqual(expected.slice(2, 4));
  });

  test('a super admin lists the orders of all owners by receipt, newest first', async () => {
    const theirs = await sellAt(Date.now() - minute);
    owner = await addOwner(app, `Owner ${randomUUID()}`);
    unit = await createUnit(app, owner);
    const ours = await sellAt(Date.now());
    expect(await ids(admin, '?pagination[size]=1')).toEqual([ours]);
    expect(await ids(admin, `?pagination[size]=1&before=${ours}`)).toEqual([theirs]);
  });

  test('orders of several venues are merged, newest first', async () => {
    const { body: venue } = await app.send('POST', '/api/users/venues', {
      token: owner.token,
      body: { name: 'Second Bar' },
    });
    const first = await fiveSales();
    const other = await createUnit(app, { ...owner, venueId: venue._id });
    const between = await sellAt(Date.now() - 4 * minute, other);
    expect(await ids(owner.token, '?pagination[size]=3')).toEqual([first[0], between, first[1]]);
  });

  test('an order whose date was corrected moves to its new place', async () => {
    const [newest, second] = await fiveSales();
    await app.send('PUT', `/api/orders/${second}`, {
      token: owner.token,
      body: { date: Date.now() - minute },
    });
    expect(await ids(owner.token, '?pagination[size]=2')).toEqual([second, newest]);
  });

  test('a unit lists its own orders only', async () => {
    const sold = await fiveSales();
    const other = await createUnit(app, owner);
    expect(await ids(unit.key, '?pagination[size]=500')).toEqual(sold);
    expect(await ids(other.key)).toEqual([]);
  });

  test('an order dated ahead of its receipt is stored, and in no list of newest orders', async () => {
    const [newest] = await fiveSales();
    const ahead = await sellAt(Date.UTC(2099, 0, 1));
    for (const token of [owner.token, unit.key, admin, undefined]) {
      const listed = await ids(token);
      expect(listed).not.toContain(ahead);
      expect(listed).toContain(newest);
    }
    const stored = await app.send('PUT', `/api/orders/${ahead}`, { token: owner.token, body: {} });
    expect(stored.body.date).toBe('2099-01-01T00:00:00.000Z');
  });

  test('an order of a unit whose clock is in 1970 or after 2100 has the date of its receipt', async () => {
    const sent = { drinks: [{ drinkId: unit.cubaLibre }] };
    for (const date of [0, -28_800_000, '1970-01-01T00:00:07Z', '2155-12-31T00:00:00+02:00']) {
      const sold = await app.send('POST', '/api/orders', {
        token: unit.key,
        body: { ...sent, date },
      });
      expect(sold.status).toBe(201);
      const { sold_at, received_at, impossible_date } = await app.db
        .selectFrom('orders')
        .select(['sold_at', 'received_at', 'impossible_date'])
        .where('id', '=', sold.body.id)
        .executeTakeFirstOrThrow();
      expect(sold_at).toEqual(received_at);
      expect(impossible_date).toEqual(new Date(date));
      expect(await ids(unit.key)).toContain(sold.body.id);
    }
    const byHand = { ...sent, unitNumber: unit.unitNumber, date: 0 };
    const entered = await app.send('POST', '/api/orders', { token: owner.token, body: byHand });
    expect(entered).toMatchObject({ status: 400, body: { date: expect.stringContaining('2000') } });
  });

  test('the public list goes by receipt, not by the date that was sent', async () => {
    const older = await sellAt(Date.now() + 5 * minute);
    const newer = await sellAt(Date.now() - 60 * minute);
    expect((await ids(undefined)).slice(0, 2)).toEqual([newer, older]);
  });

  test.each([
    ['?before=x', 'before'],
    ['?before=00000000-0000-7000-8000-000000000000', 'before'],
    ['?pagination[current]=2', 'pagination.current'],
    ['?pagination[size]=501', 'pagination.size'],
  ])('%s is refused with a message for %s', async (query, field) => {
    const { status, body } = await list(owner.token, query);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  test('a page cannot start at an order of another owner', async () => {
    const [newest] = await fiveSales();
    const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
    expect((await list(stranger.token, `?before=${newest}`)).status).toBe(400);
  });
});

describe('order detail', () => {
  withRefunds();

  const detail = (id: string, token = owner.token) =>
    app.send('GET', `/api/orders/${id}`, { token });

  test('an order has its drinks with pours, its payment and its refunds', async () => {
    const pours = [
      { ingredientId: unit.rum, position: '1', ml: 44.5, ms: 5000, outcome: 'partial' },
    ];
    const drinks = [
      { drinkId: unit.cubaLibre, quantity: 2, successQuantity: 1, pours },
      { ingredients: [unit.rum] },
    ];
    const paymentId = 'pi_3OrderAsAWhole1234';
    const { id } = await sell({
      drinks,
      paymentId,
      cardLast4: '0042',
      paymentReaderDeviceName: 'Bar left',
    });
    await refund(id, '1');
    const { status, body, text } = await detail(id);
    expect(status).toBe(200);
    expect(body.sale).toMatchObject({
      id,
      refundTo: 'card',
      paymentReaderDeviceName: 'Bar left',
      drinks: [{ status: 'paid', quantity: 2, successQuantity: 1 }, { status: 'refunded' }],
    });
    expect(body).toMatchObject({ venueId: owner.venueId, enteredBy: 'unit' });
    expect(body.payment).toEqual({ provider: 'stripe', reference: '1234', cardLast4: '0042' });
    expect(body.drinks).toMatchObject([
      { pours: [{ ingredient: 'Rum', position: 1, ml: 44.5, ms: 5000, outcome: 'partial' }] },
      { ingredients: ['Rum'], pours: [] },
    ]);
    expect(body.refunds).toMatchObject([
      { drinkIndex: 1, state: 'refunded', error: null, requestedBy: 'Rooftop' },
    ]);
    expect(text).not.toContain(paymentId);
    expect(body.sale).not.toHaveProperty('duration');
  });

  test.each(['42', '12345', '4 42', '４２４２', 4242])(
    'digits of a card that are not its last four, such as %j, are refused',
    async (cardLast4) => {
      const drinks = [{ drinkId: unit.cubaLibre }];
      const body = { drinks, date: Date.now(), paymentId: 'pi_digits', cardLast4 };
      const refused = await app.send('POST', '/api/orders', { token: unit.key, body });
      expect(refused).toMatchObject({ status: 400, body: { cardLast4: expect.any(String) } });
    },
  );

  test('a declined refund of an order has its reason, and the drink its note', async () => {
    const { id } = await sell();
    provider.behaviour = 'declines';
    await refund(id, '0');
    const { body } = await detail(id);
    expect(body.sale.drinks[0]).toMatchObject({ status: 'paid', refund: 'failed' });
    expect(body.refunds).toMatchObject([{ state: 'failed', error: declinedBecause }]);
  });

  test('an order of another owner is like one that does not exist', async () => {
    const { id } = await sell();
    const stranger = await addOwner(app, 'Stranger');
    const foreign = await detail(id, stranger.token);
    const missing = await detail('018dffff-0000-7000-8000-000000000000', stranger.token);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect((await detail('all')).status).toBe(404);
  });
});
