import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VenueClock } from '../nights/venue-clock.ts';
import { isOffered, type MenuHours, menuHoursText, offerSwitches } from './availability.ts';

const hourMs = 3_600_000;
const newYork: VenueClock = {
  fromDay: '2000-01-01',
  timezone: 'America/New_York',
  startsMinutes: 300,
};
const brunch: MenuHours = { weekdays: [0, 6], from: '10:00', until: '14:00' };
const mimosa = { id: 'mimosa', hours: brunch, soldOutUntilMs: null };
const at = (text: string) => Date.parse(text);

test('brunch drinks are on offer until 2 PM by the clock of the venue', () => {
  const isOn = (text: string) => isOffered(mimosa, at(text), [newYork]);
  expect(isOn('2026-06-13T09:59:59.999-04:00')).toBe(false);
  expect(isOn('2026-06-13T10:00:00.000-04:00')).toBe(true);
  expect(isOn('2026-06-13T13:59:59.999-04:00')).toBe(true);
  expect(isOn('2026-06-13T14:00:00.000-04:00')).toBe(false);
  expect(isOn('2026-06-12T12:00:00.000-04:00')).toBe(false);
  expect(menuHoursText(brunch)).toBe('Sat, Sun, 10:00 AM to 2:00 PM');
});

test('a drink that is sold out is on offer from the end of that on, within its hours', () => {
  const soldOut = { ...mimosa, soldOutUntilMs: at('2026-06-13T11:00:00-04:00') };
  expect(isOffered(soldOut, at('2026-06-13T10:59:59.999-04:00'), [newYork])).toBe(false);
  expect(isOffered(soldOut, at('2026-06-13T11:00:00-04:00'), [newYork])).toBe(true);
  expect(isOffered(soldOut, at('2026-06-13T15:00:00-04:00'), [newYork])).toBe(false);
});

test('without a clock hours count as always', () => {
  expect(isOffered(mimosa, at('2026-06-12T12:00:00-04:00'), [])).toBe(true);
});

test('switches are told once, in their order, and not for drinks that stay', () => {
  const drinks = [
    mimosa,
    { id: 'negroni', hours: null, soldOutUntilMs: at('2026-06-14T05:00:00-04:00') },
    { id: 'lager', hours: null, soldOutUntilMs: null },
  ];
  const fromMs = at('2026-06-13T12:00:00-04:00');
  const range = { fromMs, untilMs: fromMs + 48 * hourMs };
  expect(offerSwitches(drinks, [newYork], range)).toEqual([
    { fromMs: at('2026-06-13T14:00:00-04:00'), drinks: [{ id: 'mimosa', available: false }] },
    { fromMs: at('2026-06-14T05:00:00-04:00'), drinks: [{ id: 'negroni', available: true }] },
    { fromMs: at('2026-06-14T10:00:00-04:00'), drinks: [{ id: 'mimosa', available: true }] },
    { fromMs: at('2026-06-14T14:00:00-04:00'), drinks: [{ id: 'mimosa', available: false }] },
  ]);
});

const time = fc
  .tuple(fc.nat(23), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minutes]) => `${String(hour).padStart(2, '0')}:${minutes}`);
const hours: fc.Arbitrary<MenuHours> = fc.record({
  weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }),
  from: time,
  until: time,
});

test('from any time on the switches lead to what is on offer at every quarter of an hour', () => {
  // Both changes of the clock are among the times.
  const starts = ['2026-03-07T12:00:00Z', '2026-10-31T12:00:00Z', '2026-06-12T12:00:00Z'].map(at);
  const zones = ['America/New_York', 'Europe/London', 'Asia/Kolkata'];
  fc.assert(
    fc.property(
      fc.array(fc.record({ hours: fc.option(hours), soldOutHours: fc.option(fc.nat(72)) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom(...starts),
      fc.constantFrom(...zones),
      fc.constantFrom(0, 300, 720),
      (some, fromMs, timezone, startsMinutes) => {
        const clocks = [{ fromDay: '2000-01-01', timezone, startsMinutes }];
        const drinks = some.map((drink, nth) => ({
          id: String(nth),
          hours: drink.hours,
          soldOutUntilMs: drink.soldOutHours === null ? null : fromMs + drink.soldOutHours * hourMs,
        }));
        const untilMs = fromMs + 48 * hourMs;
        const switches = offerSwitches(drinks, clocks, { fromMs, untilMs });
        for (const drink of drinks) {
          for (let ms = fromMs; ms <= untilMs; ms += hourMs / 4) {
            const last = switches
              .filter((one) => one.fromMs <= ms)
              .flatMap((one) => one.drinks)
              .findLast(({ id }) => id === drink.id);
            const told = last?.available ?? isOffered(drink, fromMs, clocks);
            expect(told).toBe(isOffered(drink, ms, clocks));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});
