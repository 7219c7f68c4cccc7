import { expect, test } from 'vitest';
import type { AuditEntry } from '../../api/audit.ts';
import { actionText, actorText, changeLines, targetText } from './audit-columns.tsx';

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
