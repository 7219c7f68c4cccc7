/** Dates that a sale can have. */
export const possibleDates = { fromMs: Date.UTC(2000, 0, 1), beforeMs: Date.UTC(2100, 0, 1) };

export const isPossibleDate = (date: Date): boolean =>
  date.getTime() >= possibleDates.fromMs && date.getTime() < possibleDates.beforeMs;

/**
 * Date of a sale: the one that was sent, or the time of receipt. A unit whose battery is empty begins in 1970; its sales
 * count at their receipt, with the impossible date beside it.
 */
export const saleDate = (
  sent: Date | undefined,
  receivedAt: Date,
): { soldAt: Date; impossible: Date | null } =>
  sent === undefined || isPossibleDate(sent)
    ? { soldAt: sent ?? receivedAt, impossible: null }
    : { soldAt: receivedAt, impossible: sent };
