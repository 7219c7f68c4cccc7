/** Messages about charts of sales. */

const stepNames = { hour: 'hour', night: 'day', week: 'week', month: 'month' } as const;

export const chartMessages = {
  unknownStep: 'Use hour, night, week or month',
  unknownMeasure: 'Use gross, sales, orders, servings, averagePrice, tips or refunds',
  unknownNights: 'Use all or usual',
  coarser: (step: keyof typeof stepNames) =>
    `Shown by ${stepNames[step]}: the period is too long for shorter steps`,
  latestNights: (nights: number) =>
    `Of the last ${nights} days: the hours of this time zone are read from single sales`,
  mostOfSales: (most: number, drinks: number) =>
    most === 1
      ? 'One drink makes 80% of the sales.'
      : `${most} of ${drinks} drinks make 80% of the sales.`,
  changesWithout: (units: readonly number[]) =>
    `Changes are without unit ${units.join(', ')}, which was not in contact all the time.`,
} as const;

/** `25 hours`, of a day of another length. */
export const hoursText = (hours: number): string => `${hours.toLocaleString('en-US')} hours`;

/** Of an average: `average of 8 hours`. */
export const averageOfText = (hours: number): string =>
  hours === 1 ? 'one hour' : `average of ${hours.toLocaleString('en-US')} hours`;
