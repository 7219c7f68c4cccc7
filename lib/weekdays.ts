/** Names of the weekdays by their numbers, as `getUTCDay` gives them: 0 is Sunday. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The same by numbers of which 0 is Monday. */
export const weekdayNamesFromMonday = [...weekdayNames.slice(1), weekdayNames[0]];
