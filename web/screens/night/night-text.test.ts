import { expect, test } from 'vitest';
import type { LiveNight } from '../../api/live-connection.ts';
import { comparedText } from './night-cards.tsx';

const change = { by: 5, ratio: 0.5 };
const night = {
  night: { day: '2026-11-21' },
  figures: { gross: 890.27, servings: 63 },
  compare: {
    current: { gross: 875.03, servings: 62 },
    other: { gross: 370, servings: 32 },
    soFar: { reading: '22:47' },
    change: { gross: change, servings: change },
    leftOut: [] as unknown[],
  },
} as LiveNight;

test('sales since the comparison was made count in what is compared', () => {
  expect(comparedText(night, true)).toBe('$520.27 more than last Saturday by now (+141\u00A0%)');
  expect(comparedText(night, false)).toBe('31 more than last Saturday by now (+97\u00A0%)');
});

test('without the sales of units that are left out', () => {
  const { compare } = night;
  const some = { ...night, compare: compare && { ...compare, leftOut: [{}] } } as LiveNight;
  expect(comparedText(some, true)).toBe('$505.03 more than last Saturday by now (+136\u00A0%)');
});

test('nothing is compared without a night before', () => {
  const { compare } = night;
  const none = { ...night, compare: compare && { ...compare, other: null } };
  expect(comparedText(none, true)).toBeNull();
});
