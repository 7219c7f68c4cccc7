/** Ingredient form: confirmations before saving, and field errors. */
export const ingredientFormMessages = {
  occupied:
    'This ingredient is set for positions that are occupied in the system. Are you sure you want to overwrite?',
  positionsChanged:
    'You are changing the positions for an ingredient stocked in the unit. We will assume all bottles of this ingredient are at 100% capacity.',
  noLongerStocked: (name: string) => `${name} is then no longer stocked in the unit`,
  leavesMenu: (drink: string) => `${drink} leaves the menu`,
  lossUnknown: 'What it costs could not be computed in time',
  pouringTime: 'Pouring Time: The min is 5000ms, the max is 30000ms',
  savedAt: (name: string, positions: readonly string[]) =>
    positions.length === 0
      ? `${name} is saved and not loaded in the unit`
      : `${name} is in position${positions.length === 1 ? '' : 's'} ${positions.join(', ')}`,
  noName: 'Ingredient name is required',
  badThreshold: 'Enter a percentage from 0 to 100',
  thresholdHint:
    'Once this ingredient reaches the following volume level a restock notification will be sent out.',
  fixedServing: 'Liquor pours are always 1.5 oz.',
  lowDouble: 'Below the base price, so a double counts the base price.',
  freePrice: 'At $0.00 it is given away and shows as “comp” in reports.',
  imageHint: 'Any picture the browser can show, or drop one here. Uploads when you save.',
  noImage: 'Please add a Brand Image for this ingredient',
  uploadFailed: 'error!',
  notUploaded: 'The image was not uploaded, and nothing was saved. Please try again',
  updateUnit: 'Your changes are not saved. Do you want to discard them and open the other unit?',
} as const;

/** Messages about counts of what is in positions. */
export const countMessages = {
  badAmount: 'Enter at most what a bottle holds, with at most two decimals',
  nothing: 'Enter what is in at least one position',
  tooMany: (most: number) => `Use at most ${most} positions`,
  notTracked:
    'Inventory management is switched off for this unit, so what is in it cannot be counted',
} as const;

/** Messages about what was taken out of positions without being sold. */
export const discardMessages = {
  badAmount: 'Enter more than 0 and at most 100,000 ml, with at most two decimals',
  nothing: 'Enter what was taken from at least one position',
  tooMany: (most: number) => `Use at most ${most} positions`,
  notTracked:
    'Inventory management is switched off for this unit, so what cleaning took cannot be recorded',
  moved: (position: number, name: string) =>
    `Position ${position} no longer holds ${name}, so nothing was taken from it`,
} as const;

/** Messages about movements of stock. */
export const stockMovementMessages = {
  useBefore: 'Use before with the id of the last movement',
  noSuchMovementBefore: 'No such movement of this unit',
  badPosition: 'Use a position such as 3',
} as const;
