/** Every sentence a user can be shown, by noun. Screens and problems name them, so a text stands once. */

/** Signing in and registering. */
export const sessionMessages = {
  pleaseLogIn: 'Please log in',
  noEmail: 'Enter an email address',
  badEmail: 'Enter a valid email address',
  noPassword: 'Enter a password',
  shortPassword: 'Use at least 8 characters',
  noPasswordAgain: 'Enter the password again',
  passwordsDiffer: 'The passwords do not match',
  noCompanyName: 'Enter the company name',
  noVenueName: 'Enter the venue name',
  emailTaken: 'This email is already registered',
  emailNotFound: 'There is no account with this email',
  passwordIncorrect: 'The password is not correct',
  tooManyAttempts: 'Too many attempts. Please wait a little and try again',
  noDashboard: 'There is no dashboard for this account',
} as const;

/** Taking in orders. */
export const orderMessages = {
  unknownUnit: 'Unknown unit',
  unknownDrink: 'Unknown drink',
  unknownIngredient: 'Unknown ingredient',
  noDrinks: 'An order needs at least one drink',
  keyUsed: 'Key already used',
  noUnit: 'Name the unit that sold it',
  otherUnit: 'This key belongs to another unit',
  notOnUnit: 'This is not on the unit',
  otherPrice: 'This is not the price on the menu',
} as const;

/** Venues and owners. */
export const venueMessages = {
  changedMeanwhile: (value: string) =>
    `Somebody else has changed this to “${value}”. Leave the field once more to write over it`,
  forSuperAdmins: 'Only a super admin can change this',
  noOwner: 'Name the owner it is for',
} as const;

/** Feature flags. */
export const flagMessages = {
  switchedElsewhere: 'Flags are switched in the flag service that this installation uses',
} as const;

/** The sales report. */
export const reportMessages = {
  beyondRequestedTime: "You can't go beyond requested time",
  noMoreSales: 'There were no more sales on these dates',
  noSales: 'There were no sales on these dates',
  nothingFound: 'Nothing found for the selected period of time',
  totalSalesHint: 'Total Sales = Gross Volume - Total Taxes - Total Tips - Total Refunds',
  grossVolumeHint: 'Gross Volume = Total Sales + Total Taxes + Total Tips + Total Refunds',
  oneExport: 'One download at a time: wait for the one that runs, then try again',
  noStatistics: 'No data available yet',
} as const;

/** Days and time zones. */
export const dateMessages = {
  badDay: 'Use a date such as 2024-03-01',
  daysReversed: 'The first day must not be after the last day',
  unknownTimezone: 'Unknown timezone',
} as const;

/** Why a file of past sales, or a line of it, was not imported: the words of the rejects file. */
export const importMessages = {
  missing: (field: string) => `${field} is missing`,
  badDate: 'date is not a date',
  farDate: 'date is not between 2000 and 2099',
  tooLong: (field: string, most: number) => `${field} is longer than ${most} characters`,
  notPlainText: (field: string) => `${field} contains control characters`,
  notANumber: (field: string) => `${field} is not a number`,
  negative: (field: string) => `${field} is negative`,
  tooFine: (field: string) => `${field} has more than two decimals`,
  tooLarge: (field: string) => `${field} is over $100,000`,
  unevenAmount: 'amount cannot be divided evenly by the quantity',
  badQuantity: 'quantity is not a whole number from 1 to 100',
  badUnit: 'unit is not a unit number',
  otherUnit: (found: number, own: number) => `unit is ${found}, not ${own}`,
  otherColumnCount: (found: number, expected: number) =>
    `number of columns is ${found} instead of ${expected}`,
  badQuotes: 'quotation marks do not match',
  longLine: (most: number) => `line is longer than ${most} characters`,
  notUtf8: 'line is not UTF-8 text',
  badMapping: (text: string, fields: string) =>
    `"${text}" is not field=Column, such as drinkName=Product; the fields are ${fields}`,
  unknownColumn: (name: string, columns: string) =>
    `There is no column "${name}"; the columns are ${columns}`,
  noColumn: (field: string, columns: string) =>
    `No column for ${field} was found: name it with --map ${field}=Column; the columns are ${columns}`,
} as const;

/** Failures of any call. */
export const problemMessages = {
  unknown: 'Unknown error',
  internal: 'Internal error',
  notFound: 'Not found',
  forbidden: 'You may not do this',
  notYet: 'This is not available yet',
  tooMany: 'Too many requests. Please wait a little and try again',
  tooLarge: 'This is too large',
  unreachable: 'The server cannot be reached. Please try again',
  storageFull: 'The server has no space left. Nothing was changed',
  brokenRequest: 'This request is not well-formed',
  notJson: 'Send JSON',
  tookTooLong: 'This took too long. Please try again',
  databaseGone: 'The database cannot be reached. Please try again',
} as const;
