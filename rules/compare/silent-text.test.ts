import { expect, test } from 'vitest';
import { silentUnitsText } from './silent-text.ts';

const when = { nowMs: Date.parse('2026-06-14T02:14:00Z'), timezone: 'America/New_York' };
const terrace = {
  unitNumber: 1042,
  unitName: 'Terrace',
  from: '2026-06-14T00:10:00Z',
  until: null,
};
const over = {
  unitNumber: 1043,
  unitName: null,
  from: '2026-06-07T00:10:00Z',
  until: '2026-06-07T02:40:00Z',
};

test('CMP-06 a unit is named with its last contact, or the time without', () => {
  expect(silentUnitsText([terrace, over], when)).toBe(
    'Terrace · 1042, last heard 8:10 PM; ' +
      'unit 1043, not in contact from Sat, Jun 6, 8:10 PM to Sat, Jun 6, 10:40 PM',
  );
  expect(silentUnitsText([terrace, terrace, over, over], when)).toMatch(/; 2 more$/);
});
