import { beforeEach, describe, expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import {
  auditRows,
  caseOf,
  declinedBecause,
  drinksOf,
  fail,
  list,
  noon,
  provider,
  refund,
  refundRows,
  resolve,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

describe('settled cases', () => {
  withRefunds();

  test('FAIL-03 a refund from the inbox is that of the report: one refund, one audit entry, one case settled', async () => {
    const [inInbox, inReport] = [await fail(), await fail()];
    const before = await auditRows();
    const { id } = await caseOf(inInbox);
    expect(await resolve(id, { resolution: 'refunded' })).toMatchObject({
      status: 200,
      body: {
        state: 'resolved',
        resolution: 'refunded',
        settledBy: 'Rooftop',
        refund: { amount: 9, state: 'refunded' },
      },
    });
    expect((await refund(inReport.id, '0')).status).toBe(200);
    for (const order of [inInbox, inReport]) {
      expect(await refundRows(order)).toEqual([{ state: 'refunded' }]);
      expect(await caseOf(order)).toBeUndefined();
      expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: 'refunded', owed: 9 });
    }
    expect(await auditRows()).toBe(before + 2);
    expect(provider.paid.size).toBe(2);
  });

  test('FAIL-04 of twenty people who refund a drink at once, one does, and the others see who', async () => {
    const order = await fail();
    const { id } = await caseOf(order);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => resolve(id, { resolution: 'refunded' })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    for (const { body } of refused)
      expect(body.error.message).toMatch(
        /^Rooftop (is refunding this drink|resolved this already: refunded)$/,
      );
    expect(await refundRows(order)).toHaveLength(1);
  });

  test('of people who settle a case in different ways at once, one does, and the others see how', async () => {
    const order = await fail();
    const { id } = await caseOf(order);
    const before = await auditRows();
    const ways = ['remade', 'meter', 'kept', 'declined', 'refunded'];
    const responses = await Promise.all(ways.map((resolution) => resolve(id, { resolution })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const done = responses.find(({ status }) => status === 200);
    expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: done?.body.resolution });
    expect(await auditRows()).toBe(before + 1);
  });

  test('FAIL-05 a refund that the provider declines opens the case again, with the words of the provider', async () => {
    provider.behaviour = 'declines';
    const order = await fail();
    const { id } = await caseOf(order);
    expect(await resolve(id, { resolution: 'refunded' })).toMatchObject({
      status: 402,
      body: { error: { message: declinedBecause } },
    });
    expect(await caseOf(order)).toMatchObject({
      state: 'open',
      settledBy: null,
      refund: { amount: 9, state: 'failed', error: declinedBecause },
    });
  });

  test('a refund without an outcome keeps the case in progress until a job knows more', async () => {
    provider.behaviour = 'dies';
    const order = await fail();
    const { id } = await caseOf(order);
    const response = await resolve(id, { resolution: 'refunded' });
    expect(response).toMatchObject({
      status: 202,
      body: { state: 'refunding', settledBy: 'Rooftop', refund: { state: 'requested' } },
    });
    expect(await resolve(id, { resolution: 'remade' })).toMatchObject({
      status: 409,
      body: { error: { message: 'Rooftop is refunding this drink' } },
    });
    provider.behaviour = 'pays';
    await workAt(3_600_000);
    expect(await caseOf(order, 'resolved')).toMatchObject({ resolution: 'refunded' });
  });

  test('a case that was made again becomes a refunded one when the drink is refunded later', async () => {
    const order = await fail();
    const { id } = await caseOf(order);
    const made = await resolve(id, { resolution: 'remade', note: 'At the other unit' });
    expect(made).toMatchObject({
      status: 200,
      body: { state: 'resolved', resolution: 'remade', note: 'At the other unit' },
    });
    expect((await refund(order.id, '0')).status).toBe(200);
    expect(await caseOf(order, 'resolved')).toMatchObject({
      resolution: 'refunded',
      note: 'At the other unit',
    });
  });

  test('a sale without a payment is given back in cash', async () => {
    const order = await fail({}, { paymentId: undefined });
    const { id, refundTo } = await caseOf(order);
    expect(refundTo).toBe('cash');
    expect((await resolve(id, { resolution: 'refunded' })).status).toBe(200);
    expect(provider.paid.size).toBe(0);
  });

  test('FAIL-09 a bartender records that a drink was made again, and may not refund; an accountant only reads', async () => {
    const bartender = await addPerson(app, owner, 'bartender');
    const accountant = await addPerson(app, owner, 'accountant');
    const [first, second] = [await caseOf(await fail()), await caseOf(await fail())];
    for (const resolution of ['refunded', 'kept', 'declined'])
      expect((await resolve(first.id, { resolution }, bartender.token)).status).toBe(403);
    expect((await resolve(first.id, { resolution: 'remade' }, bartender.token)).status).toBe(200);
    expect((await resolve(second.id, { resolution: 'remade' }, accountant.token)).status).toBe(403);
    const ledger = (token: string) =>
      app.send(
        'GET',
        `/api/venues/${owner.venueId}/ledger?from=2024-07-01&to=2024-07-01&timezone=UTC`,
        {
          token,
        },
      );
    expect((await ledger(accountant.token)).status).toBe(200);
    expect((await ledger(bartender.token)).status).toBe(403);
    const shown = (await list('', bartender.token)).cases[0];
    expect(shown).not.toHaveProperty('owed');
    expect(shown.wholeLine).toEqual({});
  });

  test('several cases are settled in one request, each with its own outcome', async () => {
    const cases = [await caseOf(await fail()), await caseOf(await fail())];
    await resolve(cases[0].id, { resolution: 'meter' });
    const stranger = await addOwner(app, 'Stranger');
    const ids = [...cases.map(({ id }) => id), stranger.venueId, 'no id'];
    const send = (body: object, token = owner.token, venueId = owner.venueId) =>
      app.send('POST', `/api/venues/${venueId}/cases/resolve`, { token, body });
    expect((await send({ ids, resolution: 'refunded' })).body).toEqual({
      results: [
        { id: ids[0], status: 409, message: 'Rooftop resolved this already: was served' },
        { id: ids[1], status: 200, message: null },
        { id: ids[2], status: 404, message: 'There is no such case' },
        { id: ids[3], status: 404, message: 'There is no such case' },
      ],
    });
    const foreign = await send({ ids, resolution: 'kept' }, stranger.token, stranger.venueId);
    expect(foreign.body.results.map(({ status }: { status: number }) => status)).toEqual([
      404, 404, 404, 404,
    ]);
    expect((await send({ ids: [], resolution: 'kept' })).status).toBe(400);
    expect((await send({ ids: Array(101).fill(ids[0]), resolution: 'kept' })).status).toBe(400);
    expect(await send({ ids: [ids[0], ids[0]?.toUpperCase()], resolution: 'kept' })).toMatchObject({
      status: 400,
      body: { ids: 'Name each case once' },
    });
  });
});

/** FAIL-06: a case refunds what is owed for it, exactly. */
describe('refunds of glasses', () => {
  withRefunds();

  beforeEach(async () => {
    await app.db.deleteFrom('pour_cases').execute();
    await app.db.updateTable('venues').set({ tax_percentage: 8.875 }).execute();
  });

  const token = () => ({ token: owner.token });

  /** Sells three Cuba Libres ($9, with $0.80 of tax each) of which one is poured, by default. */
  const fail = (drink: object = {}, sale: object = {}) =>
    sell({
      drinks: [{ drinkId: unit.cubaLibre, quantity: 3, successQuantity: 1, ...drink }],
      tips: 4,
      ...sale,
    });

  const caseOf = async (order: { id: string }) => {
    for (const state of ['open', 'resolved']) {
      const path = `/api/venues/${owner.venueId}/cases?state=${state}`;
      const { body } = await app.send('GET', path, token());
      const found = body.cases.find(({ orderId }: { orderId: string }) => orderId === order.id);
      if (found) return found;
    }
    throw new Error('The order has no case');
  };

  const resolve = async (order: { id: string }, body: object) =>
    app.send('POST', `/api/cases/${(await caseOf(order)).id}/resolve`, { ...token(), body });

  const summary = async () =>
    (await app.send('GET', `/api/venues/${owner.venueId}/cases/summary`, token())).body;

  async function ledger(): Promise<Record<string, number>> {
    const query = `from=2024-06-30&to=2024-07-01&timezone=UTC&unitId=${unit.unitNumber}`;
    const path = `/api/venues/${owner.venueId}/ledger?${query}`;
    const { charged, returned, remade, owed, kept, goodwill, otherRefunds, comps } = (
      await app.send('GET', path, token())
    ).body;
    expect(returned + remade + owed + kept).toBeCloseTo(charged, 6);
    return { charged, returned, remade, owed, goodwill, otherRefunds, comps };
  }

  test('the glasses that were not poured are refunded, with what is owed for them', async () => {
    const order = await fail();
    expect(await caseOf(order)).toMatchObject({
      owed: 19.6,
      refundAmount: 19.6,
      refundedGlasses: 0,
      wholeLine: { amount: 33.4, beyondOwed: 13.8 },
    });
    expect(await resolve(order, { resolution: 'refunded' })).toMatchObject({
      status: 200,
      body: {
        state: 'resolved',
        resolution: 'refunded',
        owed: 19.6,
        returned: 19.6,
        refundedGlasses: 2,
        refundAmount: 0,
      },
    });
    expect([...provider.paid.values()]).toEqual([1960]);
    expect(await drinksOf(order.id)).toMatchObject([
      { status: 'paid', refundedQuantity: 2, tips: 4 },
    ]);
    expect(await ledger()).toMatchObject({ charged: 19.6, returned: 19.6, goodwill: 0 });

    // What was poured can be refunded from the report later.
    expect((await refund(order.id, '0')).body).toMatchObject({ amount: 13.8 });
    expect(await caseOf(order)).toMatchObject({
      resolution: 'refunded',
      owed: 19.6,
      returned: 33.4,
    });
    expect(await ledger()).toMatchObject({ returned: 19.6, goodwill: 13.8, otherRefunds: 0 });
  });

  test('the whole line is refunded where that is said, and by no number of glasses', async () => {
    const order = await fail();
    const tooMany = await resolve(order, { resolution: 'refunded', glasses: 3 });
    expect(tooMany.status).toBe(409);
    expect(tooMany.text).toContain('at most 2, the glasses that were not poured');
    expect(provider.received).toHaveLength(0);
    expect(await resolve(order, { resolution: 'refunded', wholeLine: true })).toMatchObject({
      status: 200,
      body: { resolution: 'refunded', returned: 33.4 },
    });
    expect(await drinksOf(order.id)).toMatchObject([{ status: 'refunded' }]);
    expect(await ledger()).toMatchObject({ returned: 19.6, goodwill: 13.8 });
  });

  test('a case of which one glass of two is refunded stays open with the other', async () => {
    const order = await fail();
    expect(await resolve(order, { resolution: 'refunded', glasses: 1 })).toMatchObject({
      status: 200,
      body: { state: 'open', resolution: null, owed: 9.8, returned: 9.8, refundAmount: 9.8 },
    });
    expect(await summary()).toMatchObject({ open: 1, owed: 9.8 });
    expect(await ledger()).toMatchObject({ charged: 19.6, returned: 9.8, owed: 9.8 });
    expect(await resolve(order, { resolution: 'remade' })).toMatchObject({
      status: 200,
      body: { resolution: 'remade', owed: 9.8, returned: 9.8 },
    });
    expect(await ledger()).toMatchObject({ charged: 19.6, returned: 9.8, remade: 9.8 });
    expect((await refund(order.id, '0&glasses=1')).status).toBe(200);
    expect(await caseOf(order)).toMatchObject({ resolution: 'refunded', returned: 19.6 });
    expect(await ledger()).toMatchObject({ returned: 19.6, remade: 0, goodwill: 0 });
  });

  test.each([
    [4, 409],
    [0, 400],
    [1.5, 400],
  ])('a refund of %s glasses of a case of three is refused with %s', async (glasses, status) => {
    const order = await fail();
    expect((await resolve(order, { resolution: 'refunded', glasses })).status).toBe(status);
    expect(await caseOf(order)).toMatchObject({ state: 'open', owed: 19.6 });
  });

  test('of parallel refunds of a glass of a case, no more than were not poured are paid', async () => {
    const order = await fail();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => resolve(order, { resolution: 'refunded' })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect([...provider.paid.values()]).toEqual([1960]);
  });

  test('the tip goes back with the last glass that is paid for, and the amount says so', async () => {
    const order = await sell({
      drinks: [
        { drinkId: unit.cubaLibre },
        { drinkId: unit.cubaLibre, quantity: 2, successQuantity: 1 },
      ],
      tips: 3,
    });
    expect(await caseOf(order)).toMatchObject({ owed: 9.8, refundAmount: 9.8 });
    await refund(order.id, '0');
    await refund(order.id, '1&glasses=1');
    expect(await caseOf(order)).toMatchObject({ resolution: 'refunded', owed: 9.8, returned: 9.8 });
    const other = await sell({
      drinks: [
        { drinkId: unit.cubaLibre },
        { drinkId: unit.cubaLibre, quantity: 1, successQuantity: 0 },
      ],
      tips: 3,
    });
    await refund(other.id, '0');
    expect(await caseOf(other)).toMatchObject({ owed: 9.8, refundAmount: 12.8 });
  });

  test('an automatic refund returns what is left of what is owed, within the cap', async () => {
    const set = (cap: number) =>
      app.send('PUT', `/api/venues/${owner.venueId}/refund-policy`, {
        ...token(),
        body: { policy: 'nothing_poured', delayMinutes: 10, cap },
      });
    // Of two glasses with the tip, $23.60 are owed; $13.80 of it are left.
    expect((await set(14)).status).toBe(200);
    const order = await fail({ quantity: 2, successQuantity: 0 });
    await refund(order.id, '0&glasses=1');
    await workAt(11 * 60_000);
    expect(await caseOf(order)).toMatchObject({
      resolution: 'refunded',
      returned: 23.6,
      automatic: true,
    });
    expect([...provider.paid.values()]).toEqual([980, 1380]);

    await set(10);
    const kept = await fail({ quantity: 2, successQuantity: 0 }, { date: noon.getTime() });
    await workAt(30 * 60_000);
    expect(await caseOf(kept)).toMatchObject({ state: 'open', owed: 23.6 });
    await app.db.deleteFrom('refund_policies').execute();
  });

  test('a free glass whose tip is refunded is not in the list price of free glasses', async () => {
    await switchFlag(
      app.db,
      { venueId: owner.venueId, unitId: unit.id },
      flagNamed.confirmationPage,
    );
    await app.db.updateTable('units').set({ discount_rate: 1 }).where('id', '=', unit.id).execute();
    const given = () =>
      sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 1, successQuantity: 0 }], tips: 1 });
    const order = await given();
    await refund(order.id, '0');
    expect(await ledger()).toMatchObject({ goodwill: 1, comps: 0 });
    await given();
    expect(await ledger()).toMatchObject({ goodwill: 1, comps: 9 });
  });
});
