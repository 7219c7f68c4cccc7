import { describe, expect, test } from 'vitest';
import { formatCents } from '../../lib/money.ts';
import { changeText, otherText, ratioText } from './compare-text.ts';
import { silentUnitsText } from './silent-units-text.ts';
import type { Against } from './compared-nights.ts';
import { changeOf } from './figures.ts';

const saturday = { from: '2026-06-13', to: '2026-06-13' };
const week = { from: '2026-06-07', to: '2026-06-13' };

test.each<[Against, object, boolean, string]>([
  ['weekday', saturday, true, 'last Saturday by now'],
  ['weekday', saturday, false, 'the Saturday before'],
  ['previous', saturday, true, 'yesterday by now'],
  ['previous', saturday, false, 'the day before'],
  ['year', saturday, false, 'the Saturday a year before'],
  ['average4', saturday, true, 'the average Saturday by now'],
  ['weekday', week, false, 'a week before'],
  ['weekday', { from: '2026-06-04', to: '2026-06-13' }, true, '2 weeks before by now'],
  ['previous', week, false, 'the 7 days before'],
  ['month', { from: '2026-06-01', to: '2026-06-30' }, false, 'the month before'],
])('%s of %j: %s %s', (against, days, soFar, text) => {
  expect(otherText({ ...saturday, ...days, against, soFar })).toBe(text);
});

test('ratios below 10 % have one decimal, others none', () => {
  expect([0.153, 0.0421, -0.0421, 0.0996, 0.09949, -0.5, 12.34, 0.0001].map(ratioText)).toEqual([
    '+15%',
    '+4.2%',
    '−4.2%',
    '+10%',
    '+9.9%',
    '−50%',
    '+1,234%',
    '0.0%',
  ]);
});

describe('a change in words', () => {
  const text = (current: number, other: number, counted = false) =>
    changeText({
      amount: counted ? String(Math.abs(current - other)) : formatCents(Math.abs(current - other)),
      change: changeOf(current, other),
      other: 'last Saturday by now',
      counted,
    });

  test('says by how much and the share', () => {
    expect(text(123_400, 107_300)).toBe('$161.00 more than last Saturday by now (+15%)');
    expect(text(10_000, 10_250)).toBe('$2.50 less than last Saturday by now (−2.4%)');
    expect(text(9, 13, true)).toBe('4 fewer than last Saturday by now (−31%)');
    expect([text(5, 5), text(0, 0, true)]).toEqual([
      'As much as last Saturday by now',
      'As many as last Saturday by now',
    ]);
  });

  test('CMP-07 has no share where there was nothing', () => {
    expect(text(900, 0)).toBe('$9.00 more than last Saturday by now');
  });
});

const when = { nowMs: Date.parse('2026-06-14T02:14:00Z'), timezone: 'America/New_York' };
const terrace = {
  unitNumber: 1042,
  unitName: 'Terrace',
  from: '2026-06-14T00:10:00Z',
  until: null,
};
const over = {
  unitNumber: 1043,
  unitName: null,
  from: '2026-06-07T00:10:00Z',
  until: '2026-06-07T02:40:00Z',
};

test('CMP-06 a unit is named with its last contact, or the time without', () => {
  expect(silentUnitsText([terrace, over], when)).toBe(
    'Terrace · 1042, last heard 8:10 PM; ' +
      'unit 1043, not in contact from Sat, Jun 6, 8:10 PM to Sat, Jun 6, 10:40 PM',
  );
  expect(silentUnitsText([terrace, terrace, over, over], when)).toMatch(/; 2 more$/);
});
