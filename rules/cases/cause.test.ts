import { expect, test } from 'vitest';
import { causeOf } from './cause.ts';

const pours = (...outcomes: ('poured' | 'partial' | 'empty' | 'blocked' | 'timeout')[]) =>
  outcomes.map((outcome, position) => ({ outcome, position }));

test.each([
  [['poured', 'timeout', 'empty', 'blocked'], 'empty', 2],
  [['partial', 'timeout', 'blocked'], 'blocked', 2],
  [['partial', 'timeout', 'timeout'], 'timeout', 1],
] as const)(
  'of the pours %j the cause is %s, at the first such pour',
  (outcomes, cause, position) => {
    expect(causeOf(pours(...outcomes))).toEqual({ cause, pour: { outcome: cause, position } });
  },
);

test('a drink without pours had no power, and complete pours show no cause', () => {
  expect(causeOf([])).toEqual({ cause: 'power', pour: null });
  expect(causeOf(pours('poured', 'poured'))).toEqual({ cause: 'unknown', pour: null });
});
