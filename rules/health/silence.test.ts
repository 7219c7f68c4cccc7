import { expect, test } from 'vitest';
import { paceOf } from '../forecast/demand.ts';
import { isSilent, oddsOfNone, silenceLimit } from './open-now.ts';

/** After 80 sales where 78 were expected. */
const pace = paceOf({ variance: 0.06, sold: 80, expected: 78 });
const night = 160;

const quiet = (expected: number, more: object = {}) =>
  isSilent({
    odds: oddsOfNone(pace, expected),
    expectedOfNight: night,
    quietMs: 26 * 60_000,
    isOpen: true,
    ...more,
  });

test('with 160 sales expected of the night, the limit is 0.000223: 8 expected sales are not silence, 9 are', () => {
  expect(silenceLimit(night)).toBeCloseTo(0.000223, 6);
  expect(oddsOfNone(pace, 8)).toBeCloseTo(0.00039, 5);
  expect(oddsOfNone(pace, 9)).toBeCloseTo(0.00015, 5);
  expect([quiet(8), quiet(9)]).toEqual([false, true]);
});

test('silence begins at 8.60 expected sales, which is 26 minutes at 20 an hour', () => {
  expect([quiet(8.59), quiet(8.61)]).toEqual([false, true]);
  expect(Math.round((8.6 / 20) * 60)).toBe(26);
});

test('nothing is silence within ten minutes, or while the venue is closed', () => {
  expect(quiet(50, { quietMs: 599_999 })).toBe(false);
  expect(quiet(50, { isOpen: false })).toBe(false);
  expect(quiet(50, { quietMs: 600_000 })).toBe(true);
});

test('a night of less than one expected sale has the limit of one sale', () => {
  expect(silenceLimit(0.2)).toBe(1 / 28);
});

/** Mean of e^(-pace × expected) over the gamma distribution of the pace, by summing small steps. */
function integratedOdds({ shape, rate }: typeof pace, expected: number): number {
  const [mean, deviation] = [shape / rate, Math.sqrt(shape) / rate];
  const density = (value: number): number =>
    Math.exp((shape - 1) * Math.log(value / mean) - rate * (value - mean));
  const step = deviation / 400;
  let [weighted, total] = [0, 0];
  for (let value = step / 2; value < mean + 12 * deviation; value += step) {
    weighted += density(value) * Math.exp(-value * expected);
    total += density(value);
  }
  return weighted / total;
}

test.each([
  [0.06, 80, 78, 8.6],
  [0.5, 0, 0, 12],
  [0.01, 3, 9, 5],
])(
  'the probability of none is the mean over all paces: variance %d, %d sold of %d',
  (variance, sold, expected, since) => {
    const some = paceOf({ variance, sold, expected });
    const reference = integratedOdds(some, since);
    expect(oddsOfNone(some, since) / reference).toBeCloseTo(1, 4);
  },
);
