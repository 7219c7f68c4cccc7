/** The time zones a report can be read in. */

/** A choice of the timezone dropdown: what it is called and its IANA name. */
export interface TimezoneChoice {
  readonly label: string;
  readonly timezone: string;
}

const pacific = { label: 'PST', timezone: 'America/Los_Angeles' };

const usTimezones: readonly TimezoneChoice[] = [
  { label: 'EST', timezone: 'America/New_York' },
  { label: 'CST', timezone: 'America/Chicago' },
  { label: 'MST', timezone: 'America/Denver' },
  pacific,
];

/** Older names of the four zones, which some systems still report. */
const olderNames: Readonly<Record<string, string>> = {
  'US/Eastern': 'America/New_York',
  'US/Central': 'America/Chicago',
  'US/Mountain': 'America/Denver',
  'US/Pacific': 'America/Los_Angeles',
};

/** Whether this is the name of a time zone (`America/New_York`, `UTC`); a bare offset such as `+05:30` is not. */
export function isTimezone(name: string): boolean {
  // Offsets are refused by their first character: databases read their sign the other way round.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The zone to start with: the browser's guess, by its present name, or Pacific time when there is no
 * usable guess.
 */
export function defaultTimezone(guess?: string): string {
  if (guess === undefined || !isTimezone(guess)) return pacific.timezone;
  return olderNames[guess] ?? guess;
}

/**
 * The choices of the timezone dropdown: EST, CST, MST and PST, and then the browser's guess by its own
 * name when it is none of the four (Arizona, Alaska, Europe).
 */
export function timezoneChoices(guess?: string): readonly TimezoneChoice[] {
  const start = defaultTimezone(guess);
  return usTimezones.some(({ timezone }) => timezone === start)
    ? usTimezones
    : [...usTimezones, { label: start, timezone: start }];
}
