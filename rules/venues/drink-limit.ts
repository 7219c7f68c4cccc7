/** Limit on the number of drinks per guest and period. */

/** Choices in minutes: quarters of an hour up to one hour, then whole hours up to eight. */
export const drinkLimitMinutes: readonly number[] = [15, 30, 45, 60];
export const drinkLimitHours: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** 0 means no limit. */
export const drinkLimitQuantities: readonly number[] = Array.from(
  { length: 13 },
  (_, quantity) => quantity,
);

/** True when a limit can have this period in minutes. */
export const isDrinkLimitPeriod = (minutes: number): boolean =>
  drinkLimitMinutes.includes(minutes) || drinkLimitHours.some((hours) => hours * 60 === minutes);

/** Formats a period: in hours when it is longer than an hour, else in minutes. */
export function drinkLimitPeriodText(minutes: number): string {
  return minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`;
}
