/** Day on which the weeks of a venue begin, in reports by week. */

export const firstWeekdays = ['monday', 'saturday', 'sunday'] as const;

export type FirstWeekday = (typeof firstWeekdays)[number];

export const firstWeekdayLabels: Readonly<Record<FirstWeekday, string>> = {
  monday: 'Monday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

/** By the numbers of weekdays, of which 0 is Monday. */
export const weekdayNumber: Readonly<Record<FirstWeekday, number>> = {
  monday: 0,
  saturday: 5,
  sunday: 6,
};
