/** Messages about the opening hours of a venue. */
export const hoursMessages = {
  notSet: 'Not set. The venue counts as open at the times at which it usually sells.',
  fromSales: (span: string) =>
    `You usually sell from ${span}. Each day starts with these hours; change what differs.`,
  missing: (days: readonly string[]) =>
    days.length === 7 ? 'Choose hours or Closed for each day.' : `Not set: ${days.join(', ')}.`,
  saved: 'The opening hours were saved',
  cleared: 'The opening hours were cleared',
  restored: 'The opening hours are back',
} as const;
