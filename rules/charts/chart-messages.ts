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
} as const;
