import { expect, test } from 'vitest';
import type { Severity } from '../../../rules/alerts/alert-kinds.ts';
import { afterDone, inOrder, moved } from './issue-list.tsx';

const issue = (id: string, severity: Severity = 'urgent', state: 'open' | 'seen' = 'open') => ({
  id,
  severity,
  state,
});
const idOf = (one: { id: string } | undefined) => one?.id;

test('issues are by severity, newest first, and those that are seen come last', () => {
  const issues = [
    issue('5', 'later'),
    issue('4'),
    issue('3', 'soon'),
    issue('2', 'urgent', 'seen'),
    issue('1', 'later'),
  ];
  expect(inOrder(issues).map(({ id }) => id)).toEqual(['4', '3', '5', '1', '2']);
});

test('moving begins at the first, and stays at either end', () => {
  const issues = [issue('a'), issue('b')];
  expect(idOf(moved(issues, undefined, 1))).toBe('a');
  expect(idOf(moved(issues, undefined, -1))).toBe('a');
  expect(idOf(moved(issues, 'a', 1))).toBe('b');
  expect(idOf(moved(issues, 'b', 1))).toBe('b');
  expect(idOf(moved(issues, 'a', -1))).toBe('a');
  expect(moved([], undefined, 1)).toBeUndefined();
});

test('after one is resolved the next is shown, or the one before it at the end', () => {
  const issues = [issue('a'), issue('b'), issue('c')];
  expect(idOf(afterDone(issues, 'b'))).toBe('c');
  expect(idOf(afterDone(issues, 'c'))).toBe('b');
  expect(afterDone([issue('a')], 'a')).toBeUndefined();
  expect(afterDone(issues, 'elsewhere')).toBeUndefined();
});
