import { expect, test } from 'vitest';
import { defaultTimezone, isTimezone, timezoneChoices } from './timezones.ts';

const four = [
  { label: 'EST', timezone: 'America/New_York' },
  { label: 'CST', timezone: 'America/Chicago' },
  { label: 'MST', timezone: 'America/Denver' },
  { label: 'PST', timezone: 'America/Los_Angeles' },
];

test('lists the four US zones by their abbreviation', () => {
  expect(timezoneChoices()).toEqual(four);
  expect(timezoneChoices('America/Chicago')).toEqual(four);
});

test('a browser zone other than the four is an additional choice and the default', () => {
  expect(timezoneChoices('America/Phoenix')).toEqual([
    ...four,
    { label: 'America/Phoenix', timezone: 'America/Phoenix' },
  ]);
  expect(defaultTimezone('America/Phoenix')).toBe('America/Phoenix');
});

test('a legacy name of one of the four zones selects its label', () => {
  expect(timezoneChoices('US/Pacific')).toEqual(four);
  expect(defaultTimezone('US/Eastern')).toBe('America/New_York');
});

test("defaults to Pacific time when the browser's zone is not usable", () => {
  for (const guess of [undefined, '', 'Etc/Unknown', 'Mars/Olympus']) {
    expect(defaultTimezone(guess)).toBe('America/Los_Angeles');
    expect(timezoneChoices(guess)).toEqual(four);
  }
});

test('accepts zone names and rejects offsets and invalid names', () => {
  for (const name of ['America/New_York', 'UTC', 'Etc/GMT+5', 'Asia/Kolkata', 'Asia/Calcutta']) {
    expect(isTimezone(name), name).toBe(true);
  }
  for (const name of ['', '+05:30', '-08:00', 'PDT8', 'America/Nowhere', 'x+05:30', ' UTC']) {
    expect(isTimezone(name), name).toBe(false);
  }
});
