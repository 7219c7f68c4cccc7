import { describe, expect, test } from 'vitest';
import { findFileColumns } from './import-columns.ts';
import { importKey, readSale } from './import-sales.ts';

const findColumns = (...of: Parameters<typeof findFileColumns>) => findFileColumns(...of).columns;

const newYork = 'America/New_York';
const vending = findColumns(['date', 'datetime', 'cash_type', 'card', 'money', 'coffee_name']);
const client = findColumns([
  'Date',
  'Time',
  'Drink',
  'Amount',
  'Qty',
  'Tax',
  'Tips',
  'Fee',
  'Unit #',
  'Reader',
]);
const clientLine = [
  '3/1/2024',
  '10:15 PM',
  'Gin Tonic',
  '$25.00',
  '2',
  '2.22',
  '$4',
  '0.66',
  '1042',
  'Bar',
];
const withCell = (index: number, text: string) =>
  readSale(clientLine.with(index, text), client, newYork);

describe('a valid line', () => {
  test('reads a line of a vending file', () => {
    const line = ['3/1/2024', '3/1/2024 10:15', 'card', 'ANON-1', '38.7', 'Latte'];
    expect(readSale(line, vending, newYork)).toEqual({
      sale: {
        soldAtMs: Date.parse('2024-03-01T10:15:00-05:00'),
        drinkName: 'Latte',
        unitPriceCents: 3870,
        quantity: 1,
        taxCents: 0,
        tipCents: 0,
        feeCents: null,
        paymentReader: 'card',
        unitNumber: null,
      },
    });
  });

  test('reads a point-of-sale line whose amount covers all of its drinks', () => {
    expect(readSale(clientLine, client, newYork)).toEqual({
      sale: {
        soldAtMs: Date.parse('2024-03-01T22:15:00-05:00'),
        drinkName: 'Gin Tonic',
        unitPriceCents: 1250,
        quantity: 2,
        taxCents: 222,
        tipCents: 400,
        feeCents: 66,
        paymentReader: 'Bar',
        unitNumber: 1042,
      },
    });
  });

  test('reads a line of a file with unit prices', () => {
    const columns = findColumns(['soldAt', 'drink', 'unit price', 'quantity']);
    expect(readSale(['2024-03-01', 'Gin', '12.50', '3'], columns, 'UTC')).toMatchObject({
      sale: { unitPriceCents: 1250, quantity: 3 },
    });
  });

  test('reads a free drink in a line with white space and missing trailing cells', () => {
    expect(readSale([' 3/1/2024 ', '', '  Gin \t Tonic ', ' 0 '], client, newYork)).toMatchObject({
      sale: { drinkName: 'Gin Tonic', unitPriceCents: 0, quantity: 1, feeCents: null },
    });
  });

  test.each([
    ['38.7', 3870],
    ['$38.70', 3870],
    ['$ 38.70', 3870],
    ['1,234.50', 123_450],
    ['$12,345', 1_234_500],
    ['.50', 50],
    ['5.', 500],
    ['-0', 0],
    ['100,000.00', 10_000_000],
    ['12,50', 1250],
    ['0,500', 50],
    ['38.70 USD', 3870],
  ])('reads a line with the amount %s', (text, cents) => {
    expect(readSale(['3/1/2024', '', 'Gin', text], client, newYork)).toMatchObject({
      sale: { unitPriceCents: cents },
    });
  });
});

describe('a rejected line', () => {
  test.each([
    [0, '', 'date is not a date'],
    [0, '2/30/2024', 'date is not a date'],
    [0, '3/1/1999', 'date is not between 2000 and 2099'],
    [0, '3/1/2100', 'date is not between 2000 and 2099'],
    [2, '', 'drink name is missing'],
    [2, ' \t ', 'drink name is missing'],
    [2, 'x'.repeat(201), 'drink name is longer than 200 characters'],
    [2, 'Gin\0', 'drink name contains control characters'],
    [3, '', 'amount is missing'],
    [3, 'free', 'amount is not a number'],
    [3, '12,50 EUR', 'amount is not a number'],
    [3, '1e3', 'amount is not a number'],
    [3, '$', 'amount is not a number'],
    [3, '-5.00', 'amount is negative'],
    [3, '-$5.00', 'amount is negative'],
    [3, '$-5.00', 'amount is negative'],
    [3, '(5.00)', 'amount is negative'],
    [3, '1.005', 'amount has more than two decimals'],
    [3, '100000.01', 'amount is over $100,000'],
    [3, '25.01', 'amount cannot be divided evenly by the quantity'],
    [4, '0', 'quantity is not a whole number from 1 to 100'],
    [4, '1.5', 'quantity is not a whole number from 1 to 100'],
    [4, '101', 'quantity is not a whole number from 1 to 100'],
    [4, '0x2', 'quantity is not a whole number from 1 to 100'],
    [5, 'x', 'tax is not a number'],
    [6, '-1', 'tips is negative'],
    [7, '1.234', 'processing fee has more than two decimals'],
    [8, 'Bar 2', 'unit is not a unit number'],
    [9, 'x'.repeat(101), 'payment reader is longer than 100 characters'],
  ])('rejects a line whose cell %i is %j: %s', (index, text, reason) => {
    expect(withCell(index, text)).toEqual({ reason });
  });

  test('rejects a line whose cells are all empty', () => {
    expect(readSale(['', '', ''], client, newYork)).toEqual({ reason: 'date is missing' });
    expect(readSale([], vending, newYork)).toEqual({ reason: 'date is missing' });
  });
});

test('an unknown zone stops the import instead of rejecting every line', () => {
  expect(() => readSale(clientLine, client, 'Mars/Olympus')).toThrow(RangeError);
});

describe('importKey', () => {
  test('the key is the same for the same content, and distinguishes identical lines', () => {
    expect(importKey(['a', 'b '], 0)).toBe(importKey(['a', 'b'], 0));
    expect(importKey(['a', 'b'], 0)).not.toBe(importKey(['a', 'b'], 1));
  });

  test('the key differs for different content, however it is split into cells', () => {
    expect(importKey(['a,b', 'c'], 0)).not.toBe(importKey(['a', 'b,c'], 0));
    expect(importKey(['a', '0'], 0)).not.toBe(importKey(['a'], 0));
  });
});
