import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offsetMsAt } from '../../lib/time-in-zone.ts';
import {
  endToKeep,
  hoursOf,
  limitsOfEnd,
  type Night,
  nightAt,
  nightOf,
  nightRange,
  type NightRules,
  nightsOf,
  shiftDay,
  usualHours,
} from './nights.ts';
import type { VenueClock } from './venue-clock.ts';

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString().replace(':00.000Z', 'Z');

const clock = (fromDay: string, timezone: string, startsMinutes: number): VenueClock => ({
  fromDay,
  timezone,
  startsMinutes,
});
const rulesOf = (clocks: VenueClock[], ends: Record<string, string> = {}): NightRules => ({
  clocks,
  ends: new Map(Object.entries(ends).map(([day, end]) => [day, at(end)])),
});
const newYork = (startsMinutes: number, ends = {}) =>
  rulesOf([clock('2020-01-01', 'America/New_York', startsMinutes)], ends);

const shown = (rules: NightRules, day: string) => {
  const night = nightOf(rules, day);
  return [iso(night.startMs), iso(night.endMs), hoursOf(night)];
};

describe('worked numbers of DAY', () => {
  test('DAY-03 the night of the change back has 25 hours, that of the change forward 23', () => {
    const rules = newYork(300);
    expect(shown(rules, '2026-10-31')).toEqual(['2026-10-31T09:00Z', '2026-11-01T10:00Z', 25]);
    expect(shown(rules, '2026-03-07')).toEqual(['2026-03-07T10:00Z', '2026-03-08T09:00Z', 23]);
  });

  test('a start that clocks skip is the jump, and one that comes twice is the first', () => {
    expect(shown(newYork(150), '2026-03-08')[0]).toBe('2026-03-08T07:00Z');
    expect(shown(newYork(90), '2026-11-01')[0]).toBe('2026-11-01T05:30Z');
  });
});

test('DAY-01 the last millisecond before the start belongs to the night before', () => {
  const rules = newYork(300);
  expect(nightAt(rules, at('2026-06-13T08:59:59.999Z')).day).toBe('2026-06-12');
  expect(nightAt(rules, at('2026-06-13T09:00:00.000Z')).day).toBe('2026-06-13');
});

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const days = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2040, 11, 31) / 86_400_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));

/** Days on which a night overlaps another, leaves a gap, or is another one in a list that starts elsewhere. */
function faultsOf(rules: NightRules, nights: readonly Night[]): string[] {
  return nights.flatMap(({ day, startMs, endMs }, nth) => {
    const next = nights[nth + 1];
    const isTiled = endMs >= startMs && (!next || next.startMs === endMs);
    const alone = nth % 7 === 0 ? nightOf(rules, day) : { startMs, endMs };
    const isSame = alone.startMs === startMs && alone.endMs === endMs;
    const isFound =
      endMs === startMs ||
      nth % 3 > 0 ||
      [startMs, endMs - 1].every((ms) => nightAt(rules, ms).day === day);
    return isTiled && isSame && isFound ? [] : [day];
  });
}

describe('DAY-02 nights leave no gap and no overlap', () => {
  test.each([120, 150])('in ten zones from 2000 to 2040, starting at %i minutes', (starts) => {
    for (const zone of zones) {
      const rules = rulesOf([clock('2000-01-01', zone, starts)]);
      const nights = nightsOf(rules, '2000-01-01', '2040-12-31');
      // The clock reads the start or later, and read less just before.
      const wrong = nights.filter(({ day, startMs, endMs }, nth) => {
        const wall = startMs + offsetMsAt(startMs, zone);
        const before = startMs - 1 + offsetMsAt(startMs - 1, zone);
        const wanted = at(`${day}T00:00:00Z`) + starts * 60_000;
        const isTiled = endMs >= startMs && endMs === (nights[nth + 1]?.startMs ?? endMs);
        return !isTiled || wall < wanted || before >= wanted;
      });
      expect(wrong, zone).toEqual([]);
    }
  });

  test('whatever the clocks, their changes and the ends that were set', () => {
    const clocks = fc.uniqueArray(
      fc.record({
        fromDay: days,
        timezone: fc.constantFrom(...zones, 'Pacific/Honolulu', 'Pacific/Kiritimati'),
        startsMinutes: fc.integer({ min: 0, max: 24 }).map((step) => step * 30),
      }),
      { selector: ({ fromDay }) => fromDay, minLength: 1, maxLength: 4 },
    );
    const moves = fc.array(
      fc.record({
        nth: fc.integer({ min: -8, max: 12 }),
        hours: fc.integer({ min: -30, max: 60 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(clocks, moves, days, (unsorted, ends, day) => {
        const sorted = unsorted.toSorted((a, b) => a.fromDay.localeCompare(b.fromDay));
        const around = [day, ...sorted.map(({ fromDay }) => fromDay)];
        const rules = {
          clocks: sorted,
          ends: new Map(
            around.flatMap((one) =>
              ends.map(({ nth, hours }) => {
                const moved = shiftDay(one, nth);
                return [moved, at(`${moved}T12:00:00Z`) + hours * hourMs] as const;
              }),
            ),
          ),
        };
        for (const one of around) {
          const nights = nightsOf(rules, shiftDay(one, -10), shiftDay(one, 10));
          expect(faultsOf(rules, nights)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('DAY-05 a ship that crosses the date line', () => {
  const east = rulesOf([
    clock('2026-01-01', 'Pacific/Auckland', 300),
    clock('2026-06-10', 'Pacific/Honolulu', 300),
  ]);
  const west = rulesOf([
    clock('2026-01-01', 'Pacific/Honolulu', 720),
    clock('2026-06-10', 'Pacific/Auckland', 0),
  ]);

  test('no night overlaps from Auckland to Honolulu', () => {
    const nights = nightsOf(east, '2026-06-07', '2026-06-12');
    expect(faultsOf(east, nights)).toEqual([]);
    expect(nights.map(hoursOf)).toEqual([24, 24, 46, 24, 24, 24]);
  });

  test('a day without time is listed as such', () => {
    const nights = nightsOf(west, '2026-06-07', '2026-06-12');
    expect(faultsOf(west, nights)).toEqual([]);
    expect(nights.map(hoursOf)).toEqual([24, 24, 0, 14, 24, 24]);
  });

  test('a date that a zone skipped has no time where the day starts at midnight', () => {
    const apia = rulesOf([clock('2011-01-01', 'Pacific/Apia', 0)]);
    expect(hoursOf(nightOf(apia, '2011-12-30'))).toBe(0);
  });
});

test('a clock that half an hour divides changes for the days from its first on', () => {
  const rules = rulesOf([
    clock('2026-01-01', 'America/New_York', 300),
    clock('2026-06-09', 'America/Chicago', 270),
  ]);
  expect(shown(rules, '2026-06-07')).toEqual(['2026-06-07T09:00Z', '2026-06-08T09:00Z', 24]);
  expect(shown(rules, '2026-06-08')).toEqual(['2026-06-08T09:00Z', '2026-06-09T09:30Z', 24.5]);
  expect(shown(rules, '2026-06-09')).toEqual(['2026-06-09T09:30Z', '2026-06-10T09:30Z', 24]);
});

test('the first clock also holds for the days before it', () => {
  expect(shown(newYork(300), '2019-06-12')[0]).toBe('2019-06-12T09:00Z');
});

describe('DAY-08 a night that ended at 06:30', () => {
  const rules = newYork(300, { '2026-06-12': '2026-06-13T10:30:00Z' });

  test('moves the hour and a half after its usual end, and the next night starts there', () => {
    expect(shown(rules, '2026-06-11')).toEqual(['2026-06-11T09:00Z', '2026-06-12T09:00Z', 24]);
    expect(shown(rules, '2026-06-12')).toEqual(['2026-06-12T09:00Z', '2026-06-13T10:30Z', 25.5]);
    expect(shown(rules, '2026-06-13')).toEqual(['2026-06-13T10:30Z', '2026-06-14T09:00Z', 22.5]);
    expect(nightAt(rules, at('2026-06-13T10:29:59.999Z')).day).toBe('2026-06-12');
  });

  test('can end an hour after its start at the earliest, and 12 hours into the next', () => {
    const { earliestMs, latestMs } = limitsOfEnd(rules, '2026-06-13');
    expect([iso(earliestMs), iso(latestMs)]).toEqual(['2026-06-13T11:30Z', '2026-06-14T21:00Z']);
  });
});

test('DAY-04 a change of the running day keeps the end of the night before', () => {
  const before = newYork(300);
  const changed = rulesOf([...before.clocks, clock('2026-06-09', 'America/Chicago', 300)]);
  const keptMs = endToKeep(before, changed, '2026-06-09');
  expect(keptMs).toBe(at('2026-06-09T09:00:00Z'));
  const after = { ...changed, ends: new Map([['2026-06-08', keptMs ?? 0]]) };
  expect(nightRange(after, '2026-06-01', '2026-06-08')).toEqual(
    nightRange(before, '2026-06-01', '2026-06-08'),
  );
  expect(shown(after, '2026-06-09')).toEqual(['2026-06-09T09:00Z', '2026-06-10T10:00Z', 25]);
  expect(endToKeep(before, before, '2026-06-09')).toBeNull();
  expect(endToKeep(before, newYork(60), '2020-01-01')).toBeNull();
});

test('DAY-04 the end of the night before is also kept across the date line', () => {
  for (const [from, to] of [
    ['Pacific/Auckland', 'Pacific/Honolulu'],
    ['Pacific/Honolulu', 'Pacific/Auckland'],
  ] as const) {
    const before = rulesOf([clock('2026-01-01', from, 300)]);
    const changed = rulesOf([...before.clocks, clock('2026-06-09', to, 300)]);
    const keptMs = endToKeep(before, changed, '2026-06-09') ?? 0;
    const after = { ...changed, ends: new Map([['2026-06-08', keptMs]]) };
    expect(nightOf(after, '2026-06-08')).toEqual(nightOf(before, '2026-06-08'));
  }
});

describe('hours in which a venue usually sells', () => {
  const sold = (byHour: Readonly<Record<number, number>>) =>
    Array.from({ length: 24 }, (_, hour) => byHour[hour] ?? 0);

  test('they may end after midnight, and leave out an hour with a hundredth of the orders', () => {
    const orders = sold({ 12: 5, 16: 200, 22: 500, 23: 200, 0: 150, 1: 90, 3: 4 });
    expect(usualHours(orders, 300)).toEqual({ opensMinutes: 16 * 60, closesMinutes: 26 * 60 });
  });

  test('they are those of the business day', () => {
    const orders = sold({ 9: 500, 17: 500 });
    expect(usualHours(orders, 0)).toEqual({ opensMinutes: 540, closesMinutes: 1080 });
    expect(usualHours(orders, 12 * 60)).toEqual({ opensMinutes: 1020, closesMinutes: 34 * 60 });
  });

  test('nothing is known of a venue with few orders, or one that opens after midnight', () => {
    expect(usualHours(sold({ 18: 99 }), 300)).toBeNull();
    expect(usualHours(sold({ 2: 900 }), 300)).toBeNull();
  });
});
