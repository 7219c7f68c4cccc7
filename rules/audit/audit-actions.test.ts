import { expect, test } from 'vitest';
import { auditActionLabel, auditActionLabels, auditActionsLabelled } from './audit-actions.ts';

test('every audit action is a resource and a past participle', () => {
  for (const action of Object.keys(auditActionLabels)) expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/);
});

test('shows an unknown audit action by its code', () => {
  expect(auditActionLabel('unit_key.created')).toBe('Created key');
  expect(auditActionLabel('bottle.weighed')).toBe('bottle.weighed');
});

test('finds audit actions by the words of their label, in any case and order', () => {
  expect(auditActionsLabelled(' KEY created')).toEqual(['unit_key.created']);
  expect(auditActionsLabelled('nothing of the kind')).toEqual([]);
});
