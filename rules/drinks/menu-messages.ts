/** Messages on the menu of a unit: confirmations before an ingredient changes, and notes on drinks that cannot be sold. */
export const menuMessages = {
  restore: 'You are going to restore this ingredient to 100% capacity. Please confirm.',
  deactivate:
    'Are you sure you want to deactivate this ingredient? It will be removed from the menu and all drinks with this ingredients.',
  notStocked: 'This ingredient is not currently stocked in the unit.',
  dimmed: 'Dimmed ingredients are not physically available in the unit.',
  noStock: 'This drink contains ingredients with no stock in the unit.',
  deactivated: 'This drink is deactivated.',
  soldOut: 'Sold out until tomorrow.',
  orderNotSaved: 'The order was not saved.',
  orderChanged: 'Someone else has changed the order since',
  noUnits: 'This venue has no units yet.',
  noVenue: 'There is no venue to stock yet.',
  nothingStocked: 'This unit is empty.',
  noDrinks: 'This unit has no drinks yet.',
} as const;
