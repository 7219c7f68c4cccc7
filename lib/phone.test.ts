import { expect, test } from 'vitest';
import { phoneText } from './phone-text.ts';

test('formats US numbers, and leaves others as they are', () => {
  expect(phoneText('+14155552671')).toBe('(415) 555-2671');
  expect(phoneText('+447911123456')).toBe('+447911123456');
});
