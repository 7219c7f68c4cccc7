import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderMessages } from '../messages.ts';
import {
  type MenuDrink,
  type OrderCharge,
  type OrderedItem,
  type OrderLine,
  orderLines,
  type PriceList,
  salesTaxCents,
  type StockedIngredient,
} from './order-lines.ts';

const ingredient = (
  id: string,
  priceCents: number,
  doublePriceCents: number | null = null,
): StockedIngredient => ({
  id,
  name: id,
  priceCents,
  doublePriceCents,
  servingSizeMl: 45,
  category: 'Liquor',
});

const byId = <T extends { id: string }>(entries: readonly T[]) =>
  new Map(entries.map((entry) => [entry.id, entry]));

const stock = byId([ingredient('rum', 700, 1200), ingredient('cola', 250, 100)]);
const cubaLibre: MenuDrink = {
  id: 'cuba-libre',
  name: 'Cuba Libre',
  priceCents: 900,
  doublePriceCents: null,
  ingredientIds: ['rum', 'cola'],
};
const menu = byId([cubaLibre, { ...cubaLibre, id: 'old', ingredientIds: ['gone'] }]);
const list: PriceList = { menu, stock, discountRate: 0 };
const noCharge: OrderCharge = { taxPercentage: 0, tipCents: 0, feeCents: null };
const one = { quantity: 1, isDouble: false };

function linesOf(items: readonly OrderedItem[], charge = noCharge): OrderLine[] {
  const response = orderLines(items, list, charge);
  if ('problems' in response) throw new Error(JSON.stringify(response.problems));
  return response.lines;
}
const errorsOf = (...items: OrderedItem[]) => orderLines(items, list, noCharge);

test('the name of many ingredients is cut between two characters', () => {
  const long = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((id) => ({
    ...ingredient(id, 100),
    name: `a${'𝕏'.repeat(99)}b`,
  }));
  const priced = orderLines(
    [{ ingredients: long.map(({ id }) => id), ...one }],
    { ...list, stock: byId(long) },
    noCharge,
  );
  const [line] = 'lines' in priced ? priced.lines : [];
  const name = line?.name ?? '';
  expect(name).toHaveLength(639);
  expect(name.endsWith('𝕏𝕏…')).toBe(true);
});

describe('unit price of an order line', () => {
  const priceOf = (item: OrderedItem) => linesOf([item])[0]?.unitPriceCents;

  test('the unit price is the menu price of the drink', () => {
    expect(priceOf({ drinkId: 'cuba-libre', ...one })).toBe(900);
  });

  test('the unit price is the sum of the ingredients when they are ordered by themselves', () => {
    expect(priceOf({ ingredients: ['rum', 'cola'], ...one })).toBe(950);
  });

  test("a double of ingredients uses the larger of each ingredient's two prices", () => {
    expect(priceOf({ ingredients: ['rum', 'cola'], quantity: 1, isDouble: true })).toBe(1450);
    expect(priceOf({ drinkId: 'cuba-libre', quantity: 1, isDouble: true })).toBe(1450);
  });

  test("a double uses the menu's double price when it is set", () => {
    const own = byId([{ ...cubaLibre, doublePriceCents: 1500 }]);
    const item = { drinkId: 'cuba-libre', quantity: 1, isDouble: true };
    expect(orderLines([item], { ...list, menu: own }, noCharge)).toMatchObject({
      lines: [{ unitPriceCents: 1500 }],
    });
  });

  test('a double never costs less than the single', () => {
    const dear = byId([{ ...cubaLibre, priceCents: 5000 }]);
    const item = { drinkId: 'cuba-libre', quantity: 1, isDouble: true };
    expect(orderLines([item], { ...list, menu: dear }, noCharge)).toMatchObject({
      lines: [{ unitPriceCents: 5000 }],
    });
  });

  test('a drink whose ingredients have left the unit has its menu price', () => {
    expect(linesOf([{ drinkId: 'old', ...one }])).toMatchObject([
      { drinkId: 'old', unitPriceCents: 900, ingredients: [] },
    ]);
  });
});

test('copies the ordered item into the line', () => {
  expect(linesOf([{ ingredients: ['rum', 'cola'], quantity: 3, isDouble: true }])).toEqual([
    {
      drinkId: null,
      name: 'rum + cola',
      ingredients: [stock.get('rum'), stock.get('cola')],
      quantity: 3,
      successQuantity: 3,
      isDouble: true,
      unitPriceCents: 1450,
      listPriceCents: 1450,
      taxCents: 0,
      tipCents: 0,
      feeCents: null,
    },
  ]);
  const failed = { drinkId: 'cuba-libre', quantity: 2, successQuantity: 0, isDouble: false };
  expect(linesOf([failed])).toMatchObject([{ name: 'Cuba Libre', successQuantity: 0 }]);
});

test('applies the discount to every price before comparing the charged price', () => {
  const discounted = { ...list, discountRate: 0.125 };
  const items = [
    { drinkId: 'cuba-libre', ...one, price: 7.88 },
    { ingredients: ['rum'], quantity: 1, isDouble: true },
  ];
  // 7/8 of $9.00 is $7.875, of $12.00 is $10.50.
  const { lines } = orderLines(items, discounted, noCharge) as { lines: OrderLine[] };
  expect(lines.map((line) => line.unitPriceCents)).toEqual([788, 1050]);
  expect(lines.map((line) => line.listPriceCents)).toEqual([900, 1200]);
  const received = { drinkId: 'cuba-libre', ...one, price: 9 };
  expect(orderLines([received], discounted, noCharge)).toHaveProperty('problems');
});

test('a price that another list has is that of the line; without one, the list decides', () => {
  const raised = { ...list, menu: byId([{ ...cubaLibre, priceCents: 1100 }]) };
  const priceOf = (price?: number) =>
    orderLines([{ drinkId: 'cuba-libre', ...one, ...(price && { price }) }], list, {
      ...noCharge,
      otherLists: [raised],
    });
  expect(priceOf(11)).toMatchObject({ lines: [{ unitPriceCents: 1100, listPriceCents: 1100 }] });
  expect(priceOf(9)).toMatchObject({ lines: [{ unitPriceCents: 900 }] });
  expect(priceOf()).toMatchObject({ lines: [{ unitPriceCents: 900 }] });
  expect(priceOf(10)).toEqual({ problems: { 'drinks.0.price': orderMessages.otherPrice } });
});

test('splits tax, tips and fee by line price', () => {
  const items = [
    { drinkId: 'cuba-libre', quantity: 2, isDouble: false },
    { ingredients: ['cola'], ...one },
  ];
  // 10 % of $18 + $2.50, and shares of 1800 and 250 in 2050.
  const charge = { discountRate: 0, taxPercentage: 10, tipCents: 100, feeCents: 50 };
  expect(linesOf(items, charge)).toMatchObject([
    { taxCents: 180, tipCents: 88, feeCents: 44 },
    { taxCents: 25, tipCents: 12, feeCents: 6 },
  ]);
});

describe('items that are not on the unit', () => {
  test.each<[string, OrderedItem, Record<string, string>]>([
    ['a drink', { drinkId: 'mojito', ...one }, { 'drinks.1.drinkId': orderMessages.notOnUnit }],
    [
      'an ingredient',
      { ingredients: ['rum', 'mint'], ...one },
      { 'drinks.1.ingredients': orderMessages.notOnUnit },
    ],
    [
      'a pour',
      {
        drinkId: 'cuba-libre',
        ...one,
        pours: [{ ingredientId: 'rum' }, { ingredientId: 'mint' }],
      },
      { 'drinks.1.pours.1.ingredientId': orderMessages.notOnUnit },
    ],
    [
      'a price',
      { drinkId: 'cuba-libre', ...one, price: 8.99 },
      { 'drinks.1.price': orderMessages.otherPrice },
    ],
  ])('reports the field of %s that does not match the unit', (_, item, problems) => {
    expect(errorsOf({ ingredients: ['rum'], ...one }, item)).toEqual({ problems });
  });

  test('reports all mismatched fields at once', () => {
    expect(errorsOf({ drinkId: 'mojito', ...one }, { ingredients: ['mint'], ...one })).toEqual({
      problems: {
        'drinks.0.drinkId': orderMessages.notOnUnit,
        'drinks.1.ingredients': orderMessages.notOnUnit,
      },
    });
  });
});

test('compares the price charged by the unit to the cent, for singles and doubles', () => {
  expect(linesOf([{ drinkId: 'cuba-libre', ...one, price: 9 }])).toHaveLength(1);
  const double = { drinkId: 'cuba-libre', quantity: 4, isDouble: true, price: 14.5 };
  expect(linesOf([double])).toHaveLength(1);
});

describe('properties of any order', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });
  const shelf = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 20 }).map((number) => `i${number}`),
      name: fc.string({ minLength: 1 }),
      priceCents: cents,
      doublePriceCents: fc.option(cents),
      servingSizeMl: fc.constant(45),
      category: fc.constant('Liquor'),
    }),
    { minLength: 1, maxLength: 6, selector: ({ id }) => id },
  );
  const orders = shelf.chain((ingredients) => {
    const ids = ingredients.map(({ id }) => id);
    return fc.record({
      stock: fc.constant(byId(ingredients)),
      items: fc.array(
        fc.record({
          ingredients: fc.subarray(ids, { minLength: 1 }),
          quantity: fc.integer({ min: 1, max: 100 }),
          isDouble: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      discountRate: fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000),
      charge: fc.record({
        taxPercentage: fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000),
        tipCents: cents,
        feeCents: fc.option(cents),
      }),
    });
  });
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const linesFor = (
    order: { stock: Map<string, StockedIngredient>; items: OrderedItem[]; discountRate: number },
    charge: OrderCharge,
  ) => {
    const response = orderLines(order.items, { menu: new Map(), ...order }, charge);
    return 'lines' in response ? response.lines : [];
  };

  test('a single is the sum of the prices, a double the sum of the larger ones', () => {
    fc.assert(
      fc.property(orders, ({ charge, ...order }) => {
        linesFor({ ...order, discountRate: 0 }, charge).forEach((line, index) => {
          const parts = (order.items[index]?.ingredients ?? []).flatMap(
            (id) => order.stock.get(id) ?? [],
          );
          const prices = parts.map(({ priceCents, doublePriceCents }) =>
            line.isDouble ? Math.max(priceCents, doublePriceCents ?? 0) : priceCents,
          );
          expect(line.unitPriceCents).toBe(sum(prices));
        });
      }),
    );
  });

  test('the order lines add up to the cent', () => {
    fc.assert(
      fc.property(orders, ({ charge, ...order }) => {
        const lines = linesFor(order, charge);
        expect(lines).toHaveLength(order.items.length);
        const priceCents = sum(lines.map((line) => line.unitPriceCents * line.quantity));
        expect(sum(lines.map((line) => line.taxCents))).toBe(
          salesTaxCents(priceCents, charge.taxPercentage),
        );
        expect(sum(lines.map((line) => line.tipCents))).toBe(charge.tipCents);
        const fees = lines.map((line) => line.feeCents);
        if (charge.feeCents === null) expect(new Set(fees)).toEqual(new Set([null]));
        else expect(sum(fees.map(Number))).toBe(charge.feeCents);
      }),
    );
  });
});

test('rounds half a cent up', () => {
  expect(salesTaxCents(400, 8.875)).toBe(36);
  expect(salesTaxCents(399, 8.875)).toBe(35);
  expect(salesTaxCents(10, 5)).toBe(1);
  // Floating point makes this 28.499999999999996.
  expect(salesTaxCents(1250, 2.28)).toBe(29);
});

test('computes no tax, full tax, and tax on a zero price', () => {
  expect(salesTaxCents(1234, 0)).toBe(0);
  expect(salesTaxCents(1234, 100)).toBe(1234);
  expect(salesTaxCents(0, 8.875)).toBe(0);
});

test('rejects percentages outside 0 to 100 or finer than four decimals', () => {
  for (const bad of [-0.0001, 100.0001, 1.00005, Number.NaN, Infinity]) {
    expect(() => salesTaxCents(100, bad), String(bad)).toThrow(RangeError);
  }
});

test('rejects prices that are not non-negative whole cents', () => {
  for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => salesTaxCents(bad, 8), String(bad)).toThrow(RangeError);
  }
});

test('the tax is the integer nearest to the exact tax, rounded up on a tie', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (priceCents, parts) => {
        const tax = BigInt(salesTaxCents(priceCents, parts / 10_000));
        const twiceOff = 2n * (tax * 1_000_000n - BigInt(priceCents) * BigInt(parts));
        expect(twiceOff > -1_000_000n && twiceOff <= 1_000_000n).toBe(true);
      },
    ),
  );
});
