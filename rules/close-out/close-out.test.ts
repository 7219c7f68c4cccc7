import { describe, expect, test } from 'vitest';
import { calendarDays } from '../compare/compared-nights.ts';
import { type Night, nightOf, type NightRules } from '../nights/nights.ts';
import { type CloseOut, closeOutText } from './close-out.ts';
import { closeOutMail } from './close-out-mail.ts';
import { correctionText, isCorrected } from './corrections.ts';
import { lastSending, nextSending, sendingOf } from './sending-times.ts';
import { subscriptionText } from './subscription-text.ts';

const newYork = (startsMinutes: number): NightRules => ({
  clocks: [{ fromDay: '2026-01-01', timezone: 'America/New_York', startsMinutes }],
  ends: new Map(),
});
const at = (night: Night, delay: number): string =>
  new Date(sendingOf(night, delay).atMs).toISOString();

describe('sending times', () => {
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
    expect(nextSending(rules, 60, dueMs - 1)).toMatchObject({
      night: { day: '2026-06-13' },
      atMs: dueMs,
    });
    expect(lastSending(rules, 60, dueMs - 1)?.night.day).toBe('2026-06-12');
    expect(lastSending(rules, 60, dueMs)?.night.day).toBe('2026-06-13');
    expect(nextSending(rules, 60, dueMs).night.day).toBe('2026-06-14');
    const longer = {
      ...rules,
      ends: new Map([['2026-06-13', Date.parse('2026-06-14T12:00:00Z')]]),
    };
    expect(lastSending(longer, 60, dueMs)?.night.day).toBe('2026-06-12');
    expect(lastSending(rules, 720, dueMs)?.night.day).toBe('2026-06-12');
  });

  test('MAIL-08: without a clock, a night is a calendar day of the zone', () => {
    const next = nextSending(
      calendarDays('America/Chicago'),
      60,
      Date.parse('2026-06-14T00:00:00Z'),
    );
    expect(next).toMatchObject({
      night: { day: '2026-06-13' },
      atMs: Date.parse('2026-06-14T06:00Z'),
    });
    const named = { venueName: 'Patio', delayMinutes: 60, isCalendarDay: true };
    expect(subscriptionText(named, next)).toBe(
      'Every day of Patio, an hour after it ends (1:00 AM CDT)',
    );
  });
});

test('describes a subscription', () => {
  const next = nextSending(newYork(240), 60, Date.parse('2026-01-14T00:00:00Z'));
  const named = { venueName: 'Rooftop Bar', delayMinutes: 60, isCalendarDay: false };
  expect(subscriptionText(named, next)).toBe(
    'Every night of Rooftop Bar, an hour after it ends (5:00 AM EST)',
  );
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

  test('MAIL-04: none after 14 days', () => {
    expect(isCorrected('2026-06-12', '2026-06-26')).toBe(true);
    expect(isCorrected('2026-06-12', '2026-06-27')).toBe(false);
    expect(isCorrected('2026-06-12', '2026-06-12')).toBe(false);
  });
});

const closeOut: CloseOut = {
  venueName: 'Rock & <Roll>',
  night: nightOf(newYork(300), '2026-06-13'),
  isCalendarDay: false,
  figures: {
    grossCents: 123_450,
    salesCents: 100_000,
    taxCents: 8_000,
    tipCents: 10_000,
    refundCents: 5_450,
    averagePriceCents: 900,
    orders: 100,
    servings: 120,
  },
  weekBefore: {
    grossCents: 100_000,
    salesCents: 90_000,
    taxCents: 8_000,
    tipCents: 2_000,
    refundCents: 0,
    averagePriceCents: 900,
    orders: 110,
    servings: 120,
  },
  drinks: [{ name: 'Cuba Libre', quantity: 80, amountCents: 72_000 }],
  owedCents: 900,
  returnedCents: 1_800,
  out: [{ unit: { unitNumber: 1042, name: null }, ingredients: ['Vodka', 'Gin'] }],
  offline: [
    { unit: { unitNumber: 1042, name: null }, lastContactMs: Date.parse('2026-06-14T03:52:00Z') },
  ],
  corrections: ['Friday: +$34.50 since we wrote (5 late sales of unit 1042)'],
};
const nowMs = Date.parse('2026-06-14T10:00:00Z');

describe('mail', () => {
  test('MAIL-05, MAIL-07: the plain text has all of the close-out, what changed since first', () => {
    const { subject, text } = closeOutMail(
      closeOutText(closeOut, nowMs),
      'https://bar.example/profile',
    );
    expect(subject).toBe('Rock & <Roll>, Sat, Jun 13: $1,234.50');
    expect(text).toBe(`Friday: +$34.50 since we wrote (5 late sales of unit 1042)

Rock & <Roll>, Sat, Jun 13
Sat, Jun 13, 5:00 AM EDT to Sun, Jun 14, 5:00 AM EDT

Unit 1042 has not been heard since 11:52 PM; its sales may be missing.

The night, and the change from the Saturday before
Gross volume: $1,234.50, +$234.50 (+23\u00A0%)
Sales: $1,000.00, +$100 (+11\u00A0%)
Taxes: $80.00, unchanged
Tips: $100.00, +$80 (+400\u00A0%)
Refunds: $54.50, +$54.50
Orders: 100, −10 (−9.1\u00A0%)
Servings: 120, unchanged

Best drinks
Cuba Libre: 80 · $720.00

Drinks that were not poured
Owed: $9.00
Returned: $18.00

Out of
Unit 1042: Vodka, Gin

Change or stop these mails: https://bar.example/profile
`);
  });

  test('MAIL-07: the HTML has the same texts, escaped, and no pictures', () => {
    const { html } = closeOutMail(closeOutText(closeOut, nowMs), 'https://bar.example/profile');
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
    const none = { ...closeOut.figures, grossCents: 0, orders: 0 };
    const empty = {
      ...closeOut,
      figures: none,
      drinks: [],
      owedCents: 0,
      returnedCents: 0,
      out: [],
    };
    const { subject, nothingSold, sections } = closeOutText(empty, nowMs);
    expect([subject, nothingSold, sections]).toEqual([
      'Rock & <Roll>, Sat, Jun 13: no sales',
      'Nothing was sold.',
      [],
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
