import { describe, expect, test } from 'vitest';
import { calendarDays } from '../compare/compared-nights.ts';
import { type Night, nightOf } from '../nights/nights.ts';
import { lastSending, nextSending, type Schedule, sendingOf } from './sending-times.ts';
import { subscriptionText } from './close-out-messages.ts';
import { newYork } from './testing/new-york.ts';

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
