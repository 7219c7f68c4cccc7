/** Deliveries into storerooms. */

/** Lines of one delivery. */
export const mostDeliveryLines = 200;
/** Bottles of a line. */
export const mostBottles = 10_000;
/** Deliveries that are listed. */
export const mostDeliveries = 200;
/** Of an owner. */
export const mostSuppliers = 200;

/** True for a number of bottles that a line can have. */
export const isBottleCount = (bottles: number): boolean =>
  Number.isInteger(bottles) && bottles >= 1 && bottles <= mostBottles;

/** What so many bottles hold, in ml. */
export const deliveredMl = (bottles: number, bottleMl: number): number =>
  Math.round(bottles * bottleMl * 100) / 100;

/**
 * Level of a storeroom after a delivery into it is undone, in ml, at least 0.
 * @param isCounted true where it was counted since: that level holds
 */
export const levelWithout = (levelMl: number, delivered: number, isCounted: boolean): number =>
  isCounted ? levelMl : Math.max(0, Math.round((levelMl - delivered) * 100) / 100);

/** User-visible messages about suppliers and deliveries. */
export const deliveryMessages = {
  badBottles: `Use a number of bottles from 1 to ${mostBottles.toLocaleString('en-US')}`,
  nothing: 'Enter at least one line',
  tooMany: `Use at most ${mostDeliveryLines} lines`,
  twice: 'This ingredient has another line',
  sameName: 'Another supplier has this name',
  tooManySuppliers: `An owner has at most ${mostSuppliers} suppliers`,
  isUndone: 'The delivery is undone already',
  none: 'Nothing was delivered yet.',
  invoiceHint: 'A photo of the invoice is sent once the delivery is stored, and needs the network.',
  invoiceLost:
    'The delivery is stored, but the photo of its invoice is not. Send again, or add the photo later in the list',
  noStore: 'Add a storeroom first: deliveries go into one.',
} as const;
