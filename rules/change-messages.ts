/** Changes that can be undone while their toast is shown, and the outcome of undoing them. */
export const changeMessages = {
  drinkDeleted: (name: string) => `${name} was deleted`,
  drinkBack: (name: string) => `${name} is on the menu again`,
  ingredientDeactivated: (name: string) => `${name} was deactivated`,
  ingredientBack: (name: string) => `${name} is back in its position`,
  reordered: 'The order was changed',
  orderBack: 'The order is as it was before',
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  none: 'none',
  secretChanged: 'Changed',
  changed: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
  changedBack: (what: string, to: string) => `${what} is ${to} again`,
  switched: (feature: string, isOn: boolean) => `${feature} turned ${isOn ? 'on' : 'off'}`,
  switchedBack: (feature: string, isOn: boolean) =>
    `${feature} turned ${isOn ? 'on' : 'off'} again`,
} as const;
