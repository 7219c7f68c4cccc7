import { expect, test } from 'vitest';
import { unitEvents, type UnitPast } from './unit-strip.ts';

const zone = 'America/New_York';
const at = (time: string): number => Date.parse(`2026-06-13T${time}:00-04:00`);
const nothing: UnitPast = { offline: [], maintenance: [], refusals: [], refills: [], notes: [] };
const texts = (past: Partial<UnitPast>, now = at('23:00')) =>
  unitEvents({ ...nothing, ...past }, now, zone).map(({ text }) => text);
const cleaning = {
  fromMs: at('22:00'),
  untilMs: at('22:40'),
  reason: 'cleaning',
  begunBy: 'Jo',
  isEnded: false,
  endedBy: null,
} as const;

test('times without contact are told with their length and end', () => {
  expect(
    texts({
      offline: [
        { fromMs: at('18:00'), untilMs: at('20:05') },
        { fromMs: at('22:46'), untilMs: null },
      ],
    }),
  ).toEqual(['Offline since 10:46 PM, for 14 min', 'Offline for 2 h 5 min, until 8:05 PM']);
});

test('maintenance is running, ended by a person, or ended by itself', () => {
  expect(texts({ maintenance: [cleaning] }, at('22:10'))).toEqual([
    'Paused for maintenance by Jo (cleaning), until 10:40 PM',
  ]);
  expect(texts({ maintenance: [cleaning] })).toEqual([
    'Maintenance ended by itself',
    'Paused for maintenance by Jo (cleaning)',
  ]);
  const ended = {
    ...cleaning,
    reason: 'other',
    begunBy: null,
    isEnded: true,
    endedBy: 'Sam',
  } as const;
  expect(texts({ maintenance: [ended] })).toEqual([
    'Maintenance ended by Sam',
    'Paused for maintenance',
  ]);
});

test('refused sales, refills and notes of the support stand among the others, newest first', () => {
  expect(
    texts({
      maintenance: [cleaning],
      refusals: [{ atMs: at('22:20'), times: 3, message: 'This is not the price on the menu' }],
      refills: [{ atMs: at('19:00'), names: ['Campari', 'Gin'] }],
      notes: [{ atMs: at('18:00'), note: 'A technician comes on Monday' }],
    }),
  ).toEqual([
    'Maintenance ended by itself',
    'A sale was refused 3 times: This is not the price on the menu',
    'Paused for maintenance by Jo (cleaning)',
    'Refilled: Campari, Gin',
    'Note from support: A technician comes on Monday',
  ]);
});

test('at most 100 are listed', () => {
  const refusals = Array.from({ length: 120 }, (_, nth) => ({
    atMs: at('20:00') + nth,
    times: 1,
    message: 'No',
  }));
  expect(texts({ refusals })).toHaveLength(100);
});
