import { expect, test } from 'vitest';
import { atRiskOf, oddsByTime, runOutOf, slotsBetween } from './run-out.ts';

const at = (text: string) => Date.parse(`2026-06-13T${text}Z`);
const minuteMs = 60_000;

test('slots end on the half-hours, the last one with the range', () => {
  expect(slotsBetween(at('22:10:00'), at('23:45:00'))).toEqual(
    ['22:30:00', '23:00:00', '23:30:00', '23:45:00'].map(at),
  );
  expect(slotsBetween(at('22:30:00'), at('23:00:00'))).toEqual([at('23:00:00')]);
  expect(slotsBetween(at('23:00:00'), at('22:00:00'))).toEqual([]);
});

test('an ingredient has run out when more is ordered than is left', () => {
  const supply = { left: 14, demandUntil: () => ({ mean: 13.516, variance: 27.084 }) };
  expect(oddsByTime(supply, [at('23:00:00')])[0]).toBeCloseTo(0.389, 3);
});

test('the times are interpolated within their slots, and null beyond the range', () => {
  const slots = slotsBetween(at('22:00:00'), at('23:30:00'));
  const { earliestMs, likelyMs, latestMs, odds } = runOutOf(
    at('22:00:00'),
    slots,
    [0.05, 0.3, 0.7],
  );
  expect(earliestMs).toBe(at('22:30:00') + 6 * minuteMs);
  expect(likelyMs).toBe(at('23:15:00'));
  expect(latestMs).toBeNull();
  expect(odds).toBe(0.7);
  expect(runOutOf(at('22:00:00'), [], [])).toEqual({
    earliestMs: null,
    likelyMs: null,
    latestMs: null,
    odds: 0,
  });
});

test('RUN-04 two short ingredients of one drink count its dollars once', () => {
  const both = [{ ingredientIds: ['gin', 'lime'], cents: [1000, 1000] }];
  const out = atRiskOf(
    both,
    new Map([
      ['gin', [1, 1]],
      ['lime', [1, 1]],
    ]),
  );
  expect(out.cents).toBe(2000);
  // Neither alone would bring anything back.
  expect([...out.byIngredient.values()]).toEqual([0, 0]);
});

test('what an ingredient risks is what its refill brings back', () => {
  const drinks = [
    { ingredientIds: ['gin', 'lime'], cents: [1000] },
    { ingredientIds: ['gin'], cents: [500] },
    { ingredientIds: ['rum'], cents: [9000] },
  ];
  const { cents, byIngredient } = atRiskOf(
    drinks,
    new Map([
      ['gin', [0.5]],
      ['lime', [0.2]],
    ]),
  );
  // The gimlet is lost unless both are there, 0.5 * 0.8; the other with the gin.
  expect(cents).toBeCloseTo(1000 * 0.6 + 500 * 0.5, 9);
  expect(byIngredient.get('gin')).toBeCloseTo(1000 * (0.8 - 0.4) + 500 * 0.5, 9);
  expect(byIngredient.get('lime')).toBeCloseTo(1000 * (0.5 - 0.4), 9);
  expect(byIngredient.has('rum')).toBe(false);
});
