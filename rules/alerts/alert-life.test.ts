import { describe, expect, test } from 'vitest';
import {
  alertChanges,
  type Cause,
  type KnownAlert,
  snoozeEnd,
  suggestedSnooze,
} from './alert-life.ts';

const minuteMs = 60_000;
const nowMs = Date.parse('2026-06-14T02:00:00Z');
const after = (minutes: number): number => nowMs + minutes * minuteMs;

const cause = (more: Partial<Cause> = {}): Cause => ({
  key: 'low u1 i1',
  kind: 'low',
  severity: 'later',
  text: 'Rum is at 18%',
  unitId: 'u1',
  ...more,
});
const alert = (more: Partial<KnownAlert> = {}): KnownAlert => ({
  id: 'a1',
  key: 'low u1 i1',
  kind: 'low',
  severity: 'later',
  snoozedUntilMs: null,
  announcedMs: nowMs,
  resolvedMs: null,
  causeEndedMs: null,
  ...more,
});
const offline = { key: 'offline u1', kind: 'offline', severity: 'urgent' } as const;

describe('opening', () => {
  test('a cause without a hold opens at once, another one once it has lasted', () => {
    expect(alertChanges([], [cause()], {}, nowMs)).toMatchObject({
      opened: [cause()],
      pending: {},
    });
    const first = alertChanges([], [cause(offline)], {}, nowMs);
    expect(first).toMatchObject({ opened: [], pending: { 'offline u1': nowMs }, dueMs: after(3) });
    const still = alertChanges([], [cause(offline)], first.pending, after(2));
    expect(still).toMatchObject({ opened: [], pending: { 'offline u1': nowMs }, dueMs: after(3) });
    const opened = alertChanges([], [cause(offline)], still.pending, after(3));
    expect(opened).toMatchObject({ opened: [cause(offline)], pending: {}, dueMs: null });
  });

  test('a cause that pauses begins its hold anew', () => {
    const { pending } = alertChanges([], [], { 'offline u1': nowMs }, after(1));
    expect(pending).toEqual({});
  });

  test('an open alert is seen again, without another message', () => {
    const { opened, seen } = alertChanges([alert()], [cause()], {}, after(90));
    expect(opened).toEqual([]);
    expect(seen).toMatchObject([{ appearance: 'same', isAnnounced: false, isRaised: false }]);
  });
});

describe('ending', () => {
  test('an alert is resolved once its cause has been gone for its hold', () => {
    const known = alert({ ...offline });
    const gone = alertChanges([known], [], {}, nowMs);
    expect(gone).toMatchObject({ ended: [known], resolved: [], dueMs: after(2) });
    const ending = alert({ ...offline, causeEndedMs: nowMs });
    expect(alertChanges([ending], [], {}, after(1)).resolved).toEqual([]);
    expect(alertChanges([ending], [], {}, after(2))).toMatchObject({
      ended: [],
      resolved: [ending],
    });
    expect(alertChanges([alert()], [], {}, nowMs)).toMatchObject({ resolved: [alert()] });
  });

  test('a cause that is back before that counts as repeated', () => {
    const ending = alert({ ...offline, causeEndedMs: nowMs });
    const { seen, resolved } = alertChanges([ending], [cause(offline)], {}, after(1));
    expect([seen[0]?.appearance, seen[0]?.isAnnounced, resolved]).toEqual(['repeated', false, []]);
  });
});

describe('coming back', () => {
  const over = alert({ resolvedMs: nowMs, causeEndedMs: nowMs });

  test('within half an hour the alert is reopened, later another one opens', () => {
    expect(alertChanges([over], [cause()], {}, after(30)).seen).toMatchObject([
      { appearance: 'reopened' },
    ]);
    expect(alertChanges([over], [cause()], {}, after(31))).toMatchObject({
      opened: [cause()],
      seen: [],
    });
  });

  test('it is announced again an hour after the last message at the earliest', () => {
    const announced = (minutes: number) =>
      alertChanges([{ ...over, announcedMs: after(-minutes) }], [cause()], {}, nowMs).seen[0]
        ?.isAnnounced;
    expect([announced(59), announced(60)]).toEqual([false, true]);
  });

  test('one that a person has resolved stays so until its cause has ended', () => {
    const byPerson = alert({ resolvedMs: nowMs });
    expect(alertChanges([byPerson], [cause()], {}, after(600)).seen).toMatchObject([
      { appearance: 'same', isAnnounced: false },
    ]);
    const ended = alertChanges([byPerson], [], {}, after(5));
    expect(ended).toMatchObject({ ended: [byPerson], resolved: [] });
    const again = alert({ resolvedMs: nowMs, causeEndedMs: after(5) });
    expect(alertChanges([again], [cause()], {}, after(6)).seen).toMatchObject([
      { appearance: 'reopened' },
    ]);
  });
});

describe('snoozing', () => {
  const snoozed = alert({ snoozedUntilMs: after(60) });

  test('it lasts until its end, and the alert is announced again then', () => {
    const before = alertChanges([snoozed], [cause()], {}, after(59));
    expect(before).toMatchObject({
      seen: [{ isAwake: false, isAnnounced: false }],
      dueMs: after(60),
    });
    expect(alertChanges([snoozed], [cause()], {}, after(60)).seen).toMatchObject([
      { isAwake: true, isAnnounced: true },
    ]);
  });

  test('it ends early when the alert is more urgent', () => {
    const urgent = cause({ severity: 'urgent' });
    expect(alertChanges([snoozed], [urgent], {}, after(1)).seen).toMatchObject([
      { isRaised: true, isAwake: true, isAnnounced: true },
    ]);
    expect(alertChanges([alert({ severity: 'urgent' })], [cause()], {}, nowMs).seen).toMatchObject([
      { isRaised: false, isAnnounced: false },
    ]);
  });
});

const zone = 'America/Chicago';

test('a day and a time are those of the clock of the venue', () => {
  expect(snoozeEnd('2026-06-13', '21:30', zone)).toBe('2026-06-14T02:30:00.000Z');
  expect(snoozeEnd('2026-12-13', '21:30', zone)).toBe('2026-12-14T03:30:00.000Z');
});

test('a time that the clock has twice is the first, and a skipped one is an hour later', () => {
  expect(snoozeEnd('2026-11-01', '01:30', zone)).toBe('2026-11-01T06:30:00.000Z');
  expect(snoozeEnd('2026-03-08', '02:30', zone)).toBe('2026-03-08T08:30:00.000Z');
});

test('what is not a day and a time is no end', () => {
  for (const [day, time] of [
    [null, '21:30'],
    ['2026-06-13', ''],
    ['2026-06-13', '24:00'],
    ['2026-13-40', '21:30'],
  ] as const)
    expect(snoozeEnd(day, time, zone)).toBeNull();
});

test('the suggestion is the half hour at least an hour ahead, also past midnight', () => {
  const at = (text: string) => suggestedSnooze(Date.parse(text), zone);
  expect(at('2026-06-13T20:10:00-05:00')).toEqual({ day: '2026-06-13', time: '21:30' });
  expect(at('2026-06-13T20:30:00-05:00')).toEqual({ day: '2026-06-13', time: '21:30' });
  expect(at('2026-06-13T23:01:00-05:00')).toEqual({ day: '2026-06-14', time: '00:30' });
});
