/** Fields as people call them. */
export const fieldNames: Readonly<Record<string, string>> = {
  soldAt: 'date and time',
  date: 'date',
  time: 'time',
  drinkName: 'name of the drink',
  amount: 'amount of the line',
  unitPrice: 'price of one',
  quantity: 'quantity',
  tax: 'tax',
  tips: 'tip',
  fee: 'processing fee',
  paymentReader: 'payment reader',
  unitNumber: 'number of the unit',
  orderId: 'id of the order',
};

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
  unknownState: (words: readonly string[]) =>
    `state is ${words.map((word) => (word === '' ? 'empty' : word)).join(', ')}, which is not known`,
  leftOutAs: (reason: string) => `left out: ${reason}`,
  /** Reasons for leaving a line out. */
  leftOut: {
    void: 'void',
    comp: 'comp: given away',
    cancelled: 'cancelled',
    failed: 'failed',
    test: 'test',
    pending: 'pending: not paid yet',
    'partially refunded': 'partially refunded: the file does not say which part',
    skipped: 'left out as chosen',
    summary: 'a total, or a line that is no item',
    'below zero': 'below zero, left out as chosen',
    unmatched: 'a refund of a sale that is not here',
  },
  question: {
    dates: (text: string) =>
      `Is the day or the month first in dates such as ${text}? The file proves neither.`,
    'decimal sign': (text: string) =>
      `Is ${text} a whole number of dollars with a sign between thousands, or has it decimals?`,
    state: (_text: string, word: string) =>
      word === ''
        ? 'Some lines have no state. Are they sales?'
        : `The state of some lines is "${word}". Are they sales?`,
    column: (text: string, field: string) =>
      `Which column is the ${fieldNames[field] ?? field}? Candidates differ: ${text}.`,
    'below zero': () => 'Some lines are below zero. Do they take earlier sales back?',
  },
  dateOrders: { 'month-first': 'Month first (3/31/2026)', 'day-first': 'Day first (31/3/2026)' },
  decimalSigns: { '.': 'Point (1,234.50)', ',': 'Comma (1.234,50)' },
  states: { sold: 'Sold', refunded: 'Sold, and refunded since', skipped: 'Not sold: leave out' },
  belowZero: { refunds: 'Yes, they are refunds', skip: 'No: leave them out' },
  /** Between the columns of a file, in text. */
  delimiter: (sign: string) =>
    ({ ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' })[sign] ?? sign,
  noNamedColumn: (field: string) =>
    `Which column is the ${fieldNames[field] ?? field}? None is named like it.`,
  /** Largest file that can be uploaded. */
  tooLargeFile: 'Use a file of at most 100 MB, or import it with npm run import-sales',
  emptyFile: 'This file is empty',
  noFile: 'Choose a CSV file',
  notAForm: 'Send the import as a form with a CSV file',
  tooLongField: (field: string) => `${field} is too long`,
  badChoices: 'The choices are not valid JSON of choices',
  openQuestions: (texts: readonly string[]) => `Decide first: ${texts.join(' ')}`,
  atWork: 'An import of this venue is at work. Wait until it has ended.',
  notToTakeBack: 'This import is at work, or taken back already',
  stopped: 'It stopped before the end of the file. Import the file again to continue.',
  takeBackStopped: 'Taking it back stopped before the end. Take it back again to continue.',
  badMapping: (text: string, fields: string) =>
    `"${text}" is not field=Column, such as drinkName=Product; the fields are ${fields}`,
  unknownColumn: (name: string, columns: string) =>
    `There is no column "${name}"; the columns are ${columns}`,
  noColumn: (field: string, columns: string) =>
    `No column for ${field} was found: name it with --map ${field}=Column; the columns are ${columns}`,
} as const;
