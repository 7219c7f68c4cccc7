import { describe, expect, test } from 'vitest';
import { cursorText, missedBetween, parseCursor } from './stream-cursor.ts';

const cursor = (...numbers: [number, number][]) => ({
  day: '2026-11-21',
  numbers: new Map(numbers),
});

describe('a position in the logs of several units', () => {
  test('is read as it was written', () => {
    for (const one of [cursor(), cursor([1001, 0]), cursor([1001, 523], [1002, 87])])
      expect(parseCursor(cursorText(one))).toEqual(one);
    expect(cursorText(cursor([1001, 523], [1002, 87]))).toBe('2026-11-21;1001.523,1002.87');
  });

  test.each([undefined, '', '2026-11-21', '2026-11-21;1001', ';1001.1', '2026-11-21;1001.-1', 'x'])(
    '%s is none',
    (text) => expect(parseCursor(text)).toBeNull(),
  );

  test('a long text is none', () => {
    const long = cursor(...Array.from({ length: 5000 }, (_, nth): [number, number] => [nth, nth]));
    expect(parseCursor(cursorText(long))).toBeNull();
  });

  test('counts what lies between two positions', () => {
    expect(missedBetween(cursor([1, 5]), cursor([1, 8], [2, 3]))).toBe(6);
    expect(missedBetween(cursor([1, 5]), cursor([1, 5]))).toBe(0);
    expect(missedBetween(cursor([1, 9]), cursor([1, 8]))).toBe(Number.POSITIVE_INFINITY);
  });
});
