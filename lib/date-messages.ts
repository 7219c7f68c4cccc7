/** Messages about days and time zones. */
export const dateMessages = {
  badDay: 'Use a date such as 2024-03-01',
  daysReversed: 'The first day must not be after the last day',
  unknownTimezone: 'Unknown timezone',
} as const;
