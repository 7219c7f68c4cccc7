import { expect, test } from 'vitest';
import type { VenueComparison } from '../../api/reports.ts';
import { missedText, perUnitNight, totalBeside } from './all-venues-screen.tsx';

const likeForLike = (venues: number, by: number, ratio: number | null) =>
  ({ venues, change: { by, ratio } }) as unknown as VenueComparison['likeForLike'];
const of = (shown: VenueComparison['likeForLike'], venues = 3) => ({
  likeForLike: shown,
  venues: Array.from({ length: venues }) as VenueComparison['venues'],
  missing: [],
});

test.each([
  [of(likeForLike(3, 161, 0.15)), '$161.00 more than the 7 days before (+15%)'],
  [
    of(likeForLike(2, -161, -0.05)),
    '$161.00 less than the 7 days before (−5.0%), 2 venues that were open then too',
  ],
  [
    of(likeForLike(1, 9, null)),
    '$9.00 more than the 7 days before, 1 venue that was open then too',
  ],
  [of(null), 'Nothing to compare with in the 7 days before'],
])('compares the venues that were open in both periods %#: %s', (report, text) => {
  expect(totalBeside(report, 'the 7 days before')).toBe(text);
});

test('divides by the nights on which a unit sold', () => {
  const figures = { gross: 100 } as VenueComparison['total'];
  expect(perUnitNight({ figures, unitNights: 8 })).toBe('$12.50');
  expect(perUnitNight({ figures, unitNights: 0 })).toBeNull();
  expect(perUnitNight({ figures, unitNights: null })).toBeNull();
});

test('says what units missed while they were offline', () => {
  const unit = { unitNumber: 1001, name: null, hours: 3, gross: 99 };
  expect(missedText({ gross: 99, units: [unit] })).toBe(
    'About $99.00 missed while unit 1001 was offline for 3 hours',
  );
  expect(missedText({ gross: 9, units: [{ ...unit, name: 'Left', hours: 1 }] })).toBe(
    'About $9.00 missed while Left was offline for an hour',
  );
  expect(missedText({ gross: 120, units: [unit, unit] })).toBe(
    'About $120.00 missed while 2 units were offline',
  );
});
