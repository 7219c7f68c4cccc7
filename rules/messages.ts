/**
 * User-visible messages. Screens and errors refer to them, so each text is defined once; those of changes in
 * change-messages.ts, and those of one subject beside its rules, such as refunds/refund-messages.ts.
 */
/** Order intake. */
export const orderMessages = {
  unknownUnit: 'Unknown unit',
  unitDeleted:
    'This unit was deleted. The sale is among the refused sales of its venue, to be taken or dismissed',
  noDrinks: 'An order needs at least one drink',
  keyUsed: 'Key already used',
  paymentUsed: 'Another sale has this payment',
  noUnit: 'Enter the number of the unit that sold it',
  otherUnit: 'This key belongs to another unit',
  notOnUnit: 'This is not on the unit',
  otherPrice: 'This is not the price on the menu',
  impossibleDate: 'Use a date between 2000 and 2100',
  noPaymentId: 'Send the payment id too',
  paymentIsFixed: 'The payment of an order cannot be changed once it is recorded',
  alreadyRecorded:
    'This is already recorded. A unit can add what is missing; an owner can correct the rest',
  tooLateToAdd: 'A unit can add to an order for 24 hours. An owner can still do so',
  noSuchOrderBefore: 'Use the id of an order from the page before',
  useBefore: 'Pages are not numbered: send the id of the last order as before',
} as const;

/** Audit log. */
export const auditMessages = {
  noSuchEntryBefore: 'Use the next of the page before',
  useBefore: 'Pages are not numbered: send the next of a page as before',
} as const;

const raise = 'ask your administrator to raise the limit';

/** Limits of what an owner may store. */
export const quotaMessages = {
  venues: (limit: number) => `You can have at most ${limit} venues: ${raise}`,
  units: (limit: number) => `You can have at most ${limit} units: delete one, or ${raise}`,
  unitKeys: (limit: number) =>
    `Your units can have at most ${limit} keys: revoke one that is not in use, or ${raise}`,
  ingredients: (limit: number) => `You can have at most ${limit} ingredients: ${raise}`,
  drinks: (limit: number) => `You can have at most ${limit} drinks: delete one, or ${raise}`,
  imageBytes: (limit: number) =>
    `Your pictures can have at most ${limit / 1_000_000} MB together: use a smaller one, or ${raise}`,
} as const;

const tooMany = (most: number, things: string) => `There are more than ${most} ${things} here`;

/** Lists that are too long for one response. */
export const listMessages = {
  venues: (most: number) => tooMany(most, 'venues'),
  units: (most: number) => tooMany(most, 'units'),
  ingredients: (most: number) =>
    `${tooMany(most, 'ingredients')}: request those of one unit at a time`,
  drinks: (most: number) => `${tooMany(most, 'drinks')}: request those of one unit at a time`,
} as const;

const inUse = (used: number, limit: number, things: string) =>
  `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} ${things} in use`;
const megabytes = (bytes: number) =>
  (bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Limits that are nearly reached. */
export const nearlyFullMessages = {
  venues: (used: number, limit: number) => inUse(used, limit, 'venues'),
  units: (used: number, limit: number) => inUse(used, limit, 'units'),
  unitKeys: (used: number, limit: number) => inUse(used, limit, 'unit keys'),
  ingredients: (used: number, limit: number) => inUse(used, limit, 'ingredients'),
  drinks: (used: number, limit: number) => inUse(used, limit, 'drinks'),
  imageBytes: (used: number, limit: number) =>
    `Pictures take ${megabytes(used)} of ${megabytes(limit)} MB`,
} as const;

/** Ingredients and their positions. */
export const ingredientMessages = {
  noSodaGun: 'Only the classic unit has a soda gun',
  noSize: 'Enter an amount in ml',
  noSuchPosition: (position: number, source: string, category: string) =>
    `Position ${position} is not on the ${source} of a ${category === 'ROTENDER_CLASSIC' ? 'classic unit' : 'beer unit'}`,
  nowHolds: (position: number, name: string) => `Position ${position} now holds ${name}`,
  nowIs: (value: string) =>
    `Someone else has changed this to “${value}”. Save again to overwrite it`,
  standsElsewhere: 'It is loaded in another unit too. Take it out there first',
  notManaged: 'Inventory management is switched off for this unit, so nothing can be restored',
  namedTwice: 'Name each ingredient once',
  otherInPair: 'The two ids of a pair have to be the same',
  otherPriceInOrder: (name: string) =>
    `${name} has another price. This stores the order only: change the price in the ingredient`,
  otherPositionInOrder: (name: string) =>
    `${name} has other positions. This stores the order only: change them in the ingredient`,
  isPlaced: (name: string) => `${name} is in the unit again already`,
  notDeactivated: (name: string) => `${name} was not deactivated in this unit`,
} as const;

/** Undoing a change while its toast is shown. */
export const undoMessages = {
  undoing: 'Undoing…',
  notUndone: (reason: string) => `Not undone. ${reason}`,
} as const;

/** Feature flags. */
export const flagMessages = {
  switchedElsewhere: 'Flags are switched in the flag service that this installation uses',
  switchedSince: (isOn: boolean) =>
    `Someone else has turned this feature ${isOn ? 'on' : 'off'} since`,
  sameName: 'Several venues have this name: send the id of the venue instead',
} as const;

/** Pictures. */
export const imageMessages = {
  notUploaded: 'Upload the image first',
  notPng: 'This is not a PNG image',
  tooManyPixels: 'Use an image of at most 8,000 by 8,000 pixels and 16 megapixels',
  tooHeavy: 'Use an image of at most 5 MB',
  otherSize: 'The image does not have the announced size',
  notSigned: 'This upload address has expired or was changed. Please choose the image again',
  taken: 'This image has already been uploaded',
  storageGone: 'The storage for images cannot be reached. Please try again',
} as const;

/** Typed text that is not stored. */
export const unsavedMessages = {
  discard: 'Your changes are not saved. Do you want to discard them?',
  discardLabel: 'Discard',
  keepLabel: 'Keep editing',
} as const;

/** Errors of any request, also of one that the server did not get. */
export const errorMessages = {
  unknown: 'Unknown error',
  lost: (things: string) => `The ${things} could not be loaded.`,
  internal: 'Something went wrong on the server. Please try again',
  notFound: 'Not found',
  unreachable: 'The server cannot be reached. Please try again',
} as const;

/** Reasons for which the server refuses requests of any endpoint. */
export const refusalMessages = {
  forbidden: 'You may not do this',
  tooMany: 'Too many requests. Please wait a little and try again',
  tooLarge: 'This is too large',
  storageFull: 'The server has no space left. Nothing was changed',
  brokenRequest: 'This request is not well-formed',
  tooNested: 'This request is nested too deeply or has too many values',
  notJson: 'Send JSON',
  tookTooLong: 'This took too long. Please try again',
  busy: 'The server is busy. Please try again in a moment',
  headersTooLarge: 'The headers of this request are too large',
  collided: 'Somebody else changed the same data at this moment. Please try again',
  databaseGone: 'The database cannot be reached. Please try again',
  unconfirmed:
    'The database has not confirmed this, so it is not known whether it is stored. Please try again',
  standbyAway:
    'Nothing can be stored at the moment, because the database waits for its standby. Please try again later',
  storageGone:
    'The storage of pictures and pages cannot be used. Nothing was changed. Please ask your administrator to check it',
  folderGone: 'The data folder cannot be written',
  metricsToken: 'Send the METRICS_TOKEN as a bearer token',
  leaving: 'This server is about to stop',
} as const;
