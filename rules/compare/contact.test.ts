import { describe, expect, test } from 'vitest';
import { isMissed, sellingHours } from './contact.ts';

const at = (text: string) => Date.parse(text);
const stretch = (from: string, until: string) => ({ startMs: at(from), endMs: at(until) });
const evenings = Array.from({ length: 24 }, (_, hour) => (hour >= 17 || hour < 2 ? 50 : 0));
const venue = { hours: sellingHours(evenings), timezone: 'America/New_York' };
const saturday = stretch('2026-06-13T09:00Z', '2026-06-14T02:14Z');

describe('CMP-06 a unit without contact', () => {
  test('for two hours of selling is left out', () => {
    // From 8:10 PM until 10:14 PM.
    expect(isMissed(stretch('2026-06-14T00:10Z', '2026-06-14T02:14Z'), [saturday], venue)).toBe(
      true,
    );
    expect(isMissed(stretch('2026-06-14T00:20Z', '2026-06-14T02:14Z'), [saturday], venue)).toBe(
      false,
    );
  });

  test('while the venue does not sell misses nothing', () => {
    expect(isMissed(stretch('2026-06-13T06:00Z', '2026-06-13T22:30Z'), [saturday], venue)).toBe(
      false,
    );
    expect(isMissed(stretch('2026-06-13T06:00Z', '2026-06-13T23:00Z'), [saturday], venue)).toBe(
      true,
    );
  });

  test('in time that is not compared is not left out', () => {
    expect(isMissed(stretch('2026-06-14T02:14Z', '2026-06-15T02:14Z'), [saturday], venue)).toBe(
      false,
    );
  });
});

test('an hour with hardly any sale is not one in which the venue sells', () => {
  const orders = evenings.map((count, hour) => (hour === 11 ? 2 : count));
  expect(sellingHours(orders).has(11)).toBe(false);
  expect(sellingHours(orders).size).toBe(9);
  expect(sellingHours(evenings.map(() => 0)).size).toBe(0);
});
