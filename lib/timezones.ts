/** Time zones available for reports. */

/** A choice of the timezone dropdown: its label and IANA name. */
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

/** Legacy names of the four zones, which some systems still report. */
const olderNames: Readonly<Record<string, string>> = {
  'US/Eastern': 'America/New_York',
  'US/Central': 'America/Chicago',
  'US/Mountain': 'America/Denver',
  'US/Pacific': 'America/Los_Angeles',
};

/** True when this is the name of a time zone (`America/New_York`, `UTC`); a bare offset such as `+05:30` is not. */
export function isTimezone(name: string): boolean {
  // Offsets are rejected by their first character, because databases interpret their sign the other way round.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Default zone: the browser's zone by its current name, or Pacific time when it is not usable. */
export function defaultTimezone(guess?: string): string {
  if (guess === undefined || !isTimezone(guess)) return pacific.timezone;
  return olderNames[guess] ?? guess;
}

/**
 * Choices of the timezone dropdown: EST, CST, MST and PST, then the browser's zone by its own name when it is none of
 * the four (Arizona, Alaska, Europe).
 */
export function timezoneChoices(guess?: string): readonly TimezoneChoice[] {
  const start = defaultTimezone(guess);
  return usTimezones.some(({ timezone }) => timezone === start)
    ? usTimezones
    : [...usTimezones, { label: start, timezone: start }];
}
