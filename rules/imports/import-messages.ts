/** Reasons why a past-sales file, or a line of it, was not imported; used in the rejects file. */
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
