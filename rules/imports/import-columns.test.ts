import { describe, expect, test } from 'vitest';
import { findFileColumns } from './import-columns.ts';

const findColumns = (...of: Parameters<typeof findFileColumns>) => findFileColumns(...of).columns;

describe('columns recognised by name', () => {
  test('recognises the columns of a vending file with a byte order mark', () => {
    const header = ['\ufeffdate', 'datetime', 'cash_type', 'card', 'money', 'coffee_name'];
    expect(findColumns(header)).toEqual({ soldAt: 1, paymentReader: 2, amount: 4, drinkName: 5 });
  });

  test('recognises the columns of a point-of-sale file with separate date and time', () => {
    const header = ['Date', 'Time', 'Item', 'Qty', 'Unit Price', 'Sales Tax', 'Tip', 'Tender'];
    expect(findColumns(header)).toEqual({
      date: 0,
      time: 1,
      drinkName: 2,
      quantity: 3,
      unitPrice: 4,
      tax: 5,
      tips: 6,
      paymentReader: 7,
    });
  });

  test('recognises the columns of a sales report download', () => {
    const header =
      'Id,Date,Time,Drink name,Servings,Price,Tax,Tips,Payment Reader,Processing Fee,Status,Unit #';
    expect(findColumns(header.split(','))).toEqual({
      date: 1,
      time: 2,
      drinkName: 3,
      amount: 5,
      tax: 6,
      tips: 7,
      paymentReader: 8,
      fee: 9,
      unitNumber: 11,
      orderId: 0,
    });
  });

  test('prefers the likelier of two matching names', () => {
    expect(findColumns(['total', 'amount', 'name', 'drink', 'date'])).toEqual({
      amount: 1,
      drinkName: 3,
      date: 4,
    });
  });
});

describe('mapped columns', () => {
  const header = ['When', 'What', 'Price', 'Day', 'datetime', 'tip'];

  test('maps other columns, in any spelling of field and column', () => {
    expect(findColumns(header, ['soldat=when', 'Drink Name = What'])).toEqual({
      soldAt: 0,
      drinkName: 1,
      amount: 2,
      tips: 5,
    });
  });

  test('a mapped field disables recognition of its alternative', () => {
    expect(findColumns(header, ['date=Day', 'drinkName=What', 'unitPrice=Price'])).toEqual({
      date: 3,
      drinkName: 1,
      unitPrice: 2,
      tips: 5,
    });
  });

  test('an empty mapping leaves a field out', () => {
    expect(findColumns(header, ['drinkName=What', 'tips='])).not.toHaveProperty('tips');
  });

  test('accepts a column name with an equals sign', () => {
    expect(findColumns(['date', 'drink', 'a=b'], ['amount=a=b']).amount).toBe(2);
  });
});

describe('invalid mappings and files', () => {
  const header = ['date', 'drink', 'amount'];

  test('rejects malformed mappings', () => {
    for (const mapping of ['drinkName', 'colour=drink', '=drink', '']) {
      expect(() => findColumns(header, [mapping]), mapping).toThrow(/is not field=Column/);
    }
  });

  test('rejects mappings to unknown columns', () => {
    expect(() => findColumns(header, ['drinkName=Product'])).toThrow(
      new RangeError('There is no column "Product"; the columns are date, drink, amount'),
    );
  });

  test('rejects files without a date, a drink name or an amount', () => {
    expect(() => findColumns(['drink', 'amount'])).toThrow(/No column for soldAt was found/);
    expect(() => findColumns(['date', 'amount'])).toThrow(/No column for drinkName was found/);
    expect(() => findColumns(['date', 'drink'])).toThrow(/No column for amount was found/);
    expect(() => findColumns(header, ['amount='])).toThrow(/No column for amount was found/);
  });
});
