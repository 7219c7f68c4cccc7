import { expect, test } from 'vitest';
import { seededRandom } from '../lib/seeded-random.ts';
import { makeOrder, type UnitMenu } from './make-order.ts';
import { type PlaceFault, Shelf } from './stock-units.ts';
import { menuOf, stockedIngredient } from './testing/menu.ts';

const at = Date.parse('2026-03-07T22:00:00Z');
const fullShelf = () =>
  new Shelf([stockedIngredient('rum', [['1', 1000]]), stockedIngredient('cola', [['101', 1000]])]);

const ordersOf = (menu: UnitMenu, count = 200) => {
  const random = seededRandom(3);
  const shelf = fullShelf();
  return Array.from({ length: count }, () => {
    shelf.refill('rum');
    shelf.refill('cola');
    const order = makeOrder(menu, shelf, { soldAtMs: at }, random);
    if (!order) throw new Error('Nothing was sold');
    return order;
  });
};

test('sends an order exactly as entered in the ledger', () => {
  for (const { body, sold } of ordersOf(menuOf({ doublePrice: 14 }))) {
    expect(body.unitNumber).toBe(1001);
    expect(body.date).toBe(at);
    expect(body.tips ?? 0).toBe(sold.tipCents / 100);
    expect(body.processingFee ?? 0).toBe(sold.feeCents / 100);
    expect(body.drinks).toHaveLength(sold.lines.length);
    for (const [index, line] of sold.lines.entries()) {
      expect(line.unitPriceCents).toBe(line.isDouble ? 1400 : 900);
      expect(body.drinks?.[index]).toMatchObject({
        drinkId: 'cuba libre',
        price: line.unitPriceCents / 100,
        quantity: line.quantity,
        successQuantity: line.successQuantity,
        isDouble: line.isDouble,
      });
    }
  }
});

test('generates doubles, multiple drinks, tips and failures', () => {
  const orders = ordersOf(menuOf({ doublePrice: 14 }), 600);
  const lines = orders.flatMap(({ sold }) => sold.lines);
  expect(lines.some(({ isDouble }) => isDouble)).toBe(true);
  expect(lines.some(({ quantity }) => quantity === 2)).toBe(true);
  expect(orders.some(({ sold }) => sold.lines.length > 1)).toBe(true);
  expect(orders.some(({ sold }) => sold.tipCents > 0)).toBe(true);
  const outcomes = orders.flatMap(({ body }) =>
    (body.drinks ?? []).flatMap(({ pours }) => (pours ?? []).map(({ outcome }) => outcome)),
  );
  expect(new Set(outcomes)).toEqual(
    new Set(['poured', 'partial', 'empty', 'blocked', 'timeout', 'cancelled']),
  );
});

test('charges the prices of the last switch until the sale', () => {
  const price = (hour: string, cents: number) => ({
    from: `2026-03-07T${hour}:00Z`,
    drinks: [{ id: 'cuba libre', price: cents / 100, doublePrice: (cents + 500) / 100 }],
  });
  const menu = {
    ...menuOf({ doublePrice: 14 }),
    prices: [price('20:00', 400), price('22:00', 720), price('22:01', 500)],
  };
  for (const { sold } of ordersOf(menu)) {
    for (const line of sold.lines) expect(line.unitPriceCents).toBe(line.isDouble ? 1220 : 720);
  }
  const before = { ...menu, prices: menu.prices.slice(2) };
  for (const { sold } of ordersOf(before)) {
    for (const line of sold.lines) expect(line.unitPriceCents).toBe(line.isDouble ? 1400 : 900);
  }
});

test('charges the discounted price, and no card payment for a free drink', () => {
  for (const { sold } of ordersOf(menuOf({ discountedPrice: 4.5 }))) {
    expect(sold.lines.every(({ unitPriceCents }) => unitPriceCents === 450)).toBe(true);
  }
  for (const { body, sold } of ordersOf(menuOf({ price: 0 }))) {
    expect(sold).toMatchObject({ tipCents: 0, feeCents: 0 });
    expect(body.paymentId).toBeUndefined();
  }
});

test('reports an ingredient that runs out as empty and uses up the rest', () => {
  const shelf = new Shelf([
    stockedIngredient('rum', [['1', 50]]),
    stockedIngredient('cola', [['101', 1000]]),
  ]);
  const menu = menuOf({});
  const random = seededRandom(5);
  const orders = [1, 2, 3].map(() => makeOrder(menu, shelf, { soldAtMs: at }, random));
  const pours = orders.flatMap((order) =>
    (order?.body.drinks ?? []).flatMap((drink) => drink.pours ?? []),
  );
  expect(pours.filter(({ outcome }) => outcome === 'empty').length).toBeGreaterThan(0);
  const rumMl = pours.reduce((sum, pour) => sum + (pour.ingredientId === 'rum' ? pour.ml : 0), 0);
  expect(rumMl).toBeLessThanOrEqual(50);
});

test('sells nothing that is unavailable or not loaded in the unit', () => {
  const random = seededRandom(1);
  expect(makeOrder(menuOf({ available: false }), fullShelf(), { soldAtMs: at }, random)).toBeNull();
  expect(makeOrder(menuOf({}), new Shelf([]), { soldAtMs: at }, random)).toBeNull();
  expect(makeOrder(menuOf(), fullShelf(), { soldAtMs: at }, random)).toBeNull();
});

test('with a dead card reader only free drinks are sold', () => {
  const random = seededRandom(1);
  const isReaderDead = true;
  const sell = (menu: UnitMenu) =>
    makeOrder(menu, fullShelf(), { soldAtMs: at, isReaderDead }, random);
  expect(sell(menuOf({}))).toBeNull();
  expect(sell(menuOf({ price: 0, doublePrice: 0 }))).not.toBeNull();
});

test('a blocked place pours nothing, and a slow one times out', () => {
  const random = seededRandom(1);
  const shelf = fullShelf();
  const poursWith = (fault: PlaceFault) => {
    shelf.setFault(1, fault);
    const orders = Array.from({ length: 20 }, () =>
      makeOrder(menuOf({}), shelf, { soldAtMs: at }, random),
    );
    return orders
      .flatMap((order) => order?.body.drinks ?? [])
      .flatMap(({ pours = [] }) => pours)
      .filter(({ position }) => position === '1');
  };
  const blocked = poursWith({ isBlocked: true });
  expect(blocked.length).toBeGreaterThan(0);
  expect(blocked.every(({ outcome, ml }) => outcome === 'blocked' && ml === 0)).toBe(true);
  const slow = poursWith({ slowness: 40 });
  expect(slow.some(({ outcome, ml }) => outcome === 'timeout' && ml > 0)).toBe(true);
  expect(slow.some(({ outcome }) => outcome === 'poured')).toBe(false);
});
