/** User-visible messages about refused sales. */
export const refusedSaleMessages = {
  useBefore: 'Use before with the id of the last refused sale',
  noSuchSaleBefore: 'There is no such refused sale',
  taken: 'This sale was taken into the books already',
  dismissed: 'This sale was dismissed already',
  unreadable: 'This order cannot be read, so it cannot be taken. Enter the sale by hand.',
  cannotBeTaken: (reason: string) => `This sale cannot be taken: ${reason}`,
} as const;
