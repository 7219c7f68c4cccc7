import { describe, expect, test } from 'vitest';
import { alertMessage, endOfQuiet, messageTimes, resolutionText } from './alert-text.ts';
import {
  type Announcement,
  channelsOf,
  type Person,
  sendingTimeOf,
  settingsFor,
  settingsToStore,
  stepsOf,
  usualAlertSettings,
} from './notified-people.ts';

const minuteMs = 60_000;
/** A Saturday evening in Chicago. */
const atMs = Date.parse('2026-06-13T21:00:00-05:00');
const announced: Announcement = { kind: 'out', severity: 'urgent', venueId: 'v1', atMs };
const person = (
  userId: string,
  more: Partial<Person['settings']> = {},
  onTonightMs: number | null = null,
): Person => ({
  userId,
  isOwner: userId === 'owner',
  onTonightMs,
  settings: { ...usualAlertSettings(true), timezone: 'America/Chicago', ...more },
});
const steps = (people: Person[], of: Partial<Announcement> = {}) =>
  stepsOf({ ...announced, ...of }, people).map(({ userId, step, dueMs }) => [
    userId,
    step,
    (dueMs - atMs) / minuteMs,
  ]);

describe('who gets a message', () => {
  const [owner, kim, sam] = [person('owner'), person('kim'), person('sam')];

  test('urgent: the first, after 10 minutes the next, after 20 the owner', () => {
    expect(steps([owner, kim, sam])).toEqual([
      ['kim', 1, 0],
      ['sam', 2, 10],
      ['owner', 3, 20],
    ]);
    expect(steps([owner, kim])).toEqual([
      ['kim', 1, 0],
      ['owner', 2, 10],
    ]);
    expect(steps([owner])).toEqual([['owner', 1, 0]]);
  });

  test('those who are on tonight get the urgent ones first, whatever they have chosen', () => {
    const present = person('sam', { mail: [], weekdays: [] }, atMs - 1);
    expect(steps([owner, kim, present])).toEqual([
      ['sam', 1, 0],
      ['kim', 2, 10],
      ['owner', 3, 20],
    ]);
    expect(steps([owner, present], { kind: 'low', severity: 'later' })).toEqual([]);
  });

  test('the others go to all who have chosen their kind, at once', () => {
    const of = { kind: 'clock', severity: 'soon' } as const;
    const chosen = person('kim', { sms: ['clock'] });
    expect(steps([owner, chosen, person('sam', { mail: ['clock'] })], of)).toEqual([
      ['kim', 1, 0],
      ['sam', 1, 0],
    ]);
  });

  test('venues and weekdays are those of the settings, by the clock of their zone', () => {
    expect(steps([person('kim', { venueIds: ['v2'] })])).toEqual([]);
    expect(steps([person('kim', { weekdays: [6] })])).toHaveLength(1);
    expect(steps([person('kim', { weekdays: [0] })])).toEqual([]);
    expect(steps([person('kim', { weekdays: [0], timezone: 'UTC' })])).toHaveLength(1);
  });

  test('owners get what is urgent by mail until they choose, others nothing', () => {
    const usual = usualAlertSettings(true);
    expect([usual.mail.includes('out'), usual.mail.includes('low')]).toEqual([true, false]);
    expect(usualAlertSettings(false).mail).toEqual([]);
    const channels = (more: Partial<Person['settings']>) =>
      channelsOf(person('owner', more), 'out');
    expect(channels({ sms: ['out'] })).toEqual(['mail', 'sms']);
    expect(channels({ mail: [] })).toEqual(['mail']);
  });

  test('an owner gets no mail about low stock, because the restock notice is one', () => {
    const low = { kind: 'low', severity: 'later' } as const;
    const [owned, kept] = [person('owner', { mail: ['low'] }), person('kim', { mail: ['low'] })];
    expect(steps([owned, kept], low)).toEqual([['kim', 1, 0]]);
    const pushed = person('owner', { mail: ['low'], push: ['low'] });
    expect(steps([pushed], low)).toEqual([['owner', 1, 0]]);
    expect(channelsOf(pushed, 'low')).toEqual(['push']);
  });
});

describe('quiet hours', () => {
  const night = { quiet: { fromMinutes: 180, toMinutes: 660 }, timezone: 'America/Chicago' };
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const endAt = (text: string, of = night) => iso(endOfQuiet(of, Date.parse(text)));

  test('they end at their reading of the clock, also when clocks change', () => {
    expect(endAt('2026-06-14T02:59:00-05:00')).toBeNull();
    expect(endAt('2026-06-14T03:00:00-05:00')).toBe('2026-06-14T16:00:00.000Z');
    expect(endAt('2026-06-14T10:59:59-05:00')).toBe('2026-06-14T16:00:00.000Z');
    expect(endAt('2026-06-14T11:00:00-05:00')).toBeNull();
    expect(endAt('2026-11-01T03:30:00-06:00')).toBe('2026-11-01T17:00:00.000Z');
    expect(endAt('2027-03-14T03:30:00-05:00')).toBe('2027-03-14T16:00:00.000Z');
  });

  test('they may begin before midnight, and end at a time that clocks skip', () => {
    const late = { ...night, quiet: { fromMinutes: 1380, toMinutes: 150 } };
    expect(endAt('2026-06-13T23:30:00-05:00', late)).toBe('2026-06-14T07:30:00.000Z');
    expect(endAt('2026-06-14T01:00:00-05:00', late)).toBe('2026-06-14T07:30:00.000Z');
    expect(endAt('2026-06-14T12:00:00-05:00', late)).toBeNull();
    // 2:30 AM does not exist: the hours end at 3 AM, which follows 1:59.
    expect(endAt('2027-03-14T01:00:00-06:00', late)).toBe('2027-03-14T08:00:00.000Z');
  });

  test('messages wait until their end, except urgent ones where they pass, and for those on tonight', () => {
    const dueMs = Date.parse('2026-06-14T03:30:00-05:00');
    const endMs = Date.parse('2026-06-14T11:00:00-05:00');
    const at = (
      settings: Partial<Person['settings']>,
      severity: 'urgent' | 'later',
      since: number | null,
    ) =>
      sendingTimeOf({ userId: 'kim', step: 1, dueMs }, { severity }, [
        person('kim', { ...night, ...settings }, since),
      ]);
    expect(at({ urgentPasses: true }, 'urgent', null)).toEqual({ dueMs, isHeld: false });
    expect(at({ urgentPasses: false }, 'urgent', null)).toEqual({ dueMs: endMs, isHeld: true });
    expect(at({ urgentPasses: true }, 'later', null)).toEqual({ dueMs: endMs, isHeld: true });
    expect(at({ urgentPasses: false }, 'urgent', 1)).toEqual({ dueMs, isHeld: false });
  });
});

describe('several alerts in one message', () => {
  const planned = (minutes: number, endedAfter: number | null = null, isHeld = false) => ({
    dueMs: minutes * minuteMs,
    isHeld,
    endedMs: endedAfter === null ? null : endedAfter * minuteMs,
  });
  const times = (...of: ReturnType<typeof planned>[]) =>
    messageTimes(of).map((ms) => ms / minuteMs);

  test('a person gets at most one in five minutes, with all that came meanwhile', () => {
    expect(times(planned(0), planned(1), planned(4), planned(5), planned(11))).toEqual([0, 5, 11]);
    expect(times(planned(7), planned(0))).toEqual([0, 7]);
  });

  test('what has ended is left out, except after quiet hours', () => {
    expect(times(planned(0), planned(1, 3))).toEqual([0]);
    expect(times(planned(10, 3))).toEqual([]);
    expect(times(planned(10, 3, true), planned(10, 4, true))).toEqual([10]);
  });

  test('the most urgent is first, the others are counted with the unit that has most of them', () => {
    const alert = {
      venueId: 'v1',
      venueName: 'Rooftop Bar',
      severity: 'later',
      endedAfterMs: null,
    } as const;
    const url = 'https://bar.example.com';
    const low = (id: string, unitNumber: number | null) => ({
      ...alert,
      id,
      unitNumber,
      text: `Rum is at ${id}%`,
    });
    const offline = { ...low('9', 1001), severity: 'urgent', text: 'Offline 14 min' } as const;
    const all = [low('1', 1042), low('2', 1042), low('3', null), offline];
    const message = alertMessage(all, url);
    expect(message.subject).toBe('Rooftop Bar, unit 1001: Offline 14 min (3 more, 2 at unit 1042)');
    expect(message.sms).toBe(
      'Rooftop Bar, unit 1001: Offline 14 min. 3 more, 2 at unit 1042. https://bar.example.com/alerts?venue=v1',
    );
    expect(message.body).toContain(
      'Rooftop Bar: Rum is at 3%\nhttps://bar.example.com/alerts?venue=v1&alert=3',
    );
    const over = alertMessage([{ ...low('1', 1042), endedAfterMs: 14 * minuteMs }], url);
    expect(over.subject).toBe('Rooftop Bar, unit 1042: Rum is at 1% (over after 14 min)');
    expect(over.sms).toMatch(/ https:\/\/bar\.example\.com\/alerts\?venue=v1&alert=1$/);
  });

  test('an alert that has ended says after how long', () => {
    const times = { openedMs: 0, resolvedMs: 65 * minuteMs };
    expect(resolutionText(times, { isByPerson: false, note: '' })).toBe(
      'Over by itself after 1 h 5 min',
    );
    expect(resolutionText(times, { isByPerson: true, note: 'Bottle changed' })).toBe(
      'Resolved after 1 h 5 min: Bottle changed',
    );
  });
});

const owners = new Map([
  ['a1', 'anna'],
  ['a2', 'anna'],
  ['b1', 'ben'],
]);
const choosing = (venueIds: readonly string[] | null) => ({
  ...usualAlertSettings(false),
  venueIds,
});

test.each([
  ['all venues', null, null, null],
  ['some of one owner', ['a1'], ['a1'], null],
  ['some of each', ['a1', 'b1'], ['a1'], ['b1']],
  // Those of nobody else go on to limit: they are venues that were deleted.
  ['one that is gone', ['gone'], ['gone'], ['gone']],
])('%s hold for each owner on its own', (_, stored, forAnna, forBen) => {
  expect(settingsFor('anna', choosing(stored), owners).venueIds).toEqual(forAnna);
  expect(settingsFor('ben', choosing(stored), owners).venueIds).toEqual(forBen);
});

test.each([
  [['a2'], null, ['a2']],
  [['a2'], ['a1', 'b1'], ['a2', 'b1']],
  [null, ['a1', 'b1'], ['b1']],
  [null, ['a1'], null],
])(
  'choosing %j for one owner where %j is stored keeps the choice for others',
  (chosen, before, stored) => {
    expect(settingsToStore('anna', choosing(chosen), before, owners).venueIds).toEqual(stored);
  },
);
