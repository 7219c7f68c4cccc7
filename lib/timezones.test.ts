import { expect, test } from 'vitest';
import { defaultTimezone, isTimezone, timezoneChoices } from './timezones.ts';

const four = [
  { label: 'EST', timezone: 'America/New_York' },
  { label: 'CST', timezone: 'America/Chicago' },
  { label: 'MST', timezone: 'America/Denver' },
  { label: 'PST', timezone: 'America/Los_Angeles' },
];

test('the four US zones stand by their abbreviation', () => {
  expect(timezoneChoices()).toEqual(four);
  expect(timezoneChoices('America/Chicago')).toEqual(four);
});

test('a guess that is none of the four is a further choice and the one to start with', () => {
  expect(timezoneChoices('America/Phoenix')).toEqual([
    ...four,
    { label: 'America/Phoenix', timezone: 'America/Phoenix' },
  ]);
  expect(defaultTimezone('America/Phoenix')).toBe('America/Phoenix');
});

test('an older name of one of the four selects its label', () => {
  expect(timezoneChoices('US/Pacific')).toEqual(four);
  expect(defaultTimezone('US/Eastern')).toBe('America/New_York');
});

test('without a usable guess the zone is Pacific time', () => {
  for (const guess of [undefined, '', 'Etc/Unknown', 'Mars/Olympus']) {
    expect(defaultTimezone(guess)).toBe('America/Los_Angeles');
    expect(timezoneChoices(guess)).toEqual(four);
  }
});

test('names are zones, offsets and nonsense are not', () => {
  for (const name of ['America/New_York', 'UTC', 'Etc/GMT+5', 'Asia/Kolkata', 'Asia/Calcutta']) {
    expect(isTimezone(name), name).toBe(true);
  }
  for (const name of ['', '+05:30', '-08:00', 'PDT8', 'America/Nowhere', 'x+05:30', ' UTC']) {
    expect(isTimezone(name), name).toBe(false);
  }
});
