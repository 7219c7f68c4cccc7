import { describe, expect, test } from 'vitest';
import { findColumns } from './import-columns.ts';

describe('by name', () => {
  test('a vending file, byte order mark and all', () => {
    const header = ['\ufeffdate', 'datetime', 'cash_type', 'card', 'money', 'coffee_name'];
    expect(findColumns(header)).toEqual({ soldAt: 1, paymentReader: 2, amount: 4, drinkName: 5 });
  });

  test('a till with separate date and time', () => {
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

  test('a download of the sales report', () => {
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
    });
  });

  test('the likelier of two names wins', () => {
    expect(findColumns(['total', 'amount', 'name', 'drink', 'date'])).toEqual({
      amount: 1,
      drinkName: 3,
      date: 4,
    });
  });
});

describe('as mapped', () => {
  const header = ['When', 'What', 'Price', 'Day', 'datetime', 'tip'];

  test('names other columns, in any spelling of field and column', () => {
    expect(findColumns(header, ['soldat=when', 'Drink Name = What'])).toEqual({
      soldAt: 0,
      drinkName: 1,
      amount: 2,
      tips: 5,
    });
  });

  test('one way to say it keeps the other from being recognised', () => {
    expect(findColumns(header, ['date=Day', 'drinkName=What', 'unitPrice=Price'])).toEqual({
      date: 3,
      drinkName: 1,
      unitPrice: 2,
      tips: 5,
    });
  });

  test('an empty column leaves a field out', () => {
    expect(findColumns(header, ['drinkName=What', 'tips='])).not.toHaveProperty('tips');
  });

  test('a column name may hold an equals sign', () => {
    expect(findColumns(['date', 'drink', 'a=b'], ['amount=a=b']).amount).toBe(2);
  });
});

describe('refused with a sentence', () => {
  const header = ['date', 'drink', 'amount'];

  test('mappings that cannot be read', () => {
    for (const mapping of ['drinkName', 'colour=drink', '=drink', '']) {
      expect(() => findColumns(header, [mapping]), mapping).toThrow(/is not field=Column/);
    }
  });

  test('columns that are not there', () => {
    expect(() => findColumns(header, ['drinkName=Product'])).toThrow(
      new RangeError('There is no column "Product"; the columns are date, drink, amount'),
    );
  });

  test('files without a date, a drink name or an amount', () => {
    expect(() => findColumns(['drink', 'amount'])).toThrow(/No column for soldAt was found/);
    expect(() => findColumns(['date', 'amount'])).toThrow(/No column for drinkName was found/);
    expect(() => findColumns(['date', 'drink'])).toThrow(/No column for amount was found/);
    expect(() => findColumns(header, ['amount='])).toThrow(/No column for amount was found/);
  });
});
