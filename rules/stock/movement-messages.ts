/** Messages about movements of stock. */
export const stockMovementMessages = {
  useBefore: 'Use before with the id of the last movement',
  noSuchMovementBefore: 'No such movement of this unit',
  badPosition: 'Use a position such as 3',
} as const;
