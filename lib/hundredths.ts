/** Whole hundredths of a number with two decimals, such as millilitres: their sums have no floating-point errors. */
export const hundredths = (value: number): number => Math.round(value * 100);

/** The number with two decimals. */
export const roundToHundredths = (value: number): number => hundredths(value) / 100;
