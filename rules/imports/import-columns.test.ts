import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findColumns, parseDateTime } from './import-columns.ts';

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

const newYork = 'America/New_York';
const shown = (text: string, timezone = newYork) => {
  const ms = parseDateTime(text, timezone);
  return ms === null ? null : new Date(ms).toISOString();
};

describe('parseDateTime', () => {
  test.each([
    ['3/1/2024 10:15', '2024-03-01T15:15:00.000Z'],
    ['03/01/2024 10:15:09', '2024-03-01T15:15:09.000Z'],
    ['3/1/24 10:15 PM', '2024-03-02T03:15:00.000Z'],
    ['3/1/2024, 12:05 a.m.', '2024-03-01T05:05:00.000Z'],
    ['3/1/2024 12:05pm', '2024-03-01T17:05:00.000Z'],
    ['2024-03-01 10:15:50.520', '2024-03-01T15:15:50.520Z'],
    ['2024-03-01 10:15:50.5', '2024-03-01T15:15:50.500Z'],
    ['2024-03-01T10:15:50.123456', '2024-03-01T15:15:50.123Z'],
    ['2024/7/1 10:15', '2024-07-01T14:15:00.000Z'],
    ['2024-03-01', '2024-03-01T05:00:00.000Z'],
    ['3/1/2024', '2024-03-01T05:00:00.000Z'],
  ])('parses %s as local time in the zone', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ['2024-03-01T10:15:50Z', '2024-03-01T10:15:50.000Z'],
    ['2024-03-01T10:15:50.520+02:00', '2024-03-01T08:15:50.520Z'],
    ['2024-03-01 10:15:50 -0530', '2024-03-01T15:45:50.000Z'],
    ['2024-03-01 10:15+09', '2024-03-01T01:15:00.000Z'],
    ['3/1/2024 10:15 UTC', '2024-03-01T10:15:00.000Z'],
  ])('parses %s with its own offset', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test('an ambiguous hour means the first, and a skipped one uses the offset before the change', () => {
  expect(shown('11/3/2024 1:30')).toBe('2024-11-03T05:30:00.000Z');
  expect(shown('3/10/2024 2:30')).toBe('2024-03-10T07:30:00.000Z');
  expect(shown('3/10/2024 3:30')).toBe('2024-03-10T07:30:00.000Z');
});

test('returns null for text that is not a date', () => {
  const bad = [
    '',
    'today',
    '2/30/2024 10:15',
    '2023-02-29',
    '13/1/2024',
    '0/1/2024',
    '3/0/2024',
    '2024-03-01 24:00',
    '2024-03-01 10:60',
    '2024-03-01 10:15:60',
    '3/1/2024 13:00 PM',
    '3/1/2024 0:30 AM',
    '1.3.2024 10:15',
    '2024-03-01 10',
    '2024-03-01T',
    '10:15',
    '45352.4271',
    '2024-03-01 10:15 EST',
  ];
  for (const text of bad) expect(parseDateTime(text, newYork), text).toBeNull();
});

test('parses an ISO time to the millisecond, whatever the zone of the file', () => {
  const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(instants, fc.constantFrom(newYork, 'Asia/Kolkata', 'UTC'), (ms, timezone) => {
      expect(parseDateTime(new Date(ms).toISOString(), timezone)).toBe(ms);
    }),
  );
});
