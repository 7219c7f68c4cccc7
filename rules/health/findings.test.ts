import { expect, test } from 'vitest';
import { failureRateOf } from './failure-rate.ts';
import { findingsOf, stateText, type UnitFacts, type VenueFacts } from './findings.ts';

const nowMs = Date.parse('2026-06-14T02:00:00Z');
const minutes = (count: number): number => count * 60_000;
const venue: VenueFacts = {
  nowMs,
  timezone: 'America/New_York',
  isOpen: true,
  isWatched: true,
  quiet: null,
};
const selling = { expected: 0.1, odds: 0.9, missing: 0, isSilent: false };
const silent = { expected: 9, odds: 0.0001, missing: 9, isSilent: true };
const well: UnitFacts = {
  state: 'online',
  lastContactMs: nowMs,
  lastSoldMs: nowMs - minutes(2),
  quiet: selling,
  paid: null,
  failureRate: null,
  reader: 'ready',
  skewMs: 200,
  aheadMs: null,
  impossibleMs: null,
  service: null,
  gap: null,
};
const offline: UnitFacts = {
  ...well,
  state: 'offline',
  lastContactMs: nowMs - minutes(14),
  lastSoldMs: nowMs - minutes(20),
  quiet: silent,
};
const quiet: UnitFacts = { ...well, lastSoldMs: nowMs - minutes(26), quiet: silent };

const texts = (units: UnitFacts[], more: Partial<VenueFacts> = {}) =>
  findingsOf(units, { ...venue, ...more }).map(({ unit, text }) => [unit, text]);

test('a unit without contact is offline, with what is missing', () => {
  expect(texts([well, offline])).toEqual([[1, 'Offline 14 min; about 9 sales are missing']]);
  const one = { ...offline, quiet: { ...silent, missing: 1 } };
  expect(texts([well, one])).toEqual([[1, 'Offline 14 min; about 1 sale is missing']]);
  expect(texts([well, { ...offline, quiet: null }])).toEqual([[1, 'Offline 14 min']]);
});

test('a silent unit in contact is a finding', () => {
  expect(texts([quiet, well])).toEqual([[0, 'No sale for 26 min; about 9 sales are missing']]);
});

test('all units silent together are one finding, with the last sale of all', () => {
  const text = 'Nobody has sold since 9:34 PM';
  expect(texts([quiet, quiet])).toEqual([[null, text]]);
  const early = { ...well, lastSoldMs: nowMs - minutes(26) };
  expect(texts([early, early], { quiet: silent })).toEqual([[null, text]]);
  expect(texts([quiet, quiet], { timezone: 'UTC' })).toEqual([
    [null, 'Nobody has sold since 1:34 AM UTC'],
  ]);
  expect(texts([quiet, offline])).toEqual([
    [null, 'Nobody has sold since 9:40 PM'],
    [1, 'Offline 14 min; about 9 sales are missing'],
  ]);
  expect(texts([offline, offline])).toEqual([
    [null, 'Nobody has sold since 9:40 PM; none of the 2 units is online'],
  ]);
});

test('a closed venue, and one whose server was down, has no unit that is silent or offline', () => {
  expect(texts([quiet, offline, well], { isOpen: false })).toEqual([]);
  expect(texts([quiet, offline, well], { isWatched: false })).toEqual([]);
  expect(texts([quiet, quiet], { isWatched: false })).toEqual([]);
});

test('a unit that only sells free drinks any more has a card reader to check', () => {
  const paid = { quiet: silent, lastSoldMs: nowMs - minutes(26) };
  const text = 'No paid sale for 26 min, while free ones go on: check its card reader';
  expect(texts([{ ...well, paid }])).toEqual([[0, text]]);
  expect(texts([{ ...well, paid: { ...paid, quiet: selling } }])).toEqual([]);
  expect(texts([{ ...well, paid }], { isOpen: false })).toEqual([]);
  expect(texts([{ ...well, paid }], { isWatched: false })).toEqual([]);
  expect(texts([{ ...quiet, paid }, well])).toEqual([
    [0, 'No sale for 26 min; about 9 sales are missing'],
  ]);
});

test('a unit in service has no finding, and one that no person ended is reported for an hour', () => {
  const service = {
    fromMs: nowMs - minutes(10),
    untilMs: nowMs + minutes(20),
    isEnded: false,
    reason: 'cleaning',
  } as const;
  const failing = failureRateOf({ failed: 20, glasses: 50 }, { failed: 0, glasses: 900 });
  const cleaned = { ...offline, service, failureRate: failing, skewMs: minutes(9) };
  expect(texts([cleaned, well])).toEqual([]);
  expect(stateText(cleaned, [], venue)).toBe('In service until 10:20 PM (cleaning)');
  const other = { ...cleaned, service: { ...service, reason: 'other' } } as const;
  expect(stateText(other, [], venue)).toBe('In service until 10:20 PM');
  const past = {
    fromMs: nowMs - minutes(50),
    untilMs: nowMs - minutes(20),
    isEnded: false,
    reason: 'other',
  } as const;
  const text = 'In service from 9:10 PM to 9:40 PM; it ended by itself';
  expect(texts([{ ...well, service: past }])).toEqual([[0, text]]);
  expect(texts([{ ...well, service: { ...past, isEnded: true } }])).toEqual([]);
  expect(texts([{ ...well, service: past }], { nowMs: nowMs + minutes(40) })).toEqual([]);
});

test('HEALTH-04 late sales are reported for an hour, while the unit is online', () => {
  const gap = { fromMs: nowMs - minutes(40), untilMs: nowMs - minutes(10), lateSales: 12 };
  const back = { ...well, gap };
  expect(texts([back])).toEqual([[0, 'Online again since 9:50 PM; 12 sales arrived late']]);
  expect(texts([{ ...well, gap: { ...gap, lateSales: 0 } }])).toEqual([]);
  expect(texts([back], { nowMs: nowMs + minutes(50) })).toEqual([]);
});

test('failures, readers and clocks are findings, the most urgent first', () => {
  const failureRate = failureRateOf({ failed: 8, glasses: 50 }, { failed: 25, glasses: 1000 });
  const dead: UnitFacts = { ...well, reader: 'offline' };
  const fast = { ...well, skewMs: minutes(5) };
  const ahead = { ...well, aheadMs: nowMs + minutes(180) };
  expect(texts([ahead, fast, dead, { ...well, failureRate }])).toEqual([
    [3, '8 of the last 50 drinks failed; usually 2.5% do'],
    [2, 'Its card reader is offline'],
    [0, 'A sale is dated 3 hours ahead: check its clock'],
    [1, 'Its clock shows 10:05 PM; it is 10:00 PM'],
  ]);
});

test('the state of a unit is its first finding, or that it is online', () => {
  const found = findingsOf([offline, well], venue);
  expect(stateText(offline, found, venue)).toBe('Offline 14 min; about 9 sales are missing');
  expect(stateText(well, [], venue)).toBe('Online');
  expect(stateText({ ...well, state: 'new', lastContactMs: null }, [], venue)).toBe(
    'No contact yet',
  );
  const weeks = { ...offline, lastContactMs: nowMs - minutes(60 * 24 * 20), quiet: null };
  expect(stateText(weeks, [], venue)).toBe('Offline 20 days');
});
