import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvTable } from '../../lib/csv-cell.ts';
import { priceTableMessages, priceTableOf, readPriceTable } from './price-table.ts';

const drink = (id: string, name: string, price: number, more: object = {}) => ({
  id,
  name,
  unitNumber: 1001,
  price,
  ...more,
});
const mojito = drink('a', 'Mojito', 9);
const negroni = drink('b', 'Negroni, "large"', 12.5);
const elsewhere = drink('c', 'Mojito', 10, { unitNumber: 1002 });
const all = [mojito, negroni, elsewhere];
const read = (cells: string[][], chosen = all) => readPriceTable(cells, { all, chosen });

test('a column of prices is that of the chosen drinks, in their order', () => {
  const column = [['9.50'], [''], ['$1,250.00'], ['']];
  expect(read(column)).toEqual({
    prices: [
      { id: 'a', price: 9.5, expected: 9 },
      { id: 'c', price: 1250, expected: 10 },
    ],
    unchanged: 1,
    notRead: [],
  });
  expect(read([['Price'], ['9.50']], [negroni]).prices).toEqual([
    { id: 'b', price: 9.5, expected: 12.5 },
  ]);
  expect(read([['9'], ['10']]).notRead).toEqual([priceTableMessages.otherCount(2, 3)]);
  expect(read([['9'], ['free'], ['10']])).toEqual({
    prices: [],
    unchanged: 2,
    notRead: [priceTableMessages.noPrice(2, 'free')],
  });
});

test('a table with names sets the drinks that it names', () => {
  const head = ['Price', 'DRINK', 'Unit', 'Note'];
  const table = [head, ['8', 'mojito', '1002', ''], ['', '', '', ''], ['11', 'Mojito', '1001', '']];
  expect(read(table)).toEqual({
    prices: [
      { id: 'c', price: 8, expected: 10 },
      { id: 'a', price: 11, expected: 9 },
    ],
    unchanged: 0,
    notRead: [],
  });
});

test('lines that name no drink, several, or one twice are left out, with their number', () => {
  const table = [
    ['Drink', 'Price'],
    ['Mojto', '8'],
    ['Mojito', '8'],
    ['Negroni, "large"', '-3'],
    ['Negroni, "large"', '13'],
  ];
  expect(read(table)).toEqual({
    prices: [],
    unchanged: 0,
    notRead: [
      priceTableMessages.noDrink(2, 'Mojto'),
      priceTableMessages.severalDrinks(3, 'Mojito'),
      priceTableMessages.noPrice(4, '-3'),
      priceTableMessages.twice(5, 'Negroni, "large"'),
    ],
  });
  expect(read([['Mojito', '8']]).notRead).toEqual([priceTableMessages.noColumns]);
});

test('an exported file that is read again changes nothing, also with formulas and quotes in names', () => {
  const drinks = [
    drink('a', '=SUM(1;2)', 9, { doublePrice: 14 }),
    drink('b', 'Negroni, "large"', 0.29, { doublePrice: 0.58 }),
  ];
  const file = csvTable(priceTableOf(drinks, true));
  const cells: string[][] = parse(file, { bom: true });
  expect(cells[0]).toEqual(['Drink', 'Unit', 'Price', 'Double', 'Id']);
  const again = readPriceTable(cells, { all: drinks, chosen: [] });
  expect(again).toEqual({ prices: [], unchanged: 2, notRead: [] });
});

test('a double is set where the table has one, and else follows from the single', () => {
  const double = { ...mojito, doublePrice: 14 };
  const of = (rows: string[][]) =>
    readPriceTable([['Drink', 'Price', 'Double'], ...rows], { all: [double], chosen: [] }).prices;
  expect(of([['Mojito', '10', '']])).toEqual([{ id: 'a', price: 10, expected: 9 }]);
  expect(of([['Mojito', '10', '14']])).toEqual([
    { id: 'a', price: 10, doublePrice: 14, expected: 9 },
  ]);
  expect(of([['Mojito', '', '15']])).toEqual([{ id: 'a', price: 9, doublePrice: 15, expected: 9 }]);
});
