import { expect, test } from 'vitest';
import type { AuditEntry } from '../../api/audit.ts';
import { mergeEntries, wholeOf } from './audit-columns.tsx';

let count = 0;
const entry = (minute: number, about: Partial<AuditEntry>): AuditEntry => ({
  id: `a-${(count += 1)}`,
  at: new Date(Date.UTC(2026, 10, 21, 7, minute)).toISOString(),
  actorId: 'u-1',
  actor: 'Maya Okafor',
  actorEmail: 'maya@rooftop.example',
  ownerName: 'Rooftop',
  onBehalfOf: 'u-1',
  address: '127.0.0.1',
  action: 'venue.updated',
  target: 'venue Rooftop Bar',
  result: 'done',
  oldValue: null,
  newValue: null,
  ...about,
});
const renamed = (minute: number, from: string, to: string, more: Partial<AuditEntry> = {}) =>
  entry(minute, {
    target: `venue ${to}`,
    oldValue: { name: from },
    newValue: { name: to },
    ...more,
  });
const taxed = (minute: number, from: number, to: number, more: Partial<AuditEntry> = {}) =>
  entry(minute, { oldValue: { taxPercentage: from }, newValue: { taxPercentage: to }, ...more });
const sizes = (...entries: AuditEntry[]) => mergeEntries(entries).map(({ length }) => length);

test('a name that was typed slowly is one change, from the first value to the last', () => {
  const [merged, ...others] = mergeEntries([
    renamed(3, 'Bar & Gri', 'Bar & Grill'),
    renamed(2, 'Bar & G', 'Bar & Gri'),
    renamed(1, 'Bar', 'Bar & G'),
  ]);
  expect(others).toEqual([]);
  expect(merged?.length).toBe(3);
  expect(merged && wholeOf(merged)).toMatchObject({
    target: 'venue Bar & Grill',
    oldValue: { name: 'Bar' },
    newValue: { name: 'Bar & Grill' },
  });
});

test('a change of another field in between leaves both whole', () => {
  expect(sizes(taxed(3, 8, 9), renamed(2, 'Bar', 'Grill'), taxed(1, 0, 8))).toEqual([2, 1]);
});

test.each([
  ['another person', { actorId: 'u-2', actor: 'Robin Vale' }],
  ['another owner', { onBehalfOf: 'u-3' }],
  ['another target', { target: 'venue Cellar' }],
  ['another action', { action: 'unit.discount_updated' }],
  ['another field', { oldValue: { drinkLimit: 0 }, newValue: { drinkLimit: 3 } }],
])('an entry of %s stays by itself', (_, about) => {
  expect(sizes(taxed(2, 8, 9), taxed(1, 0, 8, about))).toEqual([1, 1]);
});

test('names of two venues stay apart', () => {
  expect(sizes(renamed(2, 'Cellar', 'Cave'), renamed(1, 'Bar', 'Grill'))).toEqual([1, 1]);
});

test('a change covers ten minutes at most', () => {
  expect(sizes(taxed(11, 8, 9), taxed(1, 0, 8))).toEqual([2]);
  expect(sizes(taxed(12, 8, 9), taxed(6, 7, 8), taxed(1, 0, 7))).toEqual([2, 1]);
});

test('entries without a former value stay by themselves', () => {
  const created = { action: 'unit_key.created', newValue: { label: 'front' } };
  expect(sizes(entry(2, created), entry(1, created))).toEqual([1, 1]);
});
