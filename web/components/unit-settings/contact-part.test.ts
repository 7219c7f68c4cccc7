import { expect, test } from 'vitest';
import type { UnitContact } from '../../api/units.ts';
import { contactFacts } from './contact-part.tsx';

const nowMs = Date.parse('2026-07-01T20:12:00Z');

test('a unit without heartbeats says when it last had contact', () => {
  const contact = { lastContactAt: '2026-07-01T20:00:00Z', since: null, heartbeat: null };
  expect(contactFacts(contact, nowMs)).toEqual([{ label: 'Last contact', value: '12 min ago' }]);
  expect(contactFacts({ ...contact, lastContactAt: null }, nowMs)[0]?.value).toBe('Never');
});

test('a heartbeat says what it reports, and nothing that it leaves out', () => {
  const heartbeat: UnitContact['heartbeat'] = {
    receivedAt: '2026-07-01T20:11:00Z',
    software: '4.1.0',
    startedAt: '2026-07-01T09:00:00Z',
    reader: 'offline',
    queuedSales: 3,
    clockSkewMs: 300_000,
    oldMenuSince: new Date(nowMs - 2 * 3_600_000).toISOString(),
    positions: [
      { position: '3', state: 'blocked' },
      { position: '7', state: 'warm' },
    ],
  };
  const contact = { lastContactAt: '2026-07-01T20:11:00Z', since: null, heartbeat };
  const texts = (given: UnitContact) =>
    contactFacts(given, nowMs).map(({ label, value }) => `${label}: ${value}`);
  expect(texts(contact)).toEqual([
    'Last contact: 1 min ago',
    'Software: 4.1.0',
    'Started: 11 h ago',
    'Card reader: Offline',
    'Sales waiting in the unit: 3',
    'Clock: 5 min fast',
    'Menu: Old, first reported 2 h ago',
    'Places: 3 blocked, 7 warm',
  ]);
  const bare: UnitContact['heartbeat'] = {
    ...heartbeat,
    software: '',
    startedAt: null,
    reader: 'unknown',
    queuedSales: null,
    clockSkewMs: null,
    oldMenuSince: null,
    positions: [],
  };
  expect(texts({ ...contact, heartbeat: bare })).toEqual([
    'Last contact: 1 min ago',
    'Card reader: Not reported',
  ]);
});
