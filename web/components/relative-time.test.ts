import { expect, test } from 'vitest';
import { agoText } from './date-text.ts';

const now = Date.parse('2026-11-21T07:00:00Z');

test.each([
  ['2026-11-21T07:03:00Z', 'just now'],
  ['2026-11-21T06:59:01Z', 'just now'],
  ['2026-11-21T06:59:00Z', '1 min ago'],
  ['2026-11-21T06:00:01Z', '59 min ago'],
  ['2026-11-21T06:00:00Z', '1 h ago'],
  ['2026-11-20T07:00:01Z', '23 h ago'],
  ['2026-11-20T07:00:00Z', '1 day ago'],
  ['2026-11-12T07:00:00Z', '9 days ago'],
  ['2022-11-21T07:00:00Z', '1,461 days ago'],
])('formats %s as %s', (at, words) => {
  expect(agoText(Date.parse(at), now)).toBe(words);
});
