import { expect, test } from 'vitest';
import type { AuditEntry } from '../../api/audit.ts';
import { actionText, actorText, changeLines, targetText } from './audit-labels.ts';

const entry = (about: Partial<AuditEntry>): AuditEntry => ({
  id: 'a-1',
  at: '2026-11-21T07:00:00.000Z',
  actor: 'Maya Okafor',
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
  expect(actionText(entry({ action: 'unit_key.created' }))).toBe('Made unit key');
  expect(actionText(entry({ action: 'flag.set' }))).toBe('Switched flag');
  expect(actionText(entry({ action: 'glass.polished' }))).toBe('glass.polished');
});

test('shows the actor and the target', () => {
  expect(targetText(entry({ target: 'terms of the platform' }))).toBe('Terms of the platform');
  expect(actorText(entry({}))).toBe('Maya Okafor');
  expect(actorText(entry({ actor: '' }))).toBe('Not signed in');
  expect(actorText(entry({ ownerName: 'Maya Okafor' }))).toBe('Maya Okafor');
  expect(actorText(entry({ ownerName: 'Rooftop' }))).toBe('Maya Okafor for Rooftop');
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
  [null, { 'general--double-order': true }, ['Double orders: on']],
  [null, { keyId: '01a1fcec-5914', label: '' }, ['Key: …c-5914', 'Label: none']],
  [null, { characters: 1204 }, ['Length: 1,204 characters']],
  [{ name: 'Old Bar' }, null, ['Name: Old Bar → none']],
  [null, null, []],
])('shows the change from %j to %j', (oldValue, newValue, lines) => {
  expect(changeLines(entry({ oldValue, newValue }))).toEqual(lines);
});
