import { expect, test } from 'vitest';
import { durationText } from './date-text.ts';

test.each([
  [95_000, '1 min 35 s'],
  [60_000, '1 min 0 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [0, '0 s'],
  [3_725_000, '62 min 5 s'],
  [null, '–'],
  [undefined, '–'],
])('formats %s ms as %s', (durationMs, text) => expect(durationText(durationMs)).toBe(text));
