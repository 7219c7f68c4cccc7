import { describe, expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import { sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

type Kind = 'pouringFailure' | 'complimentary';

const pour = (outcome: string, more: object = {}) => ({
  ingredientId: unit.rum,
  position: '1',
  ml: 0,
  ms: 0,
  outcome,
  ...more,
});

async function order(drink: object): Promise<{ id: string; drinkId: string }> {
  const { body } = await sell({ drinks: [{ ingredients: [unit.rum, unit.cola], ...drink }] });
  return { id: body.id, drinkId: body.drinks[0]._id };
}

async function reasons(kind: Kind, { id, drinkId }: { id: string; drinkId: string }) {
  const { status, body } = await app.send('GET', `/api/diagnosis/${kind}/${id}/${drinkId}`, {
    token: owner.token,
  });
  expect(status).toBe(200);
  return body;
}

describe('pouring failure diagnosis', () => {
  test("explains a failed pour from the unit's report", async () => {
    const sold = await order({
      successQuantity: 0,
      pours: [
        pour('timeout', { ml: 12, ms: 30_000 }),
        pour('empty', { ingredientId: unit.cola, position: '101' }),
      ],
    });
    expect(await reasons('pouringFailure', sold)).toEqual([
      'Position 101 (Cola) was empty, although 10000 ml are recorded: check the bottle, then restore it',
      'Position 1 (Rum) poured 12 of 45 ml in 30 s: check the line for air or a kink',
    ]);
  });

  test("explains a failed pour from the unit's current inventory", async () => {
    const sold = await order({ successQuantity: 0 });
    await app.db
      .updateTable('unit_positions')
      .set({ remaining_ml: 10 })
      .where('unit_id', '=', unit.id)
      .where('position', '=', 1)
      .execute();
    await app.db
      .deleteFrom('unit_positions')
      .where('unit_id', '=', unit.id)
      .where('position', '=', 101)
      .execute();
    expect(await reasons('pouringFailure', sold)).toEqual([
      'The unit reported no pours: it may have lost power or been stopped by hand',
      'Rum has 10 ml left, less than the 45 ml of a serving',
      'Cola is not loaded in this unit any more',
    ]);
  });

  test('a manually entered sale has no pouring failure', async () => {
    const drinks = [{ ingredients: [unit.rum], successQuantity: 0 }];
    const { body } = await sell({ drinks, unitNumber: unit.unitNumber }, {}, owner.token);
    expect(await reasons('pouringFailure', { id: body.id, drinkId: body.drinks[0]._id })).toEqual([
      'The order was entered by hand: no unit poured it',
    ]);
  });

  test('a successful pour has no failure reasons', async () => {
    const sold = await order({
      pours: [
        pour('poured', { ml: 45, ms: 4000 }),
        pour('poured', { ingredientId: unit.cola, position: '101', ml: 120, ms: 3000 }),
      ],
    });
    expect(await reasons('pouringFailure', sold)).toEqual([]);
    expect(await reasons('complimentary', sold)).toEqual([]);
  });
});

describe('complimentary drink diagnosis', () => {
  test('explains a refunded drink by its pours and the refund', async () => {
    const sold = await order({
      quantity: 2,
      successQuantity: 1,
      pours: [pour('partial', { ml: 30, ms: 9000 })],
    });
    await app.send('GET', `/api/orders/${sold.id}/refund?drinkIndexes=0`, { token: owner.token });
    expect(await reasons('complimentary', sold)).toEqual([
      'Position 1 (Rum) poured 30 of 45 ml in 9 s: the bottle may have run out in the middle',
      'Only 1 of 2 were poured completely',
      'It was refunded: $19.00 went back',
    ]);
  });

  test('explains a free drink by its price', async () => {
    await app.db
      .updateTable('unit_inventory')
      .set({ price_cents: 0 })
      .where('unit_id', '=', unit.id)
      .execute();
    expect(await reasons('complimentary', await order({}))).toEqual([
      'The drink had a price of $0.00, so it was given away',
      'No card reader took a payment for it',
    ]);
  });
});

test.each<Kind>(['pouringFailure', 'complimentary'])(
  '%s does not find a drink of another order',
  async (kind) => {
    const one = await order({});
    const other = await order({});
    const send = (id: string, drinkId: string) =>
      app.send('GET', `/api/diagnosis/${kind}/${id}/${drinkId}`, { token: owner.token });
    expect((await send(one.id, other.drinkId)).status).toBe(404);
    expect((await send(one.id, 'nonsense')).body.error.message).toBe('There is no such drink');
  },
);
