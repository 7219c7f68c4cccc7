import { expect, test } from 'vitest';
import { type QuotaName, usualQuotas } from '../../../rules/owners/quotas.ts';
import { amountText, changedLimits } from './edit-owner-screen.tsx';

const limits = { ...usualQuotas, units: 2500, imageBytes: 2_000_000_000 };
const shown: Partial<Record<QuotaName, string>> = { units: '2,500', imageBytes: '2,000' };
const changed = (typed: Partial<Record<QuotaName, string>>) =>
  changedLimits(limits, (name) => typed[name] ?? '');

test('limits that were not edited are not sent', () => {
  expect(changed(shown)).toEqual({});
  expect(changed({ ...shown, venues: '100' })).toEqual({});
});

test('an edited limit is sent as a number, pictures in bytes', () => {
  expect(changed({ ...shown, venues: '7' })).toEqual({ venues: 7 });
  expect(changed({ ...shown, drinks: '0' })).toEqual({ drinks: 0 });
  expect(changed({ ...shown, imageBytes: '512.5' })).toEqual({ imageBytes: 512_500_000 });
});

test('an empty field returns its limit to the usual one', () => {
  expect(changed({ ...shown, units: '' })).toEqual({ units: null });
});

test('amounts have separators, and bytes are shown as MB', () => {
  expect(amountText('drinks', 20_000)).toBe('20,000');
  expect(amountText('imageBytes', 12_345_678)).toBe('12.3');
});
