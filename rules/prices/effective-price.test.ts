import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VenueClock } from '../nights/venue-clock.ts';
import {
  effectivePrice,
  isInTime,
  isOver,
  type PlannedDrink,
  type PlanSettings,
  type PlanTimes,
  plansAt,
  type PricePlan,
  pricePlan,
  type PriceRules,
  priceSwitches,
  spansOn,
} from './effective-price.ts';
import { changedCents, type PriceChange, roundingNames } from './price-change.ts';

const hourMs = 3_600_000;
const newYork: VenueClock = {
  fromDay: '2000-01-01',
  timezone: 'America/New_York',
  startsMinutes: 300,
};
const weekly = (weekdays: number[], from: string, until: string): PlanTimes => ({
  repeats: 'weekly',
  weekdays,
  from,
  until,
});
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const settings = (more: Partial<PlanSettings> = {}): PlanSettings => ({
  times: weekly(everyDay, '17:00', '19:00'),
  unitIds: [],
  drinkIds: [],
  categories: [],
  change: { operation: 'percent', by: -20, rounding: 'none' },
  priority: 0,
  ...more,
});
const negroni: PlannedDrink = { id: 'negroni', cents: 1200, doubleCents: 1800, categories: [] };
const inTime = (times: PlanTimes, at: string, clock = newYork) =>
  isInTime(times, Date.parse(at), clock);

test('PRICE-01 a plan from 17:00 to 19:00 ends with 18:59:59.999 in venue time', () => {
  const times = weekly(everyDay, '17:00', '19:00');
  expect(inTime(times, '2026-06-12T16:59:59.999-04:00')).toBe(false);
  expect(inTime(times, '2026-06-12T17:00:00.000-04:00')).toBe(true);
  expect(inTime(times, '2026-06-12T18:59:59.999-04:00')).toBe(true);
  expect(inTime(times, '2026-06-12T19:00:00.000-04:00')).toBe(false);
});

test('PRICE-02 from 22:00 to 02:00 on Friday is until Saturday 02:00, and not on Saturday', () => {
  const times = weekly([5], '22:00', '02:00');
  expect(inTime(times, '2026-06-13T01:59:59-04:00')).toBe(true);
  expect(inTime(times, '2026-06-13T02:00:00-04:00')).toBe(false);
  expect(inTime(times, '2026-06-13T22:00:00-04:00')).toBe(false);
  expect(inTime(times, '2026-06-12T01:00:00-04:00')).toBe(false);
});

test('spans of a calendar day are clipped at midnight, and belong to their business day', () => {
  const times = { ...weekly([5], '22:00', '02:00'), lastDay: '2026-06-12' };
  const spans = (day: string, of: PlanTimes = times) => spansOn(of, day, 300);
  expect(spans('2026-06-12')).toEqual([{ fromMinutes: 1320, untilMinutes: 1440 }]);
  expect(spans('2026-06-13')).toEqual([{ fromMinutes: 0, untilMinutes: 120 }]);
  expect(spans('2026-06-14')).toEqual([]);
  expect(spans('2026-06-19')).toEqual([]);
  expect(spans('2026-06-13', weekly([5], '01:00', '03:00'))).toEqual([
    { fromMinutes: 60, untilMinutes: 180 },
  ]);
  const once = { repeats: 'once', from: '2026-06-11T20:00', until: '2026-06-13T02:00' } as const;
  expect(spans('2026-06-12', once)).toEqual([{ fromMinutes: 0, untilMinutes: 1440 }]);
});

test('a plan is over with the last of its times', () => {
  const over = (times: PlanTimes, at: string) => isOver(times, Date.parse(at), newYork);
  const times = { ...weekly([5], '22:00', '02:00'), lastDay: '2026-06-12' };
  expect(over(times, '2026-06-13T01:59:59-04:00')).toBe(false);
  expect(over(times, '2026-06-13T02:00:00-04:00')).toBe(true);
  expect(over(weekly([5], '22:00', '02:00'), '2099-01-01T00:00:00Z')).toBe(false);
  const once = { repeats: 'once', from: '2026-06-11T20:00', until: '2026-06-13T02:00' } as const;
  expect(over(once, '2026-06-13T01:59:59-04:00')).toBe(false);
  expect(over(once, '2026-06-13T02:00:00-04:00')).toBe(true);
});

test('a time after midnight and before the start of the business day belongs to the evening before', () => {
  const times = weekly([5], '01:00', '03:00');
  expect(inTime(times, '2026-06-13T01:30:00-04:00')).toBe(true);
  expect(inTime(times, '2026-06-12T01:30:00-04:00')).toBe(false);
  expect(inTime(times, '2026-06-12T01:30:00-04:00', { ...newYork, startsMinutes: 0 })).toBe(true);
});

test('an hour that clocks show twice counts both times, and one that they skip never', () => {
  const times = weekly(everyDay, '01:00', '01:30');
  const readings = ['05:00', '05:30', '06:00', '06:29', '06:30'];
  expect(readings.map((time) => inTime(times, `2026-11-01T${time}Z`))).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
  const skipped = weekly(everyDay, '02:15', '02:45');
  expect(inTime(skipped, '2026-03-08T06:59Z')).toBe(false);
  expect(inTime(skipped, '2026-03-08T07:00Z')).toBe(false);
});

test('days and a single span are limits', () => {
  const times = { ...weekly(everyDay, '22:00', '02:00'), firstDay: '2026-06-12' } as PlanTimes;
  expect(inTime(times, '2026-06-12T01:00-04:00')).toBe(false);
  expect(inTime({ ...times, lastDay: '2026-06-12' } as PlanTimes, '2026-06-13T01:00-04:00')).toBe(
    true,
  );
  const once: PlanTimes = { repeats: 'once', from: '2026-12-31T20:00', until: '2027-01-01T02:00' };
  expect(inTime(once, '2027-01-01T01:59-05:00')).toBe(true);
  expect(inTime(once, '2027-01-01T02:00-05:00')).toBe(false);
});

const change = (by: number, operation: PriceChange['operation'] = 'amount'): PriceChange => ({
  operation,
  by,
  rounding: 'none',
});

test('PRICE-05 of several plans the highest priority counts, then the lower price', () => {
  const plan = (id: string, by: number, priority: number) =>
    pricePlan(id, settings({ change: change(by), priority }));
  const winner = (...plans: PricePlan[]) => effectivePrice(negroni, plans).plan?.id;
  expect(winner(plan('a', -3, 0), plan('b', 1, 1))).toBe('b');
  expect(winner(plan('a', -1, 1), plan('b', -2, 1))).toBe('b');
  expect(winner(plan('a', -2, 1), plan('b', -2, 1))).toBe('a');
  expect(winner()).toBeUndefined();
});

test('PRICE-06 -15 %, to .50, at least $5: no price is below, and none ends otherwise', () => {
  const plans = [
    pricePlan(
      'a',
      settings({ change: { operation: 'percent', by: -15, rounding: '.50', floor: 5 } }),
    ),
  ];
  for (let cents = 0; cents < 3000; cents += 7) {
    const price = effectivePrice({ ...negroni, cents, doubleCents: cents + 300 }, plans);
    expect(price.cents).toBeGreaterThanOrEqual(500);
    expect(price.cents % 100).toBe(50);
    expect(price.doubleCents).toBeGreaterThanOrEqual(price.cents);
  }
});

// Against a slow reference: what a clock on the wall shows, and every day and plan one after the other.

const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
const twoDigits = (value: number) => String(value).padStart(2, '0');
const time = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, minute]) => `${twoDigits(hour)}:${twoDigits(minute)}`);
/** Around the changes of the clocks of 2026. */
const seasons = [
  '2026-03-07',
  '2026-03-28',
  '2026-04-04',
  '2026-10-03',
  '2026-10-24',
  '2026-10-31',
];
const instant = fc
  .tuple(fc.constantFrom(...seasons), fc.integer({ min: 0, max: 72 * 3600 }))
  .map(([day, seconds]) => Date.parse(`${day}T00:00Z`) + seconds * 1000);
const seasonDay = fc.constantFrom(...seasons.map((day) => shifted(day, 1)), null);
const times: fc.Arbitrary<PlanTimes> = fc.oneof(
  fc.record({
    repeats: fc.constant('weekly' as const),
    weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
    from: time,
    until: time,
    firstDay: seasonDay,
    lastDay: seasonDay,
  }),
  fc.tuple(fc.constantFrom(...seasons), time, fc.nat(2), time).map(([day, from, days, until]) => ({
    repeats: 'once' as const,
    from: `${day}T${from}`,
    until: `${shifted(day, days)}T${until}`,
  })),
);
const planChange: fc.Arbitrary<PriceChange> = fc.record({
  operation: fc.constantFrom('percent', 'amount', 'set'),
  by: fc.integer({ min: -20, max: 20 }),
  rounding: fc.constantFrom(...roundingNames),
  floor: fc.constantFrom(undefined, 5),
});
const plan = fc.record({
  times,
  unitIds: fc.constantFrom([], ['here'], ['elsewhere']),
  drinkIds: fc.constantFrom([], ['negroni'], ['mule']),
  categories: fc.constantFrom([], ['Liquor'], ['Beer', 'Liquor'], ['Wine']),
  change: planChange,
  priority: fc.nat(2),
});
const drinks: PlannedDrink[] = [
  { id: 'negroni', cents: 1200, doubleCents: 1950, categories: ['Liquor'] },
  { id: 'mule', cents: 950, doubleCents: null, categories: ['Beer', 'Wine'] },
];

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * hourMs).toISOString().slice(0, 10);
}

const formats = new Map(
  zones.map((timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    return [timeZone, format];
  }),
);

/** What the clock shows: `2026-03-08T02:30`. */
const wallOf = (ms: number, timezone: string): string =>
  formats.get(timezone)?.format(ms).replace(' ', 'T').slice(0, 16) ?? '';

function slowInTime(of: PlanTimes, ms: number, clock: VenueClock): boolean {
  const wall = wallOf(ms, clock.timezone);
  if (of.repeats === 'once') return of.from <= wall && wall < of.until;
  const starts = `${twoDigits(Math.floor(clock.startsMinutes / 60))}:${twoDigits(clock.startsMinutes % 60)}`;
  return [0, -1, -2, -3].some((days) => {
    const day = shifted(wall.slice(0, 10), days);
    const weekday = new Date(`${day}T12:00Z`).getUTCDay();
    const firstDate = of.from < starts ? shifted(day, 1) : day;
    const lastDate = of.until <= of.from ? shifted(firstDate, 1) : firstDate;
    return (
      of.weekdays.includes(weekday) &&
      (!of.firstDay || day >= of.firstDay) &&
      (!of.lastDay || day <= of.lastDay) &&
      `${firstDate}T${of.from}` <= wall &&
      wall < `${lastDate}T${of.until}`
    );
  });
}

function slowPrice(drink: PlannedDrink, plans: PlanSettings[], ms: number, clock: VenueClock) {
  const prices = plans
    .filter((one) => slowInTime(one.times, ms, clock))
    .filter(({ unitIds }) => unitIds.length === 0 || unitIds.includes('here'))
    .filter(({ drinkIds }) => drinkIds.length === 0 || drinkIds.includes(drink.id))
    .filter(
      ({ categories }) =>
        categories.length === 0 || categories.some((one) => drink.categories.includes(one)),
    )
    .map(({ change: rule, priority }) => {
      const cents = changedCents(drink.cents, rule);
      if (drink.doubleCents === null) return { priority, cents, doubleCents: null };
      const double =
        rule.operation === 'set'
          ? cents + drink.doubleCents - drink.cents
          : changedCents(drink.doubleCents, rule);
      return { priority, cents, doubleCents: Math.max(cents, double) };
    })
    .toSorted(
      (a, b) =>
        b.priority - a.priority || a.cents - b.cents || (a.doubleCents ?? 0) - (b.doubleCents ?? 0),
    );
  const { cents, doubleCents } = prices[0] ?? drink;
  return { cents, doubleCents };
}

const clock = fc
  .record({ timezone: fc.constantFrom(...zones), startsMinutes: fc.constantFrom(0, 90, 300, 720) })
  .map((of): VenueClock => ({ fromDay: '2000-01-01', ...of }));

test('the price of any plans at any instant in any zone is that of a slow reference', () => {
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 6 }), clock, instant, (plans, of, ms) => {
      const rules = rulesOf(plans, of);
      for (const drink of drinks) {
        const inForce = plansAt(rules, { unitId: 'here', ms });
        const { cents, doubleCents } = effectivePrice(drink, inForce);
        expect({ cents, doubleCents }).toEqual(slowPrice(drink, plans, ms, of));
      }
    }),
    { numRuns: 1000 },
  );
});

const rulesOf = (plans: PlanSettings[], of: VenueClock): PriceRules => ({
  clocks: [of],
  periods: plans.map((one, nth) => ({
    plan: pricePlan(`plan ${nth}`, one),
    fromMs: 0,
    untilMs: null,
  })),
});

test('the switches of the next 48 hours lead to the price of every instant in them', () => {
  fc.assert(
    fc.property(
      fc.array(plan, { maxLength: 4 }),
      clock,
      instant,
      fc.integer({ min: 0, max: 48 * 3600 }),
      (plans, of, fromMs, seconds) => {
        const range = { fromMs, untilMs: fromMs + 48 * hourMs };
        const ms = fromMs + seconds * 1000;
        const switches = priceSwitches(rulesOf(plans, of), 'here', drinks, range);
        const times = switches.map((one) => one.fromMs);
        // Also just before and at each of them.
        for (const at of [ms, ...times, ...times.map((one) => one - 1)]) {
          for (const drink of drinks) {
            const last = switches
              .filter((one) => one.fromMs <= at)
              .flatMap((one) => one.drinks.filter(({ id }) => id === drink.id))
              .at(-1);
            const { cents, doubleCents } = last ?? slowPrice(drink, plans, fromMs, of);
            expect({ cents, doubleCents }).toEqual(slowPrice(drink, plans, at, of));
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('a clock that starts another day and zone later holds from its first business day on', () => {
  const later = { fromDay: '2026-06-12', timezone: 'Europe/Berlin', startsMinutes: 0 };
  const rules = rulesOf([settings()], newYork);
  const moved = { ...rules, clocks: [newYork, later] };
  const cents = (at: string) =>
    effectivePrice(negroni, plansAt(moved, { unitId: 'here', ms: Date.parse(at) })).cents;
  expect(cents('2026-06-11T17:30-04:00')).toBe(960);
  expect(cents('2026-06-12T17:30-04:00')).toBe(1200);
  expect(cents('2026-06-12T17:30+02:00')).toBe(960);
});

test('plans as they were stored at a time are those of the sale', () => {
  const rules: PriceRules = {
    clocks: [newYork],
    periods: [{ plan: pricePlan('a', settings()), fromMs: 1000, untilMs: 2000 }],
  };
  const ms = Date.parse('2026-06-12T17:30-04:00');
  expect(plansAt(rules, { unitId: 'here', ms, knownMs: 1000 })).toHaveLength(1);
  expect(plansAt(rules, { unitId: 'here', ms, knownMs: 2000 })).toHaveLength(0);
});
