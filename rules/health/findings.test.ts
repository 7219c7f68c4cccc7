import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { relativeVariance } from '../forecast/demand.ts';
import { expectationOf, sameNights } from '../forecast/night-profile.ts';
import { quietOf } from './contact-state.ts';
import { failureRateOf } from './failure-rate.ts';
import { findingsOf, stateText, type UnitFacts, type VenueFacts } from './findings.ts';
import { isOpenAt } from './open-now.ts';
import { type Night, nightOf, type NightRules, shiftDay } from '../nights/nights.ts';
import { gamma } from '../simulation/pour-outcome.ts';

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
  oldMenuMs: null,
  aheadMs: null,
  impossibleMs: null,
  maintenance: null,
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
  const text = 'No sales since 9:34 PM';
  expect(texts([quiet, quiet])).toEqual([[null, text]]);
  const early = { ...well, lastSoldMs: nowMs - minutes(26) };
  expect(texts([early, early], { quiet: silent })).toEqual([[null, text]]);
  expect(texts([quiet, quiet], { timezone: 'UTC' })).toEqual([
    [null, 'No sales since 1:34 AM UTC'],
  ]);
  expect(texts([quiet, offline])).toEqual([
    [null, 'No sales since 9:40 PM'],
    [1, 'Offline 14 min; about 9 sales are missing'],
  ]);
  expect(texts([offline, offline])).toEqual([
    [null, 'No sales since 9:40 PM; none of the 2 units is online'],
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

test('a unit in maintenance has no finding, and one that no person ended is reported for an hour', () => {
  const maintenance = {
    fromMs: nowMs - minutes(10),
    untilMs: nowMs + minutes(20),
    isEnded: false,
    reason: 'cleaning',
  } as const;
  const failing = failureRateOf({ failed: 20, glasses: 50 }, { failed: 0, glasses: 900 });
  const cleaned = { ...offline, maintenance, failureRate: failing, skewMs: minutes(9) };
  expect(texts([cleaned, well])).toEqual([]);
  expect(stateText(cleaned, [], venue)).toBe('In maintenance until 10:20 PM · cleaning');
  const other = { ...cleaned, maintenance: { ...maintenance, reason: 'other' } } as const;
  expect(stateText(other, [], venue)).toBe('In maintenance until 10:20 PM');
  const past = {
    fromMs: nowMs - minutes(50),
    untilMs: nowMs - minutes(20),
    isEnded: false,
    reason: 'other',
  } as const;
  const text = 'In maintenance from 9:10 PM to 9:40 PM; it ended by itself';
  expect(texts([{ ...well, maintenance: past }])).toEqual([[0, text]]);
  expect(texts([{ ...well, maintenance: { ...past, isEnded: true } }])).toEqual([]);
  expect(texts([{ ...well, maintenance: past }], { nowMs: nowMs + minutes(40) })).toEqual([]);
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
    [3, '8 of the last 50 drinks failed (usually 2.5%)'],
    [2, 'Its card reader is offline'],
    [0, 'A sale is dated 3 hours ahead: check its clock'],
    [1, 'Its clock shows 10:05 PM; it is 10:00 PM'],
  ]);
});

test('a unit that has reported an old menu for a quarter of an hour is a finding while it is online', () => {
  const old = (since: number) => ({ ...well, oldMenuMs: nowMs - minutes(since) });
  expect(texts([old(15)])).toEqual([[0, 'Has shown an old menu since 9:45 PM']]);
  expect(texts([old(14)])).toEqual([]);
  expect(texts([{ ...old(60), state: 'new' }])).toEqual([]);
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

// Units without faults, simulated night after night.

const hourMs = 3_600_000;
const rules: NightRules = {
  clocks: [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 300 }],
  ends: new Map(),
};
/** Share of the sales from 5 PM to 2 AM, and of a week's nights from Sunday on. */
const shareOfHour = [0.05, 0.07, 0.1, 0.13, 0.15, 0.17, 0.16, 0.11, 0.06];
const firstHour = 17;
const shareOfWeekday = [0.8, 0.5, 0.6, 0.8, 1, 1.6, 1.7];

/** Times of the sales of a night: Poisson distributed around its pace. */
function simulateNight(random: () => number, night: Night, mean: number, spread: number): number[] {
  const pace = gamma(random, 1 / spread ** 2);
  const start = night.startMs + (firstHour - 5) * hourMs;
  return shareOfHour.flatMap((share, nth) => {
    const expected = mean * pace * share;
    const sales: number[] = [];
    let at = -Math.log(1 - random()) / expected;
    while (at < 1) {
      sales.push(start + (nth + at) * hourMs);
      at -= Math.log(1 - random()) / expected;
    }
    return sales;
  });
}

const unknown = { hours: [], closedDays: new Set<string>() };
const nightsOfHistory = 56;
const nightsWatched = 28;

function countFalseFindings(random: () => number, perNight: number, spread: number): number {
  const days = Array.from({ length: nightsOfHistory + nightsWatched }, (_, nth) =>
    shiftDay('2026-03-20', nth),
  );
  const nights = new Map(days.map((day) => [day, nightOf(rules, day)]));
  const salesOf = new Map<string, number[]>();
  for (const [day, night] of nights) {
    const weekday = shareOfWeekday[new Date(day).getUTCDay()] ?? 1;
    salesOf.set(day, simulateNight(random, night, perNight * weekday, spread));
  }
  let found = 0;
  for (const day of days.slice(nightsOfHistory)) {
    const night = nightOf(rules, day);
    const past = sameNights(rules, day, () => true);
    const weights = past.reduce((sum, { weight }) => sum + weight, 0);
    const expectedInHour = new Map<number, number>();
    for (const { night: other, weight } of past) {
      for (const ms of salesOf.get(other.day) ?? []) {
        const hour = 5 + Math.floor((ms - other.startMs) / hourMs);
        expectedInHour.set(hour, (expectedInHour.get(hour) ?? 0) + weight / weights);
      }
    }
    const totals = past.map((one) => ({
      total: salesOf.get(one.night.day)?.length ?? 0,
      weight: one.weight,
    }));
    const expectation = expectationOf(night, expectedInHour);
    const variance = relativeVariance(totals);
    const sales = salesOf.get(day) ?? [];
    // A gap is longest just before the sale that ends it.
    for (const [nth, nowMs] of [...sales, night.startMs + 21 * hourMs].entries()) {
      const isOpen = isOpenAt(nowMs, night, unknown, expectation);
      const selling = {
        expectation,
        variance,
        sold: nth,
        lastSoldMs: sales[nth - 1] ?? null,
        resumedMs: null,
      };
      if (quietOf(selling, { nightStartMs: night.startMs, nowMs, isOpen }).isSilent) found += 1;
    }
  }
  return found;
}

test('HEALTH-02 four weeks of 50 units without faults give at most 1.5 false findings per unit', () => {
  const random = seededRandom(2);
  const units = Array.from({ length: 50 }, (_, nth) =>
    countFalseFindings(random, 15 + (135 * nth) / 49, 0.15 + (0.35 * (nth % 5)) / 4),
  );
  const mean = units.reduce((sum, count) => sum + count, 0) / units.length;
  expect(mean).toBeLessThanOrEqual(1.5);
  // The rule is not merely silent: the limit accepts about one.
  expect(mean).toBeGreaterThan(0.1);
});
