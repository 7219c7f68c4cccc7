import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Former, momentsIn, priceWindow, valueAt } from './price-window.ts';

const at = (time: string) => new Date(`2026-07-01T${time}:00Z`);

describe('the times whose prices a unit may have charged', () => {
  test('a quarter of an hour before and after the sale, for a unit in contact', () => {
    expect(priceWindow(at('20:40'), null)).toEqual({ from: at('20:25'), until: at('20:55') });
  });

  test('back to its last contact, for a unit without', () => {
    expect(priceWindow(at('20:40'), at('19:10')).from).toEqual(at('19:10'));
  });

  test('never less than a quarter of an hour, never more than 14 days', () => {
    expect(priceWindow(at('20:40'), at('20:39')).from).toEqual(at('20:25'));
    expect(priceWindow(at('20:40'), new Date('2026-01-01T00:00:00Z')).from).toEqual(
      new Date('2026-06-17T20:40:00Z'),
    );
  });
});

describe('the price at a moment', () => {
  const former: Former<number>[] = [
    { until: at('18:00'), value: 850 },
    { until: at('20:00'), value: 950 },
  ];

  test.each([
    ['17:59', 850],
    ['18:00', 950],
    ['19:59', 950],
    ['20:00', 1150],
    ['23:00', 1150],
  ])('at %s it is %i', (time, cents) => {
    expect(valueAt(1150, former, at(time))).toBe(cents);
  });
});

test('the moments of a window meet every price that held within it', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 });
  const instant = (minute: number) => new Date(at('00:00').getTime() + minute * 60_000);
  fc.assert(
    fc.property(
      minutes,
      fc.integer({ min: 100, max: 2900 }),
      fc.nat(2000),
      (changes, sold, gap) => {
        const former = changes
          .toSorted((one, other) => one - other)
          .map((minute) => ({ until: instant(minute), value: minute }));
        const window = priceWindow(instant(sold), instant(Math.max(0, sold - gap)));
        const met = new Set(
          momentsIn(
            window,
            former.map(({ until }) => until),
          ).map((moment) => valueAt(-1, former, moment)),
        );
        for (let ms = window.from.getTime(); ms <= window.until.getTime(); ms += 60_000)
          expect(met).toContain(valueAt(-1, former, new Date(ms)));
      },
    ),
  );
});
