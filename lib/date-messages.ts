/** Messages about days and time zones. */
export const dateMessages = {
  badDay: 'Use a date such as 11/1/2026',
  daysReversed: 'The first day must not be after the last day',
  unknownTimezone: 'Unknown timezone',
} as const;
