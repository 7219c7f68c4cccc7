import { expect, test } from 'vitest';
import type { Severity } from '../../../rules/alerts/alert-kinds.ts';
import { afterResolved, inOrder, moved } from './alert-list.tsx';

const alert = (id: string, severity: Severity = 'urgent') => ({ id, severity });
const idOf = (one: { id: string } | undefined) => one?.id;

test('open alerts are by severity, newest first; resolved ones newest first', () => {
  const alerts = [
    alert('5', 'later'),
    alert('4'),
    alert('3', 'soon'),
    alert('2'),
    alert('1', 'later'),
  ];
  expect(inOrder(alerts, true).map(({ id }) => id)).toEqual(['4', '2', '3', '5', '1']);
  expect(inOrder(alerts, false)).toEqual(alerts);
});

test('moving begins at the first, and stays at either end', () => {
  const alerts = [alert('a'), alert('b')];
  expect(idOf(moved(alerts, undefined, 1))).toBe('a');
  expect(idOf(moved(alerts, undefined, -1))).toBe('a');
  expect(idOf(moved(alerts, 'a', 1))).toBe('b');
  expect(idOf(moved(alerts, 'b', 1))).toBe('b');
  expect(idOf(moved(alerts, 'a', -1))).toBe('a');
  expect(moved([], undefined, 1)).toBeUndefined();
});

test('after one is resolved the next is shown, or the one before it at the end', () => {
  const alerts = [alert('a'), alert('b'), alert('c')];
  expect(idOf(afterResolved(alerts, 'b'))).toBe('c');
  expect(idOf(afterResolved(alerts, 'c'))).toBe('b');
  expect(afterResolved([alert('a')], 'a')).toBeUndefined();
  expect(afterResolved(alerts, 'elsewhere')).toBeUndefined();
});
