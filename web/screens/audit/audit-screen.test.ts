import { expect, test } from 'vitest';
import type { AuditEntry } from '../../api/audit.ts';
import {
  actionText,
  actorText,
  changeLines,
  mergeEntries,
  targetText,
  wholeOf,
} from './audit-columns.tsx';
import { filterOf, isNarrowed, readNarrowing, toSearch } from './audit-screen.tsx';

test('parses the URL and ignores invalid filters', () => {
  const read = readNarrowing({ search: ' key ', from: '2026-11-01', to: '2026-02-30' });
  expect(read).toEqual({ search: 'key', from: '2026-11-01', to: null });
  expect(isNarrowed(read)).toBe(true);
  expect(isNarrowed(readNarrowing({}))).toBe(false);
});

test('writes only the active filters to the URL', () => {
  expect(toSearch({ search: '', from: null, to: null })).toEqual({});
  expect(toSearch({ search: 'key', from: '2026-11-01', to: null }, 'e7')).toEqual({
    search: 'key',
    from: '2026-11-01',
    before: 'e7',
  });
});

test('filters by whole days in the zone, optionally open-ended', () => {
  const narrowing = { search: '', from: '2026-11-01', to: '2026-11-01' };
  // Clocks go back on this day: 25 hours.
  expect(filterOf(narrowing, 'America/New_York', undefined)).toEqual({
    from: Date.parse('2026-11-01T04:00:00Z'),
    to: Date.parse('2026-11-02T05:00:00Z') - 1,
  });
  expect(filterOf({ ...narrowing, from: null }, 'UTC', 'owner-7')).toEqual({
    ownerId: 'owner-7',
    to: Date.parse('2026-11-02T00:00:00Z') - 1,
  });
});

const entry = (about: Partial<AuditEntry>): AuditEntry => ({
  id: 'a-1',
  at: '2026-11-21T07:00:00.000Z',
  actorId: 'u-1',
  actor: 'Maya Okafor',
  actorEmail: 'maya@rooftop.example',
  ownerName: null,
  onBehalfOf: null,
  address: '127.0.0.1',
  action: 'venue.updated',
  target: 'venue Rooftop Bar',
  result: 'done',
  oldValue: null,
  newValue: null,
  ...about,
});

test('shows the label of an action, and the code of an unknown one', () => {
  expect(actionText(entry({ action: 'unit_key.created' }))).toBe('Created key');
  expect(actionText(entry({ action: 'rendering.deleted' }))).toBe('Deleted page');
  expect(actionText(entry({ action: 'rendering.restored' }))).toBe('Restored previous page');
  expect(actionText(entry({ action: 'glass.polished' }))).toBe('glass.polished');
});

test('shows the actor and the target', () => {
  expect(targetText(entry({ target: 'terms of the platform' }))).toBe('Terms of the platform');
  expect(targetText(entry({ target: 'kim@bar.example' }))).toBe('kim@bar.example');
  expect(actorText(entry({}))).toBe('Maya Okafor');
  expect(actorText(entry({ actor: '' }))).toBe('Not signed in');
  expect(actorText(entry({ ownerName: 'Maya Okafor' }))).toBe('Maya Okafor');
  expect(actorText(entry({ ownerName: 'Rooftop', onBehalfOf: 'u-1' }))).toBe('Maya Okafor');
  expect(actorText(entry({ ownerName: 'Rooftop', onBehalfOf: 'u-2' }))).toBe(
    'Maya Okafor for Rooftop',
  );
});

test.each<[AuditEntry['oldValue'], AuditEntry['newValue'], string[]]>([
  [{ taxPercentage: 0 }, { taxPercentage: 8.875 }, ['Tax: 0% → 8.875%']],
  [{ discountRate: 0 }, { discountRate: 0.07 }, ['Discount: 0% → 7%']],
  [null, { accountType: 'SUPER_ADMIN' }, ['Account type: super administrator']],
  [
    { drinkLimitQuantity: 0, drinkLimitMinutes: 0 },
    { drinkLimitQuantity: 3, drinkLimitMinutes: 120 },
    ['Drink limit: none → 3', 'Drink limit period: none → 2 hours'],
  ],
  [{ publicKey: '' }, { publicKey: 'pk_live_1' }, ['Public key: none → pk_live_1']],
  [{ privateKey: '••••1234' }, { privateKey: '••••1234' }, ['Private key: replaced (••••1234)']],
  [
    { price: 9, doublePrice: 14.5 },
    { price: 9, doublePrice: 15 },
    ['Price for Double: $14.50 → $15.00'],
  ],
  [
    { deployDate: null },
    { deployDate: '2026-11-21T21:53:17.339Z' },
    ['Published: none → Nov 21, 2026, 4:53 PM EST'],
  ],
  [null, { category: 'BEERTENDER' }, ['Type: Beer unit']],
  [null, { keyId: '01a1fcec-5914', label: '' }, ['Key: …c-5914', 'Label: none']],
  [null, { characters: 1204 }, ['Length: 1,204 characters']],
  [{ name: 'Old Bar' }, null, ['Name: Old Bar → none']],
  [null, { doneAt: '2026-11-21T07:04:00.000Z' }, ['Done: Nov 21, 2026, 2:04 AM EST']],
  [{ cost: null }, { cost: 21.5 }, ['Cost: none → $21.50']],
  [
    { managerRefundLimit: 100 },
    { managerRefundLimit: 250 },
    ['Managers refund up to: $100.00 → $250.00'],
  ],
  [null, { resolution: 'remade', owed: 9 }, ['Owed: $9.00', 'Settled as: Made again']],
  [
    { policy: 'off', cap: 0 },
    { policy: 'any_failure', cap: 50 },
    [
      'Most in a night: $0.00 → $50.00',
      'Refund automatically: Off → Every glass that was not poured',
    ],
  ],
  [
    { role: 'manager', venues: 'all' },
    { role: 'manager', venues: 'Cellar' },
    ['Venues: all → Cellar'],
  ],
  [
    { venues: '019ec1b6-2400-723b-bc0c-4fab2778b7f6' },
    { venues: '019ec1b6-2400-723b-bc0c-4fab2778b7f6, 01a2317c-790f-79e3-bc1c-e20e0d0ff9c2' },
    ['Venues: 1 venue → 2 venues'],
  ],
  [{ venues: 2 }, { venues: 5 }, ['Venues: 2 → 5']],
  [null, null, []],
])('shows the change from %j to %j', (oldValue, newValue, lines) => {
  expect(changeLines(entry({ oldValue, newValue }), 'America/New_York')).toEqual(lines);
});

test('a feature is named in the action', () => {
  const switched = (newValue: Record<string, boolean>) => entry({ action: 'flag.set', newValue });
  const doubles = switched({ 'general--double-order': true });
  expect(actionText(doubles)).toBe('Turned on double orders');
  expect(changeLines(doubles, 'America/New_York')).toEqual([]);
  expect(actionText(switched({ 'general--pax-shift4': false }))).toBe('Turned off Shift4 payments');
});

let count = 0;
const savedEntry = (minute: number, about: Partial<AuditEntry>): AuditEntry => ({
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
  savedEntry(minute, {
    target: `venue ${to}`,
    oldValue: { name: from },
    newValue: { name: to },
    ...more,
  });
const taxed = (minute: number, from: number, to: number, more: Partial<AuditEntry> = {}) =>
  savedEntry(minute, {
    oldValue: { taxPercentage: from },
    newValue: { taxPercentage: to },
    ...more,
  });
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
  expect(sizes(savedEntry(2, created), savedEntry(1, created))).toEqual([1, 1]);
});
