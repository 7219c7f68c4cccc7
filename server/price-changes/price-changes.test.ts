import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import { app, owner, signInAgain, unit, withApp } from '../testing/with-app.ts';

const now = new Date('2026-06-12T20:00:00Z');
withApp({ owner: { each: 'Rooftop' }, unit: 'each', now });

let other: TestUnit;
beforeEach(async () => {
  other = await createUnit(app, owner);
});

const path = () => `/api/venues/${owner.venueId}/price-changes`;
const post = (body: object) => app.send('POST', path(), { token: owner.token, body });
const undo = (id: string) => app.send('POST', `${path()}/${id}/undo`, { token: owner.token });
const ids = () => [unit.cubaLibre, other.cubaLibre];
const both = (more: object = {}) => ids().map((id) => ({ id, ...more }));
const raise = { operation: 'percent', by: 10 };

async function prices(): Promise<Record<string, number>> {
  const { body } = await app.send('GET', `/api/drinks/${owner.venueId}`, { token: owner.token });
  return Object.fromEntries(
    body.map(({ id, price }: { id: string; price: number }) => [id, price]),
  );
}
const pricesOfBoth = async () => {
  const all = await prices();
  return ids().map((id) => all[id]);
};
const edit = (id: string, price: number) =>
  app.send('PUT', `/api/drinks/${id}`, { token: owner.token, body: { price } });

test('a preview shows each price before and after, and changes nothing', async () => {
  const { status, body } = await post({ drinks: both(), change: raise, preview: true });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: null,
    drinks: [unit, other].map(({ id, unitNumber, cubaLibre }) => ({
      id: cubaLibre,
      name: 'Cuba Libre',
      unitId: id,
      unitNumber,
      unitName: null,
      was: 9,
      is: 9.9,
    })),
  });
  expect(await pricesOfBoth()).toEqual([9, 9]);
});

test('prices are stored together, told to the units, audited and listed', async () => {
  const menuOf = ({ unitNumber, key }: TestUnit) =>
    app.send('GET', `/api/units/${unitNumber}/menu`, { token: key });
  const before = await menuOf(unit);
  const { body } = await post({ drinks: both({ expected: 9 }), change: raise });
  expect(await pricesOfBoth()).toEqual([9.9, 9.9]);
  const after = await menuOf(unit);
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
  expect(after.text).toContain('9.9');
  const listed = await app.send('GET', path(), { token: owner.token });
  const change = { id: body.id, at: now.toISOString(), change: '+10%', drinks: 2, name: null };
  expect(listed.body).toEqual([{ ...change, person: expect.any(String), undoneAt: null }]);
  const { body: log } = await app.send('GET', '/api/audit', { token: owner.token });
  expect(log.entries).toContainEqual(
    expect.objectContaining({
      action: 'prices.changed',
      target: expect.stringMatching(/^2 drinks of venue Rooftop/),
      newValue: { change: '+10%' },
    }),
  );
});

test('each drink may have a price of its own', async () => {
  const [first, second] = ids();
  const drinks = [
    { id: first, price: 7.5 },
    { id: second, price: 9 },
  ];
  const { body } = await post({ drinks });
  expect(body.drinks).toMatchObject([{ id: first, was: 9, is: 7.5 }]);
  expect(await pricesOfBoth()).toEqual([7.5, 9]);
});

test('doubles change by the same rule where the venue sells them', async () => {
  await app.db
    .insertInto('flag_switches')
    .values({
      venue_id: owner.venueId,
      target_id: owner.venueId,
      flag: flagNamed.doubleOrder,
      enabled: true,
    })
    .execute();
  await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, {
    token: owner.token,
    body: { doublePrice: 15 },
  });
  const drinks = [{ id: unit.cubaLibre }];
  const { body } = await post({ drinks, change: raise });
  expect(body.drinks).toMatchObject([{ was: 9, is: 9.9, doubleWas: 15, doubleIs: 16.5 }]);
  await undo(body.id);
  const again = await post({ drinks, change: raise, preview: true });
  expect(again.body.drinks).toMatchObject([{ was: 9, is: 9.9, doubleWas: 15, doubleIs: 16.5 }]);
});

test('nothing is stored where no price changes', async () => {
  const { body } = await post({ drinks: both(), change: { operation: 'set', by: 9 } });
  expect(body).toEqual({ id: null, drinks: [] });
  expect((await app.send('GET', path(), { token: owner.token })).body).toEqual([]);
});

test('a price that somebody else changed refuses all of them, by name', async () => {
  await edit(other.cubaLibre, 8);
  const refused = await post({ drinks: both({ expected: 9 }), change: raise });
  expect(refused.status).toBe(409);
  expect(refused.body).toEqual({
    [other.cubaLibre]: `Cuba Libre on unit ${other.unitNumber} costs $8.00 by now`,
  });
  expect(await pricesOfBoth()).toEqual([9, 8]);
});

test('PRICE-09 of 40 at once one is stored, and the others are refused with the drinks', async () => {
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      post({
        drinks: both({ expected: 9 }),
        change: { operation: 'set', by: 10 + nth },
      }),
    ),
  );
  const stored = responses.filter(({ status }) => status === 200);
  expect(stored).toHaveLength(1);
  for (const { status, body } of responses.filter((one) => one !== stored[0])) {
    expect(status).toBe(409);
    expect(Object.keys(body).toSorted()).toEqual(ids().toSorted());
  }
  expect(await pricesOfBoth()).toEqual([
    stored[0]?.body.drinks[0].is,
    stored[0]?.body.drinks[0].is,
  ]);
});

test.each([
  [{ drinks: [] }, 'drinks'],
  [{ drinks: [{ id: 'x' }] }, 'change'],
  [{ drinks: [{ id: 'x' }], change: { operation: 'halve', by: 1 } }, 'change.operation'],
  [{ drinks: [{ id: 'x' }], change: { ...raise, rounding: '.42' } }, 'change.rounding'],
  [{ drinks: [{ id: 'x', price: -1 }] }, 'drinks.0.price'],
  [{ drinks: [{ id: 'x', price: 0.001 }] }, 'drinks.0.price'],
] as const)('refuses %j', async (body, field) => {
  const refused = await post(body);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body)).toEqual([field]);
});

test('refuses a drink named twice, one too expensive, and one of another venue', async () => {
  const twice = await post({ drinks: [...both(), { id: unit.cubaLibre }], change: raise });
  expect(twice.body).toEqual({ drinks: 'Name each drink once' });
  const high = await post({ drinks: both(), change: { operation: 'amount', by: 100_000 } });
  expect(high.body).toEqual({ change: 'Cuba Libre would cost more than $100000.00' });
  const missing = await post({ drinks: [...both(), { id: randomUUID() }], change: raise });
  expect(missing.status).toBe(404);
  expect(await pricesOfBoth()).toEqual([9, 9]);
});

describe('undo', () => {
  test('PRICE-07 sets back what still has the price of the change, and lists the rest', async () => {
    const { body } = await post({ drinks: both(), change: raise });
    await edit(other.cubaLibre, 8);
    const undone = await undo(body.id);
    expect(undone.body).toEqual({
      undone: 1,
      kept: [
        {
          id: other.cubaLibre,
          name: 'Cuba Libre',
          unitId: other.id,
          unitNumber: other.unitNumber,
          unitName: null,
          price: 8,
        },
      ],
    });
    expect(await pricesOfBoth()).toEqual([9, 8]);
    const again = await undo(body.id);
    expect(again.status).toBe(409);
    expect(again.body.error.message).toBe('This change has been undone already');
  });

  test('lists a deleted drink without a price', async () => {
    const { body } = await post({ drinks: both(), change: raise });
    const drinkPath = `/api/venues/${owner.venueId}/drinks/${other.cubaLibre}`;
    await app.send('DELETE', drinkPath, { token: owner.token });
    const undone = await undo(body.id);
    expect(undone.body).toMatchObject({ undone: 1, kept: [{ id: other.cubaLibre, price: null }] });
  });

  test('works for 30 days', async () => {
    const { body } = await post({ drinks: both(), change: raise });
    app.setNow(new Date(now.getTime() + 30 * 24 * 3_600_000 + 1));
    await signInAgain();
    const late = await undo(body.id);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toBe('A change can be undone for 30 days');
  });

  test('two at once set prices back once', async () => {
    const { body } = await post({ drinks: both(), change: raise });
    const replies = await Promise.all([undo(body.id), undo(body.id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test('PRICE-08 the report of the past is unchanged by a change and its undoing', async () => {
  const sell = (date: Date) =>
    app.send('POST', '/api/orders', {
      token: unit.key,
      body: { date: date.toISOString(), drinks: [{ drinkId: unit.cubaLibre }] },
    });
  const before = new Date(now.getTime() - 3_600_000);
  await sell(before);
  const range = `startDate=${before.getTime() - 1}&endDate=${before.getTime() + 1}`;
  const report = async () =>
    (
      await app.send('GET', `/api/orders/sales/report?venueId=${owner.venueId}&${range}`, {
        token: owner.token,
      })
    ).text;
  const first = await report();
  const { body } = await post({ drinks: both(), change: { operation: 'percent', by: 50 } });
  expect(await report()).toBe(first);
  await undo(body.id);
  expect(await report()).toBe(first);
  // A sale of an hour ago that arrives now has the price of then.
  const late = await sell(new Date(before.getTime() + 1000));
  expect(late.body.drinks[0].price).toBe(9);
});
