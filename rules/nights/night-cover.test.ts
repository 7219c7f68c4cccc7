import { expect, test } from 'vitest';
import { coverRange } from '../reports/rollup-cover.ts';
import { nightRange } from './nights.ts';

const rulesOf = (timezone: string, startsMinutes: number) => ({
  clocks: [{ fromDay: '2020-01-01', timezone, startsMinutes }],
  ends: new Map(),
});

test.each([
  ['America/New_York', 300, 0],
  ['Europe/Berlin', 240, 0],
  // Each end of the range is within an hour of UTC.
  ['America/New_York', 270, 2],
  ['Asia/Kolkata', 300, 2],
])(
  'DAY-10 a year of nights in %s that start at %i minutes sums single sales of %i parts of an hour',
  (timezone, starts, parts) => {
    const cover = coverRange(nightRange(rulesOf(timezone, starts), '2025-01-01', '2025-12-31'));
    expect(cover.edges).toHaveLength(parts);
  },
);
