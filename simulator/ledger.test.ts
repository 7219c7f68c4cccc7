import { expect, test } from 'vitest';
import { openLedger, sumsOf } from './ledger.ts';

const spritz = { unitPriceCents: 1250, quantity: 1, successQuantity: 1, isDouble: false };
const doubles = { unitPriceCents: 1900, quantity: 2, successQuantity: 1, isDouble: true };
const failed = { unitPriceCents: 700, quantity: 1, successQuantity: 0, isDouble: false };

test('an order counts as charged, whatever was poured', () => {
  const order = { lines: [spritz, doubles, failed], tipCents: 300, feeCents: 157 };
  expect(sumsOf(order, { percentage: 8.875 })).toEqual({
    orders: 1,
    priceCents: 5750,
    taxCents: 510,
    tipCents: 300,
    feeCents: 157,
    servings: 3,
  });
  expect(sumsOf(order, { cents: 7 }).taxCents).toBe(7);
});

test('the ledger keeps units separate and adds them up', () => {
  const ledger = openLedger();
  const order = sumsOf({ lines: [spritz], tipCents: 0, feeCents: 0 }, { percentage: 0 });
  ledger.enter(1001, order);
  ledger.enter(1001, order);
  ledger.enter(1002, order);
  expect(ledger.of(1001)).toMatchObject({ orders: 2, priceCents: 2500, servings: 2 });
  expect(ledger.of(1003)).toMatchObject({ orders: 0, priceCents: 0 });
  expect(ledger.total()).toMatchObject({ orders: 3, priceCents: 3750 });
});
