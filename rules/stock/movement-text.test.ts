import { expect, test } from 'vitest';
import { groupMovements, levelChangeText, movementText } from './movement-text.ts';

const to = (levelBeforeMl: number, levelAfterMl: number, note = '') => ({
  note,
  levelBeforeMl,
  levelAfterMl,
});

test('movements are told in words, those between positions from both sides', () => {
  expect(movementText('refilled', to(10, 1000))).toBe('Refilled');
  expect(movementText('moved', to(300, 0))).toBe('Moved away');
  expect(movementText('moved', to(0, 300))).toBe('Moved here');
  expect(movementText('adjusted', to(5, 5, 'Start of the ledger'))).toBe('Start of the ledger');
});

test('levels are told from which to which', () => {
  expect(levelChangeText(699.75, 1000)).toBe('23.3 → 33.3 oz');
  expect(levelChangeText(750, 750)).toBe('25 oz');
});

test('movements of one refill are one group', () => {
  const at = (time: string, text: string, by: string | null = 'Ada') => ({
    at: `2026-11-20T${time}:00Z`,
    text,
    by,
  });
  const groups = groupMovements([
    at('18:20', 'Loaded'),
    at('18:10', 'Loaded'),
    at('18:08', 'Loaded', 'Grace'),
    at('17:30', 'Loaded', 'Grace'),
    at('17:29', 'Removed', 'Grace'),
  ]);
  expect(groups.map((group) => group.length)).toEqual([2, 1, 1, 1]);
});
