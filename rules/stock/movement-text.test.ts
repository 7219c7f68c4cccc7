import { expect, test } from 'vitest';
import { levelChangeText, movementText } from './movement-text.ts';

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
  expect(levelChangeText(699.75, 1000)).toBe('699.8 → 1,000 ml');
  expect(levelChangeText(750, 750)).toBe('750 ml');
});
