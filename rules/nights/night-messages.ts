/** Messages about the clock and the nights of a venue. */
export const nightMessages = {
  badStart: 'Choose a half hour from midnight to noon',
  badTime: 'Use a time such as 16:00, or 26:00 for 2 AM of the next day',
  closesFirst: 'Closing must be after opening',
  overlapping: 'Hours of a day must not overlap',
  pastClock: 'Only super administrators may change nights that have passed',
  farClock: 'Choose a day within the next year',
  noClock: 'Set the clock of the venue first',
  tooManyNights: 'Use at most 4,000 days',
  badEnd: (earliest: string, latest: string) => `This night can end from ${earliest} to ${latest}`,
  clockChanged: 'The clock changed',
} as const;
