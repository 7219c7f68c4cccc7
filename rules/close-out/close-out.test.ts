import { describe, expect, test } from 'vitest';
import { closeOutMail } from './close-out-mail.ts';
import {
  type CloseOut,
  closeOutText,
  correctionText,
  isCorrected,
  isLargeDifference,
} from './close-out.ts';
import { digestText, totalOf } from './digest.ts';
import type { Period, PeriodOfVenue } from './periods.ts';
import { newYork } from './testing/new-york.ts';
import { calendarDays } from '../compare/compared-nights.ts';
import { nightOf } from '../nights/nights.ts';

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
Gross volume: $1,234.50, +$234.50 (+23%); +$34.50 (+2.9%) from the average
Sales: $1,000.00, +$100.00 (+11%); +$100.00 (+11%) from the average
Taxes: $80.00, unchanged; unchanged from the average
Tips: $100.00, +$80.00 (+400%); +$80.00 (+400%) from the average
Refunds: $54.50, +$54.50; +$54.50 from the average
Orders: 100, −10 (−9.1%); +2.5 (+2.6%) from the average
Servings: 120, unchanged; unchanged from the average
Books: 100 sales, books agree

Best drinks
Cuba Libre: 80 · $720.00
Mojito: 20 · $280.00

Fell most
Mojito: 20, −12 (−38%) from the average

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

Change or stop these emails: https://bar.example/profile
`);
  });

  test('MAIL-07: the HTML has the same texts, escaped, and no pictures', () => {
    const { html } = closeOutMail(closeOutText(closeOut, nowMs), addresses);
    expect(html).toContain('Rock &amp; &lt;Roll&gt;, Sat, Jun 13');
    expect(html).not.toContain('<Roll>');
    expect(html).not.toMatch(/<img|url\(|<script|<link/);
    for (const text of ['$1,234.50', '+$80.00 (+400%)', 'Vodka, Gin', 'its sales may be missing.'])
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
      { label: 'Rooftop Bar', value: '$1,234.50', note: '+$234.50 (+23%)' },
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
