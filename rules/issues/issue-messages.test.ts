import { expect, test } from 'vitest';
import { issueText } from './issue-messages.ts';

test('names the most urgent issue and counts the others', () => {
  expect(issueText(1, 'Gin is out')).toBe('Gin is out');
  expect(issueText(3, 'Gin is out')).toBe('Gin is out, and 2 more');
  expect(issueText(2, null)).toBe('2 issues');
});
