import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { occurrenceCounter } from './import-sales.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

test('numbers each line by the count of earlier identical lines', () => {
  const before = occurrenceCounter();
  const lines = ['latte', 'mocha', 'latte', 'latte', 'mocha', 'tea'];
  expect(lines.map((line) => before(hashOf(line)))).toEqual([0, 0, 1, 2, 1, 0]);
});

test('counts two files separately', () => {
  expect(occurrenceCounter()(hashOf('latte'))).toBe(0);
  expect(occurrenceCounter()(hashOf('latte'))).toBe(0);
});

test('fifty thousand different lines are all new at first, and all known afterwards', () => {
  const before = occurrenceCounter();
  const hashes = Array.from({ length: 50_000 }, (_, index) => hashOf(String(index)));
  expect(hashes.every((hash) => before(hash) === 0)).toBe(true);
  expect(hashes.every((hash) => before(hash) === 1)).toBe(true);
});

test('handles a hash that begins with zeros', () => {
  const before = occurrenceCounter();
  const zeros = Buffer.alloc(32);
  expect([before(zeros), before(hashOf('latte')), before(zeros)]).toEqual([0, 0, 1]);
});
