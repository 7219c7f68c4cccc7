import { expect, test } from 'vitest';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { caseOf, fail, refund, resolve, sell, withRefunds } from '../testing/refunds.ts';

withRefunds();

test('the ledger of a period is charged = returned + made again + owed + kept, with what else was refunded', async () => {
  const ways = ['refunded', 'remade', 'kept', 'meter', 'declined'];
  for (const resolution of ways) {
    const one = await caseOf(
      await fail({ quantity: 2, successQuantity: 1 }, { processingFee: 0.6 }),
    );
    const glasses = resolution === 'refunded' ? { glasses: 2 } : {};
    expect((await resolve(one.id, { resolution, ...glasses })).status).toBe(200);
  }
  await fail();
  const poured = await sell();
  await refund(poured.id, '1');
  await switchFlag(app.db, { venueId: owner.venueId, unitId: unit.id }, flagNamed.confirmationPage);
  await app.db.updateTable('units').set({ discount_rate: 1 }).where('id', '=', unit.id).execute();
  await sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 2 }], tips: 0 });
  const query = `from=2024-06-30&to=2024-07-01&timezone=UTC&unitId=${unit.unitNumber}`;
  const { body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
    token: owner.token,
  });
  const sums = { cases: 6, charged: 54, returned: 9, remade: 9, owed: 9, kept: 27, goodwill: 9 };
  expect(body).toEqual({
    ...sums,
    otherRefunds: 2.5,
    feesLost: 0.6,
    comps: 18,
    days: [{ day: '2024-07-01', ...sums }],
  });
});

test.each([
  ['from=2024-07-02&to=2024-07-01&timezone=UTC', 'to'],
  ['from=2022-01-01&to=2024-07-01&timezone=UTC', 'to'],
  ['from=2024-07-01&to=2024-07-01&timezone=Mars', 'timezone'],
  ['from=2024-07-01&to=2024-07-01', 'timezone'],
  ['from=1&to=2024-07-01&timezone=UTC', 'from'],
])('a ledger of %s is refused', async (query, field) => {
  const token = owner.token;
  const { status, body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
    token,
  });
  expect(status).toBe(400);
  expect(Object.keys(body)).toEqual([field]);
});
