/** Entries of journals as files for accounting software. Amounts are in cents. */
import { byteOrderMark, csvCents, csvLine, csvText } from '../../lib/csv-cell.ts';
import { dayName } from '../../lib/day-name.ts';
import type { JournalAccount, JournalLine } from './journal.ts';

/** An account in the accounting software of an owner; the code is empty where it has none. */
export interface MappedAccount {
  readonly name: string;
  readonly code: string;
}

export type AccountMapping = Readonly<Partial<Record<JournalAccount, MappedAccount>>>;

/** A line with its account in the accounting software. */
export interface EntryLine extends JournalLine, MappedAccount {}

export interface JournalEntry {
  /** The same on each line of the entry, and on no other entry. */
  readonly number: string;
  /** Business day that it books, `YYYY-MM-DD`. */
  readonly night: string;
  /** Date of the entry: the night, or the day on which a late entry was exported. */
  readonly date: string;
  readonly description: string;
  readonly location: string;
  readonly lines: readonly EntryLine[];
}

/** Accounts of the lines that have no name in the mapping; with any, no entry is exported. */
export const unmappedAccounts = (
  lines: readonly JournalLine[],
  mapping: AccountMapping,
): JournalAccount[] => [
  ...new Set(
    lines
      .map(({ account }) => account)
      .filter((account) => (mapping[account]?.name ?? '').trim() === ''),
  ),
];

/**
 * Lines with the names and codes of their accounts.
 * @throws RangeError for an account without a name
 */
export const mappedLines = (lines: readonly JournalLine[], mapping: AccountMapping): EntryLine[] =>
  lines.map(({ account, debitCents, creditCents }) => {
    const { name, code } = mapping[account] ?? { name: '', code: '' };
    if (name.trim() === '') throw new RangeError(`The account ${account} has no name`);
    return { account, name, code, debitCents, creditCents };
  });

/** Number of an entry, of at most 21 characters, as QuickBooks takes it: each venue has entries of a night. */
export const entryNumber = (venueId: string, night: string, version: number): string =>
  `${night.replaceAll('-', '')}-${venueId.slice(-8)}-${version}`;

/** `Sales of Fri Nov 20` of the first entry of a night, `Late for Fri Nov 20` of the others. */
export const entryDescription = (night: string, version: number): string =>
  `${version === 1 ? 'Sales of' : 'Late for'} ${dayName(night).replaceAll(',', '')}`;

export const journalFormats = ['quickbooks', 'xero', 'csv', 'json'] as const;
export type JournalFormat = (typeof journalFormats)[number];
/** Formats of files of rows. */
export const journalCsvFormats = ['quickbooks', 'xero', 'csv'] as const satisfies JournalFormat[];

/** Amount of one side; blank on the other. */
const sideOf = (cents: number): string => (cents === 0 ? '' : csvCents(cents));

/** CSV file for QuickBooks Online. */
function quickBooksCsv(entries: readonly JournalEntry[]): string {
  const head = [
    'JournalNo',
    'JournalDate',
    'AccountName',
    'Debits',
    'Credits',
    'Description',
    'Location',
  ];
  const rows = entries.flatMap(({ number, date, description, location, lines }) =>
    lines.map(({ name, debitCents, creditCents }) => [
      number,
      `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`,
      name,
      sideOf(debitCents),
      sideOf(creditCents),
      description,
      location,
    ]),
  );
  return byteOrderMark + [head, ...rows].map(csvLine).join('');
}

/** Accounts of the entries without a code, which Xero needs. */
export const accountsWithoutCode = (entries: readonly JournalEntry[]): JournalAccount[] => [
  ...new Set(
    entries.flatMap(({ lines }) =>
      lines.filter(({ code }) => code.trim() === '').map(({ account }) => account),
    ),
  ),
];

/** CSV file of manual journals for Xero: rows of one narration are a journal, and credits are negative. */
function xeroCsv(entries: readonly JournalEntry[]): string {
  const head = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'];
  const rows = entries.flatMap(({ number, date, description, location, lines }) =>
    lines.map(({ name, code, debitCents, creditCents }) =>
      [
        // Numbers of Xero are written unguarded: an amount is a number also where it is negative.
        ...[`${description}, ${location} (${number})`, date, name, code, 'Tax Exempt'].map(csvText),
        csvCents(debitCents - creditCents),
      ].join(','),
    ),
  );
  return byteOrderMark + [head.join(','), ...rows].map((row) => `${row}\r\n`).join('');
}

/** CSV file with all that is known of the lines. */
function plainCsv(entries: readonly JournalEntry[]): string {
  const head = [
    'Number',
    'Night',
    'Date',
    'Account',
    'Name',
    'Code',
    'Debit',
    'Credit',
    'Description',
    'Location',
  ];
  const rows = entries.flatMap(({ number, night, date, description, location, lines }) =>
    lines.map(({ account, name, code, debitCents, creditCents }) => [
      number,
      night,
      date,
      account,
      name,
      code,
      sideOf(debitCents),
      sideOf(creditCents),
      description,
      location,
    ]),
  );
  return byteOrderMark + [head, ...rows].map(csvLine).join('');
}

/** Text of a file. In JSON, amounts are `debitCents` and `creditCents`. */
export function journalFile(format: JournalFormat, entries: readonly JournalEntry[]): string {
  if (format === 'quickbooks') return quickBooksCsv(entries);
  if (format === 'xero') return xeroCsv(entries);
  if (format === 'csv') return plainCsv(entries);
  return `${JSON.stringify(entries, null, 2)}\n`;
}
