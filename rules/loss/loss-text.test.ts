import { expect, test } from 'vitest';
import { bottleText } from './costs.ts';
import { lossAdvice, lossNote, meterText, mlText, overPourText, volumeText } from './loss-text.ts';

const ml = {
  poured: 1000,
  sold: 1000,
  comped: 0,
  refunded: 0,
  wasted: 0,
  overPoured: 0,
  discarded: 0,
  unexplained: 0,
};

test('litres are written as on a bottle, with a capital L', () => {
  expect([volumeText(9_999), volumeText(612_740)]).toEqual(['9,999 ml', '612.7 L']);
  // The second is a bag of two gallons.
  expect([1_000, 7_570.82, 18_900].map(bottleText)).toEqual(['1,000 ml', '7,571 ml', '18.9 L']);
});

test('one sentence by the greatest loss', () => {
  const of = (change: object, overPourRatio: number | null = 0) =>
    lossAdvice({ ml: { ...ml, ...change }, overPourRatio });
  expect(of({ unexplained: 300, wasted: 31 })).toMatch(/^300 ml are missing/);
  expect(of({ unexplained: -300 })).toMatch(/delivery or refill is missing/);
  expect(of({ overPoured: 50 }, 0.05)).toMatch(/^More is poured/);
  expect(of({ overPoured: -50 }, -0.05)).toMatch(/^Glasses get less/);
  expect(of({ wasted: 31 })).toMatch(/^Failed pours/);
  expect(of({ unexplained: null })).toMatch(/^Count it/);
  expect(of({})).toBe('Nothing to do.');
});

test('what is less than nothing is explained', () => {
  expect(lossNote('unexplained', -300)).toMatch(/delivery or refill is missing/);
  expect(lossNote('overPoured', -50)).toBe('Glasses got less than is set.');
  for (const amount of [null, 0, -0.3, 300])
    expect(lossNote('unexplained', amount)).toBe(undefined);
  expect(lossNote('wasted', -5)).toBe(undefined);
});

test('amounts in words', () => {
  expect([mlText(1234.5), mlText(-0.2), overPourText(0.0408), overPourText(null)]).toEqual([
    '1,235 ml',
    '0 ml',
    '+4.1%',
    '–',
  ]);
  const meter = { unit: 'Unit 1001', position: 7, name: 'Rum', ratio: 0.041, servings: 1200 };
  expect(meterText(meter)).toBe(
    'Unit 1001, position 7 (Rum) pours 4.1% more than set, over 1,200 servings.',
  );
});
