import { expect, test } from 'vitest';
import { faultsBegin, faultsOfUnit, isClosedDay, slownessAt, wearAt } from './unit-faults.ts';

const hourMs = 3_600_000;
const simulated = { startMs: 0, endMs: 72 * hourMs };

test('faults last for a quarter of the time, six hours at most', () => {
  expect(faultsBegin(simulated)).toBe(66 * hourMs);
  expect(faultsBegin({ startMs: 0, endMs: 4 * hourMs })).toBe(3 * hourMs);
});

test('faults are dealt to the units in turn; a closed day concerns all', () => {
  const faults = ['blocked', 'stopped', 'closed'] as const;
  expect([0, 1, 2].map((nth) => [...faultsOfUnit(faults, nth, 3)])).toEqual([
    ['blocked', 'closed'],
    ['stopped', 'closed'],
    ['closed'],
  ]);
  expect([...faultsOfUnit(faults, 0, 1)]).toEqual(['blocked', 'stopped', 'closed']);
});

test('a slowing place is eight times slower at the end', () => {
  expect([60, 66, 69, 72].map((hour) => slownessAt(hour * hourMs, simulated))).toEqual([
    1, 1, 4.5, 8,
  ]);
});

test('the closed day ends a day before the end', () => {
  expect([23, 24, 47, 48].map((hour) => isClosedDay(hour * hourMs, simulated))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a valve that wears out is twice as slow at the end', () =>
  expect([0, 36, 72].map((hour) => wearAt(hour * hourMs, simulated))).toEqual([1, 1.5, 2]));
