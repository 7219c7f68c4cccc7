import { describe, expect, test } from 'vitest';
import { calendarDays } from '../compare/compared-nights.ts';
import { type Night, nightOf, type NightRules } from '../nights/nights.ts';
import { type CloseOut, closeOutText } from './close-out.ts';
import { closeOutMail } from './close-out-mail.ts';
import { digestText, totalOf } from './digest.ts';
import type { Period, PeriodOfVenue } from './periods.ts';
import { correctionText, isCorrected, isLargeDifference } from './corrections.ts';
import { lastSending, nextSending, type Schedule, sendingOf } from './sending-times.ts';
import { subscriptionText } from './subscription-text.ts';

const newYork = (startsMinutes: number): NightRules => ({
  clocks: [{ fromDay: '2026-01-01', timezone: 'America/New_York', startsMinutes }],
  ends: new Map(),
});
const after = (delayMinutes: number): Schedule => ({
  every: 'night',
  delayMinutes,
  atMinutes: null,
  weekday: null,
});
const atReading = (
  every: Schedule['every'],
  atMinutes: number,
  weekday: number | null = null,
): Schedule => ({ every, delayMinutes: null, atMinutes, weekday });
const at = (night: Night, delay: number): string =>
  new Date(sendingOf(night, after(delay)).atMs).toISOString();

const describedAs = (venueName: string, { isCalendarDay = false } = {}) => ({
  kind: 'closeout' as const,
  venueNames: [venueName],
  schedule: after(60),
  isCalendarDay,
});

describe('sending times', () => {
  const iso = (ms: number | undefined) => new Date(ms ?? 0).toISOString();

  test('MAIL-02: a week is seven business days that have ended, at a reading of the clock all year', () => {
    const mondays = atReading('week', 540, 1);
    const rules = [newYork(240)];
    for (const [now, from, to, sentAt] of [
      ['2026-06-16T00:00Z', '2026-06-08', '2026-06-14', '2026-06-15T13:00:00.000Z'],
      ['2026-03-09T23:00Z', '2026-03-02', '2026-03-08', '2026-03-09T13:00:00.000Z'],
      ['2026-11-02T23:00Z', '2026-10-26', '2026-11-01', '2026-11-02T14:00:00.000Z'],
    ] as const) {
      const due = lastSending(rules, mondays, Date.parse(now));
      expect([due?.from, due?.to, iso(due?.atMs)]).toEqual([from, to, sentAt]);
    }
    // At 3:00 AM the night of Sunday has not ended.
    const early = lastSending(rules, atReading('week', 180, 1), Date.parse('2026-06-16T00:00Z'));
    expect([early?.from, early?.to]).toEqual(['2026-06-07', '2026-06-13']);
    // 2:30 AM does not exist on that Sunday: it is taken at the jump.
    const skipped = nextSending(rules, atReading('week', 150, 0), Date.parse('2026-03-07T12:00Z'));
    expect(iso(skipped.atMs)).toBe('2026-03-08T07:00:00.000Z');
  });

  test('a month is sent on the first, and not before its last night has ended at all venues', () => {
    const rules = [newYork(240), newYork(660)];
    const due = lastSending(rules, atReading('month', 540), Date.parse('2026-06-10T00:00Z'));
    expect([due?.from, due?.to, iso(due?.atMs)]).toEqual([
      '2026-05-01',
      '2026-05-31',
      '2026-06-01T15:00:00.000Z',
    ]);
  });

  test('a night is sent at a time of day after its end', () => {
    const night = nightOf(newYork(240), '2026-06-13');
    expect(iso(sendingOf(night, atReading('night', 540)).atMs)).toBe('2026-06-14T13:00:00.000Z');
    expect(iso(sendingOf(night, atReading('night', 120)).atMs)).toBe('2026-06-15T06:00:00.000Z');
  });

  test('MAIL-02: an hour after the end of the night by the clock, on both days on which clocks change', () => {
    const fourAm = newYork(240);
    expect(at(nightOf(fourAm, '2026-03-06'), 60)).toBe('2026-03-07T10:00:00.000Z');
    expect(at(nightOf(fourAm, '2026-03-07'), 60)).toBe('2026-03-08T09:00:00.000Z');
    expect(at(nightOf(fourAm, '2026-10-30'), 60)).toBe('2026-10-31T09:00:00.000Z');
    expect(at(nightOf(fourAm, '2026-10-31'), 60)).toBe('2026-11-01T10:00:00.000Z');
  });

  test('MAIL-02: a time that the clock skips is taken at the jump', () => {
    // The night ends at 1:30 AM; 2:30 AM does not exist, and the clock reads 3:00 AM instead.
    expect(at(nightOf(newYork(90), '2026-03-07'), 60)).toBe('2026-03-08T07:00:00.000Z');
    expect(at(nightOf(newYork(90), '2026-10-31'), 60)).toBe('2026-11-01T07:30:00.000Z');
  });

  test('a night that ends in the second pass of an hour is sent after its end', () => {
    const endMs = Date.parse('2026-11-01T06:10:00Z');
    const rules = { ...newYork(240), ends: new Map([['2026-10-31', endMs]]) };
    expect(at(nightOf(rules, '2026-10-31'), 30)).toBe('2026-11-01T06:40:00.000Z');
  });

  test('finds the last and the next night from the clock at each call', () => {
    const rules = newYork(300);
    const dueMs = Date.parse('2026-06-14T10:00:00Z');
    expect(nextSending([rules], after(60), dueMs - 1)).toMatchObject({
      from: '2026-06-13',
      to: '2026-06-13',
      atMs: dueMs,
    });
    expect(lastSending([rules], after(60), dueMs - 1)?.to).toBe('2026-06-12');
    expect(lastSending([rules], after(60), dueMs)?.to).toBe('2026-06-13');
    expect(nextSending([rules], after(60), dueMs).to).toBe('2026-06-14');
    const longer = {
      ...rules,
      ends: new Map([['2026-06-13', Date.parse('2026-06-14T12:00:00Z')]]),
    };
    expect(lastSending([longer], after(60), dueMs)?.to).toBe('2026-06-12');
    expect(lastSending([rules], after(720), dueMs)?.to).toBe('2026-06-12');
  });

  test('MAIL-08: without a clock, a night is a calendar day of the zone', () => {
    const next = nextSending(
      [calendarDays('America/Chicago')],
      after(60),
      Date.parse('2026-06-14T00:00:00Z'),
    );
    expect(next).toMatchObject({
      from: '2026-06-13',
      to: '2026-06-13',
      atMs: Date.parse('2026-06-14T06:00Z'),
    });
    const named = describedAs('Patio', { isCalendarDay: true });
    expect(subscriptionText(named, next)).toBe(
      'Every day of Patio, an hour after it ends (1:00 AM CDT)',
    );
  });
});

test('describes a subscription', () => {
  const next = nextSending([newYork(240)], after(60), Date.parse('2026-01-14T00:00:00Z'));
  const named = describedAs('Rooftop Bar');
  expect(subscriptionText(named, next)).toBe(
    'Every night of Rooftop Bar, an hour after it ends (5:00 AM EST)',
  );
  const several = { ...named, venueNames: ['Rooftop Bar', 'Patio', 'Cellar'] };
  const monday = atReading('week', 540, 1);
  expect(subscriptionText({ ...several, kind: 'weekly', schedule: monday }, next)).toBe(
    'Every Monday at 9:00 AM, Rooftop Bar and 2 more',
  );
  const first = atReading('month', 0);
  expect(subscriptionText({ ...several, kind: 'monthly', schedule: first }, next)).toBe(
    'On the first of each month at 12:00 AM, Rooftop Bar and 2 more',
  );
  expect(
    subscriptionText({ ...named, kind: 'csv', schedule: atReading('night', 1050) }, next),
  ).toBe('Every night of Rooftop Bar, at 5:30 PM, with the CSV');
});

describe('corrections', () => {
  const night = {
    day: '2026-06-12',
    stated: { grossCents: 10_000, refundCents: 500, taxCents: 800 },
    orders: { a: 10, b: 3 },
  };
  const units = (orders: number) => [
    { unitId: 'a', unitNumber: 1042, name: null, orders },
    { unitId: 'b', unitNumber: 1043, name: 'Terrace', orders: 3 },
  ];

  test('MAIL-04: states the exact difference and the late sales', () => {
    const figures = { ...night.stated, grossCents: 13_450 };
    expect(correctionText(night, { figures, units: units(15) }, '2026-06-13')).toBe(
      'Friday: +$34.50 since we wrote (5 late sales of unit 1042)',
    );
    const returned = { ...night.stated, refundCents: 1_400 };
    expect(correctionText(night, { figures: returned, units: units(10) }, '2026-06-20')).toBe(
      'Fri, Jun 12: refunds +$9.00 since we wrote',
    );
    expect(correctionText(night, { figures: night.stated, units: units(10) }, '2026-06-13')).toBe(
      null,
    );
  });

  test('a difference above 2 % or $100 has a mail of its own', () => {
    const { stated } = night;
    expect(isLargeDifference(stated, { ...stated, grossCents: 10_200 })).toBe(false);
    expect(isLargeDifference(stated, { ...stated, grossCents: 10_201 })).toBe(true);
    expect(isLargeDifference(stated, { ...stated, taxCents: 783 })).toBe(true);
    const large = { ...stated, grossCents: 1_000_000 };
    expect(isLargeDifference(large, { ...large, grossCents: 1_010_000 })).toBe(false);
    expect(isLargeDifference(large, { ...large, grossCents: 1_010_001 })).toBe(true);
  });

  test('MAIL-04: none after 14 days', () => {
    expect(isCorrected('2026-06-12', '2026-06-26')).toBe(true);
    expect(isCorrected('2026-06-12', '2026-06-27')).toBe(false);
    expect(isCorrected('2026-06-12', '2026-06-12')).toBe(false);
  });
});

const figures = {
  grossCents: 123_450,
  salesCents: 100_000,
  taxCents: 8_000,
  tipCents: 10_000,
  refundCents: 5_450,
  averagePriceCents: 900,
  orders: 100,
  servings: 120,
};
const before = {
  grossCents: 100_000,
  salesCents: 90_000,
  taxCents: 8_000,
  tipCents: 2_000,
  refundCents: 0,
  averagePriceCents: 900,
  orders: 110,
  servings: 120,
};
const period: Period = {
  figures,
  before,
  average: { figures: { ...before, grossCents: 120_000, orders: 97.5 }, nights: 3 },
  drinks: [
    { name: 'Cuba Libre', quantity: 80, amountCents: 72_000, usual: 60 },
    { name: 'Mojito', quantity: 20, amountCents: 28_000, usual: 32 },
    { name: 'Negroni', quantity: 0, amountCents: 0, usual: 4 },
  ],
  owedCents: 900,
  returnedCents: 1_800,
  comps: { glasses: 3, listCents: 2_700 },
  differing: [],
};
const unit = { unitNumber: 1042, name: null };
const closeOut: CloseOut = {
  venueName: 'Rock & <Roll>',
  night: nightOf(newYork(300), '2026-06-13'),
  isCalendarDay: false,
  period,
  out: [{ unit, ingredients: ['Vodka', 'Gin'] }],
  refills: [{ unit, ingredients: ['Vodka', 'Gin', 'Rum', 'Soda', 'Lime', 'Cola', 'Mint'] }],
  offline: [{ unit, lastContactMs: Date.parse('2026-06-14T03:52:00Z') }],
  corrections: ['Friday: +$34.50 since we wrote (5 late sales of unit 1042)'],
};
const addresses = { publicUrl: 'https://bar.example', manageUrl: 'https://bar.example/profile' };
const nowMs = Date.parse('2026-06-14T10:00:00Z');

describe('mail', () => {
  test('MAIL-05, MAIL-07: the plain text has all of the close-out, what changed since first', () => {
    const { subject, text } = closeOutMail(closeOutText(closeOut, nowMs), addresses);
    expect(subject).toBe('Rock & <Roll>, Sat, Jun 13: $1,234.50');
    expect(text).toBe(`Friday: +$34.50 since we wrote (5 late sales of unit 1042)

Rock & <Roll>, Sat, Jun 13
Sat, Jun 13, 5:00 AM EDT to Sun, Jun 14, 5:00 AM EDT

Unit 1042 has not been heard since 11:52 PM; its sales may be missing.

The night, and the change from the Saturday before, and from the average of 3 Saturdays
Gross volume: $1,234.50, +$234.50 (+23\u00A0%); +$34.50 (+2.9\u00A0%) from the average
Sales: $1,000.00, +$100 (+11\u00A0%); +$100 (+11\u00A0%) from the average
Taxes: $80.00, unchanged; unchanged from the average
Tips: $100.00, +$80 (+400\u00A0%); +$80 (+400\u00A0%) from the average
Refunds: $54.50, +$54.50; +$54.50 from the average
Orders: 100, −10 (−9.1\u00A0%); +2.5 (+2.6\u00A0%) from the average
Servings: 120, unchanged; unchanged from the average
Books: 100 sales, books agree

Best drinks
Cuba Libre: 80 · $720.00
Mojito: 20 · $280.00

Fell most
Mojito: 20, −12 (−38\u00A0%) from the average

Drinks that were not poured
Owed: $9.00
Returned: $18.00

Free drinks
3 glasses: $27.00 at list price

Out of
Unit 1042: Vodka, Gin

To refill
Unit 1042: Vodka, Gin, Rum, Soda, Lime, 2 more
Refill list: https://bar.example/refill

Change or stop these mails: https://bar.example/profile
`);
  });

  test('MAIL-07: the HTML has the same texts, escaped, and no pictures', () => {
    const { html } = closeOutMail(closeOutText(closeOut, nowMs), addresses);
    expect(html).toContain('Rock &amp; &lt;Roll&gt;, Sat, Jun 13');
    expect(html).not.toContain('<Roll>');
    expect(html).not.toMatch(/<img|url\(|<script|<link/);
    for (const text of [
      '$1,234.50',
      '+$80 (+400\u00A0%)',
      'Vodka, Gin',
      'its sales may be missing.',
    ])
      expect(html).toContain(text);
    expect(html).toContain('prefers-color-scheme: dark');
  });

  test('a night without a sale has one line', () => {
    const none = { ...figures, grossCents: 0, orders: 0 };
    const nothing = { glasses: 0, listCents: 0 };
    const empty = {
      ...closeOut,
      period: {
        ...period,
        figures: none,
        drinks: [],
        owedCents: 0,
        returnedCents: 0,
        comps: nothing,
      },
      out: [],
      refills: [],
    };
    const { subject, nothingSold, sections } = closeOutText(empty, nowMs);
    expect([subject, nothingSold, sections]).toEqual([
      'Rock & <Roll>, Sat, Jun 13: no sales',
      'Nothing was sold.',
      [],
    ]);
  });

  test('a figure that sums and sales do not agree on is being checked', () => {
    const differing = ['grossCents', 'taxCents'] as const;
    const { subject, sections } = closeOutText(
      { ...closeOut, period: { ...period, differing } },
      nowMs,
    );
    expect(subject).toBe('Rock & <Roll>, Sat, Jun 13: being checked');
    const values = sections[0]?.rows.map(({ label, value }) => `${label}: ${value}`);
    expect(values).toEqual([
      'Gross volume: being checked',
      'Sales: $1,000.00',
      'Taxes: being checked',
      'Tips: $100.00',
      'Refunds: $54.50',
      'Orders: 100',
      'Servings: 120',
      'Books: Figures that do not agree are being checked',
    ]);
  });

  test('a digest has totals over its venues and a row for each', () => {
    const venue = (venueName: string): PeriodOfVenue => ({
      ...period,
      venueName,
      isCalendarDay: false,
      nights: [nightOf(newYork(300), '2026-06-08'), nightOf(newYork(300), '2026-06-14')],
      daysWithoutSales: venueName === 'Patio' ? ['2026-06-08', '2026-06-09'] : [],
    });
    const venues = [venue('Rooftop Bar'), { ...venue('Patio'), before: null, average: null }];
    expect(totalOf(venues)).toMatchObject({ owedCents: 1_800, before, differing: [] });
    const days = { from: '2026-06-08', to: '2026-06-14' };
    const { subject, span, sections } = digestText(venues, days, 'week');
    expect(subject).toBe('Rooftop Bar and 1 more, Mon, Jun 8 to Sun, Jun 14: $2,469.00');
    expect(span).toBe('Mon, Jun 8, 5:00 AM EDT to Mon, Jun 15, 5:00 AM EDT');
    const rows = Object.fromEntries(sections.map(({ heading, rows }) => [heading, rows]));
    expect(rows['By venue, gross volume']).toEqual([
      { label: 'Rooftop Bar', value: '$1,234.50', note: '+$234.50 (+23\u00A0%)' },
      { label: 'Patio', value: '$1,234.50' },
    ]);
    expect(rows['Best drinks']?.[0]).toEqual({ label: 'Cuba Libre', value: '160 · $1,440.00' });
    expect(rows['Nights without a sale']).toEqual([
      { label: 'Patio', value: 'Mon, Jun 8; Tue, Jun 9' },
    ]);
  });

  test('MAIL-08: states that a night is a calendar day', () => {
    const night = nightOf(calendarDays('America/Chicago'), '2026-06-13');
    const { span } = closeOutText({ ...closeOut, night, isCalendarDay: true }, nowMs);
    expect(span).toBe(
      'Sat, Jun 13, 12:00 AM CDT to Sun, Jun 14, 12:00 AM CDT. This venue has no clock: a night is a calendar day in America/Chicago.',
    );
  });
});
