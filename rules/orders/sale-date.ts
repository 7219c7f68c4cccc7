/** Date of a sale: the one that its unit sent, where a sale of the unit can have it. */

/** Dates that a sale can have. */
const possibleDates = { fromMs: Date.UTC(2000, 0, 1), beforeMs: Date.UTC(2100, 0, 1) };

export const isPossibleDate = (date: Date): boolean =>
  date.getTime() >= possibleDates.fromMs && date.getTime() < possibleDates.beforeMs;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** No unit keeps its sales for longer than this before it sends them. */
export const longestQueueMs = 60 * dayMs;

/** By which the clock of a new unit may be slow. */
const slowMs = 10 * minuteMs;

/** True for a sale that may have been made before its unit was set up: most sales are not. */
export const mayPrecede = (sent: Date, since: Date): boolean =>
  sent.getTime() < since.getTime() - slowMs;

interface SaleDate {
  soldAt: Date;
  /** Date that the unit sent, if no sale of it can have it. */
  impossible: Date | null;
}

/**
 * Date of a sale: the one that was sent, or the time of receipt. A clock whose battery is empty begins in 1970, in 2000
 * or when it was built; its sales count at their receipt, with the impossible date beside it. So do those from before
 * their unit was set up, and those that are older than any queue.
 * @param since when the unit was set up; null for a sale that was not sent by a unit
 */
export function saleDate(sent: Date | undefined, receivedAt: Date, since: Date | null): SaleDate {
  const isImpossible =
    sent !== undefined &&
    (!isPossibleDate(sent) ||
      (since !== null &&
        (mayPrecede(sent, since) || receivedAt.getTime() - sent.getTime() > longestQueueMs)));
  return isImpossible
    ? { soldAt: receivedAt, impossible: sent }
    : { soldAt: sent ?? receivedAt, impossible: null };
}
