import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDays, nightOf, shiftDay } from '../nights/nights.ts';
import {
  type Against,
  againstNames,
  calendarDays,
  compareNights,
  joinTimeRanges,
  readingText,
  whyNotAgainst,
} from './compared-nights.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const rules = {
  clocks: [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 300 }],
  ends: new Map<string, number>(),
};
const compare = (from: string, to: string, against: Against, now?: string) =>
  compareNights(rules, {
    from,
    to,
    against,
    soFar: now !== undefined,
    nowMs: at(now ?? '2030-01-01T00:00:00Z'),
  });
const daysOf = (from: string, to: string, against: Against) =>
  compare(from, to, against).pairs.map(({ others }) => others.map(({ night }) => night.day));
const cutAt = (day: string, now: string, against: Against = 'weekday') =>
  compare(day, day, against, now).pairs.flatMap(({ others }) =>
    others.map(({ part }) => iso(part.endMs)),
  );

describe('worked numbers of CMP', () => {
  test('CMP-02 the night of the change back is compared until the same reading', () => {
    expect(cutAt('2026-10-31', '2026-11-01T05:30:00Z')).toEqual(['2026-10-25T05:30:00.000Z']);
    expect(cutAt('2026-10-31', '2026-11-01T06:30:00Z')).toEqual(['2026-10-25T06:00:00.000Z']);
  });

  test('CMP-01 Saturday 22:14 is compared with the last until the same second', () => {
    const { pairs, reading } = compare(
      '2026-06-13',
      '2026-06-13',
      'weekday',
      '2026-06-14T02:14:07Z',
    );
    expect(iso(pairs[0]?.others[0]?.part.endMs ?? 0)).toBe('2026-06-07T02:14:07.000Z');
    expect(readingText(reading ?? 0)).toBe('22:14');
  });
});

test('each night that a running one is averaged with is cut at its own reading', () => {
  expect(cutAt('2026-03-14', '2026-03-15T02:00:00Z', 'average4')).toEqual([
    '2026-03-08T03:00:00.000Z',
    '2026-03-01T03:00:00.000Z',
    '2026-02-22T03:00:00.000Z',
    '2026-02-15T03:00:00.000Z',
  ]);
});

test('the last of several nights is cut, and those that have not begun are left out', () => {
  const { pairs, current } = compare(
    '2026-06-11',
    '2026-06-20',
    'previous',
    '2026-06-14T02:14:00Z',
  );
  expect(pairs.map((pair) => pair.current.day)).toEqual(['2026-06-11', '2026-06-12', '2026-06-13']);
  const parts = joinTimeRanges(pairs.flatMap(({ others }) => others.map(({ part }) => part)));
  expect(parts.map(({ startMs, endMs }) => [iso(startMs), iso(endMs)])).toEqual([
    ['2026-06-01T09:00:00.000Z', '2026-06-04T02:14:00.000Z'],
  ]);
  expect(iso(current.endMs)).toBe('2026-06-14T02:24:00.000Z');
});

const wholeDay = fc
  .integer({ min: Date.UTC(2010, 0) / 86_400_000, max: Date.UTC(2039, 0) / 86_400_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));

describe('CMP-04 of 1, 7, 10 and 30 nights', () => {
  test.each([1, 7, 10, 30])('%i, weekdays stay aligned and no night is on both sides', (count) => {
    fc.assert(
      fc.property(wholeDay, (from) => {
        const to = shiftDay(from, count - 1);
        const { pairs } = compare(from, to, 'weekday');
        expect(pairs).toHaveLength(count);
        for (const { current, others } of pairs) {
          const [other] = others;
          const apart = countDays(other?.night.day ?? '', current.day) - 1;
          expect(apart).toBe(7 * Math.ceil(count / 7));
          expect((other?.night.day ?? '') < from).toBe(true);
        }
      }),
      { numRuns: 15 },
    );
  });
});

test('previous are the nights right before, and a year is 364 days', () => {
  expect(daysOf('2026-06-12', '2026-06-14', 'previous').flat()).toEqual([
    '2026-06-09',
    '2026-06-10',
    '2026-06-11',
  ]);
  expect(daysOf('2026-06-13', '2026-06-13', 'year')).toEqual([['2025-06-14']]);
});

test('a month is compared with the same days of the month before, as many as there are', () => {
  const march = daysOf('2026-03-01', '2026-03-31', 'month');
  expect([march[0], march[27], march[28], march[30]]).toEqual([
    ['2026-02-01'],
    ['2026-02-28'],
    [],
    [],
  ]);
  expect(daysOf('2026-01-01', '2026-01-31', 'month').at(-1)).toEqual(['2025-12-31']);
  expect(whyNotAgainst('month', { from: '2026-03-01', to: '2026-04-01' })).not.toBeNull();
  expect(whyNotAgainst('month', { from: '2026-03-02', to: '2026-03-31' })).not.toBeNull();
  expect(whyNotAgainst('month', { from: '2026-03-01', to: '2026-03-31' })).toBeNull();
  expect(whyNotAgainst('average4', { from: '2026-03-01', to: '2026-06-01' })).not.toBeNull();
});

test('a running day that the month before does not have is compared with the whole of it', () => {
  const { reading, pairs } = compare('2026-03-01', '2026-03-30', 'month', '2026-03-31T02:00:00Z');
  expect([reading, pairs.length, pairs.at(-1)?.others]).toEqual([null, 30, []]);
});

test('a day without time is not compared with', () => {
  const west = {
    clocks: [
      { fromDay: '2026-01-01', timezone: 'Pacific/Honolulu', startsMinutes: 720 },
      { fromDay: '2026-06-10', timezone: 'Pacific/Auckland', startsMinutes: 0 },
    ],
    ends: new Map<string, number>(),
  };
  const options = { from: '2026-06-16', to: '2026-06-16', soFar: false, nowMs: 0 };
  expect(compareNights(west, { ...options, against: 'weekday' }).pairs[0]?.others).toEqual([]);
});

describe('CMP-03 while the night goes on', () => {
  const zones = ['America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin', 'Asia/Kathmandu'];
  test.each(againstNames)('no part that is compared with shrinks: %s', (against) => {
    // Nights around both changes of clocks, and any others.
    const changes = fc.constantFrom('2026-03-07', '2026-10-31', '2026-03-28', '2026-10-24');
    const some = { from: fc.oneof(changes, wholeDay), timezone: fc.constantFrom(...zones) };
    const minutes = fc.integer({ min: 0, max: 26 * 60 });
    fc.assert(
      fc.property(fc.record(some), minutes, minutes, ({ from, timezone }, one, two) => {
        const zoned = {
          ...rules,
          clocks: [{ fromDay: '2000-01-01', timezone, startsMinutes: 90 }],
        };
        const night = nightOf(zoned, from);
        const partsAt = (minute: number) => {
          const nowMs = Math.min(night.startMs + minute * 60_000, night.endMs - 1);
          return compareNights(zoned, {
            from,
            to: from,
            against,
            soFar: true,
            nowMs,
          }).pairs.flatMap(({ others }) => others.map(({ part }) => part));
        };
        const later = partsAt(Math.max(one, two));
        for (const [nth, part] of partsAt(Math.min(one, two)).entries()) {
          expect(later[nth]?.endMs).toBeGreaterThanOrEqual(part.endMs);
          expect(part.endMs).toBeGreaterThanOrEqual(part.startMs);
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('days of a time zone are those of a venue without a clock', () => {
  const { current } = compareNights(calendarDays('America/New_York'), {
    from: '2026-03-08',
    to: '2026-03-08',
    against: 'previous',
    soFar: false,
    nowMs: 0,
  });
  expect([iso(current.startMs), iso(current.endMs)]).toEqual([
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
});
