/** The six feature flags by purpose; all are off unless the flag service turns them on. */
export const flagNamed = {
  /** Double prices of drinks and ingredients; per venue. */
  doubleOrder: 'general--double-order',
  /** Thresholds, restoring and effects of position changes; per unit. */
  inventoryManagement: 'general--inventory-management',
  /** Create Drink and Mixed Drinks, the one-bottle-per-drink flag; per unit or venue. */
  multipleBottles: 'general--multiple-bottles',
  /** The category of mixers; per unit. */
  turboshot: 'general--turboshot',
  /** The discount; per unit. */
  confirmationPage: 'native--show-confirmation-page-in-free-flow',
  /** The second card provider in place of the first; per venue. */
  paxShift4: 'general--pax-shift4',
} as const;

type Named = (typeof flagNamed)[keyof typeof flagNamed];

/** Kinds that each flag is read for; a switch for the other kind would have no effect. */
export const flagKinds: Readonly<Record<Named, readonly ('venue' | 'unit')[]>> = {
  [flagNamed.doubleOrder]: ['venue'],
  [flagNamed.inventoryManagement]: ['unit'],
  [flagNamed.multipleBottles]: ['venue', 'unit'],
  [flagNamed.turboshot]: ['unit'],
  [flagNamed.confirmationPage]: ['unit'],
  [flagNamed.paxShift4]: ['venue'],
};
