import { expect, test } from 'vitest';
import { addOwner } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { declinedBecause, provider, refund, sell, withRefunds } from '../testing/refunds.ts';

withRefunds();

const detail = (id: string, token = owner.token) => app.send('GET', `/api/orders/${id}`, { token });

test('an order has its drinks with pours, its payment and its refunds', async () => {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 44.5, ms: 5000, outcome: 'partial' }];
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
