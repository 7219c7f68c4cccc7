/** Messages about what was taken out of positions without being sold. */
export const discardMessages = {
  badAmount: 'Enter more than 0 and at most 100,000 ml, with at most two decimals',
  nothing: 'Enter what was taken from at least one position',
  tooMany: (most: number) => `Use at most ${most} positions`,
  notTracked:
    'Inventory management is switched off for this unit, so what cleaning took cannot be recorded',
  uncertain: 'It may be recorded already. Save again to be sure: it is recorded once.',
  moved: (position: number, name: string) =>
    `Position ${position} no longer holds ${name}, so nothing was taken from it`,
} as const;
