import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { menuMessages } from '../../rules/drinks/menu-messages.ts';
import { addOwner, createUnit } from '../testing/app.ts';
import * as stock from '../testing/stock.ts';
import { withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('unit inventory', () => {
  withAStockedUnit();

  let ids: string[];
  beforeEach(async () => {
    for (const name of ['Gin', 'Vodka', 'Campari', 'Aperol']) await stock.add({ name });
    ids = (await stock.listUnit()).map(({ id }) => id);
  });

  const save = (updatedInventory: unknown, unitName: string | number = unit.unitNumber) =>
    app.send('PUT', `/api/units/${unitName}/inventory`, {
      token: owner.token,
      body: { updatedInventory },
    });
  const reorder = (order: readonly string[]) => save(order.map((id) => [id, { ingredientId: id }]));
  const order = async () => (await stock.listUnit()).map(({ id }) => id);
  const places = async () =>
    (
      await app.db
        .selectFrom('unit_inventory')
        .select('place_in_list')
        .where('unit_id', '=', unit.id)
        .orderBy('place_in_list')
        .execute()
    ).map((row) => row.place_in_list);

  describe('inventory order of a unit', () => {
    test('stores the order as sent', async () => {
      const before = await stock.listUnit();
      const requested = ids.toReversed();
      const { status, body } = await reorder(requested);
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id: unit.id, unitNumber: unit.unitNumber });
      expect(Object.keys(body.inventory)).toEqual(requested);
      expect(await stock.listUnit()).toEqual(before.toReversed());
      const [listed] = (
        await app.send('GET', `/api/venues/${owner.venueId}/units`, { token: owner.token })
      ).body.filter((row: any) => row._id === unit.id);
      expect(Object.keys(listed.inventory)).toEqual(requested);
    });

    test('takes the entries of the unit as it lists them', async () => {
      const listed = await stock.listUnit();
      const pairs = listed
        .toReversed()
        .map(({ id, price, doublePrice, positionInUnit }) => [
          id,
          { ingredientId: id, price, doublePrice, positionInUnit: positionInUnit.toReversed() },
        ]);
      expect((await save(pairs)).status).toBe(200);
      expect(await order()).toEqual(ids.toReversed());
    });

    test.each([
      ['price', { price: 99 }, 'has another price'],
      ['double price', { doublePrice: 99 }, 'has another price'],
      ['position', { positionInUnit: ['4', '16'] }, 'has other positions'],
      ['id', { ingredientId: 'rum' }, 'have to be the same'],
    ])('rejects an order whose entries have another %s', async (_, entry, message) => {
      const before = await stock.listUnit();
      const [first, ...others] = ids.toReversed();
      const response = await save([[first, entry], ...others.map((id) => [id, {}])]);
      expect(response).toMatchObject({
        status: 409,
        body: { updatedInventory: expect.stringContaining(message) },
      });
      expect(await stock.listUnit()).toEqual(before);
    });

    test('places unnamed ingredients after the named ones, in their previous order', async () => {
      const [a, b, c, d, e, f] = ids;
      await reorder([e ?? '', b ?? '']);
      expect(await order()).toEqual([e, b, a, c, d, f]);
      await reorder([]);
      expect(await order()).toEqual([e, b, a, c, d, f]);
    });

    test('takes an order back only while it is the one that the sender saw', async () => {
      const changed = ids.toReversed();
      await reorder(changed);
      await stock.add({ name: 'Late' });
      const back = () =>
        app.send('PUT', `/api/units/${unit.unitNumber}/inventory`, {
          token: owner.token,
          body: { updatedInventory: ids.map((id) => [id, {}]), expected: changed },
        });
      expect((await back()).status).toBe(200);
      const restored = await order();
      expect(restored.slice(0, ids.length)).toEqual(ids);
      const stale = { status: 409, body: { updatedInventory: menuMessages.orderChanged } };
      expect(await back()).toMatchObject(stale);
      expect(await order()).toEqual(restored);
    });

    test('rejects an ingredient of another unit and changes nothing', async () => {
      const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
      const theirs = await createUnit(app, stranger);
      const other = await createUnit(app, owner);
      for (const id of [theirs.rum, other.rum, randomUUID(), 'nothing', '__proto__']) {
        const response = await reorder([...ids.slice(1), id]);
        expect(response).toMatchObject({
          status: 404,
          body: { error: { message: expect.any(String) } },
        });
        expect(await order()).toEqual(ids);
      }
      expect((await save([], theirs.unitNumber)).status).toBe(404);
    });

    test('rejects an ingredient that is named twice', async () => {
      const response = await reorder([...ids, ids[0] ?? '']);
      expect(response).toMatchObject({
        status: 400,
        body: { updatedInventory: expect.any(String) },
      });
      expect(await order()).toEqual(ids);
    });

    test.each([
      ['no list', undefined],
      ['text', 'rum'],
      ['ids alone', ['rum']],
      ['a pair too long', [['rum', {}, {}]]],
      ['a thousand and one', Array.from({ length: 1001 }, () => [randomUUID(), {}])],
    ])('rejects as an inventory order: %s', async (_, updatedInventory) => {
      expect((await save(updatedInventory)).status).toBe(400);
      expect(await order()).toEqual(ids);
    });

    test('concurrent inventory orders end up as one of those sent, numbered from 0 without gaps', async () => {
      const params = Array.from({ length: 10 }, (_, turn) => [
        ...ids.slice(turn % ids.length),
        ...ids.slice(0, turn % ids.length),
      ]);
      const responses = await Promise.all(params.map(reorder));
      expect(responses.every(({ status }) => status === 200)).toBe(true);
      expect(params).toContainEqual(await order());
      expect(await places()).toEqual(ids.map((_, index) => index));
    });

    test('the inventory order stays a permutation under concurrent partial orders and additions', async () => {
      const params = fc.shuffledSubarray([0, 1, 2, 3, 4, 5]);
      await fc.assert(
        fc.asyncProperty(fc.array(params, { minLength: 1, maxLength: 6 }), async (params) => {
          const before = await order();
          const added = stock.add({ name: 'Late' });
          await Promise.all(params.map((part) => reorder(part.map((at) => ids[at] ?? ''))));
          const late = (await added).body.id;
          const after = await order();
          expect([...after].sort()).toEqual([...before, late].sort());
          const numbers = await places();
          expect(new Set(numbers).size).toBe(numbers.length);
        }),
        { numRuns: 6 },
      );
    });
  });
});

describe('unit fields', () => {
  const { expected: _, ...shape } = endpoints.updateUnitDetails.body.shape;
  const { shape: readerShape } = endpoints.updateUnit.body.shape.stripeReader.unwrap();

  const samples: Record<keyof typeof shape, unknown> = {
    name: 'Rooftop left',
    model: 'MENU',
    contacts: ['+14155552671'],
    discountRate: 0.25,
    idCheckingServiceHostName: 'ids.example.com',
    homeHelperText: 'Tap your card',
    homeButtonImage: 'button.png',
    stripeReaderId: 'tmr_sample',
    paxShift4ReaderId: 'pax-sample',
  };
  const readerSamples: Record<keyof typeof readerShape, string> = {
    serialNumber: 'SN-1',
    displayName: 'Bar left',
    addressLine1: '1 Main Street',
    city: 'Portland',
    state: 'OR',
    country: 'US',
    zipCode: '97201',
  };

  withApp({ owner: 'Rooftop', unit: 'each' });

  const see = async () => {
    const url = `/api/venues/${owner.venueId}/units`;
    const { body } = await app.send('GET', url, { token: owner.token });
    return body.find((each: { _id: string }) => each._id === unit.id);
  };
  const change = (url: string, body: object) => app.send('PUT', url, { token: owner.token, body });

  describe.each([
    ['/api/units/updateUnitDetails/', shape, (changes: object) => changes],
    [
      '/api/units/',
      endpoints.updateUnit.body.shape.unit.unwrap().omit({ expected: true }).shape,
      (changes: object) => ({ unit: changes }),
    ],
  ])('PUT %s{unitNumber}', (path, accepted, bodyOf) => {
    test.each(Object.keys(accepted))('stores %s of a unit', async (field) => {
      const sample = new Map(Object.entries(samples)).get(field);
      expect(sample, `no sample value for ${field}`).toBeDefined();
      const before = await see();
      expect(before[field]).not.toEqual(sample);
      const body = bodyOf({ [field]: sample, expected: { [field]: before[field] } });
      expect(await change(path + unit.unitNumber, body)).toMatchObject({ status: 200 });
      expect(await see()).toEqual({ ...before, [field]: sample });
    });
  });

  test.each(Object.keys(readerShape))('stores %s of a card reader', async (field) => {
    const sample = new Map(Object.entries(readerSamples)).get(field);
    expect(sample, `no sample value for ${field}`).toBeDefined();
    const body = { unit: { stripeReaderId: 'tmr_1' }, stripeReader: { [field]: sample } };
    expect(await change(`/api/units/${unit.unitNumber}`, body)).toMatchObject({ status: 200 });
    const url = `/api/stripe-readers/tmr_1?unitId=${unit.id}`;
    expect((await app.send('GET', url, { token: owner.token })).body[field]).toBe(sample);
  });

  test.each([
    ['NUL', 'Front\u0000bar'],
    ['a direction override', 'Front\u202ebar'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('the record of a card reader takes no %s', async (_, displayName) => {
    const response = await app.send('PUT', `/api/units/${unit.unitNumber}`, {
      token: owner.token,
      body: { stripeReader: { displayName } },
    });
    expect(response.status).toBe(400);
  });
});
