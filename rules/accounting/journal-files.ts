/** Files of journals for accounting software. Amounts are in cents. */
import { byteOrderMark, csvCents, csvLine } from '../../lib/csv-cell.ts';
import type { JournalAccount, JournalLine } from './journal.ts';

/** Names of accounts in the accounting software of an owner. */
export type AccountMapping = Readonly<Partial<Record<JournalAccount, string>>>;

export interface JournalEntry {
  /** The same on each line of the entry, and on no other entry. */
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly description: string;
  readonly location: string;
  readonly lines: readonly JournalLine[];
}

/** Accounts of the entries that have no name in the mapping; with any, no file is made. */
export const unmappedAccounts = (
  entries: readonly JournalEntry[],
  mapping: AccountMapping,
): JournalAccount[] => [
  ...new Set(
    entries
      .flatMap(({ lines }) => lines.map(({ account }) => account))
      .filter((account) => (mapping[account] ?? '').trim() === ''),
  ),
];

/** Amount of one side; blank on the other. */
const sideOf = (cents: number): string => (cents === 0 ? '' : csvCents(cents));

/**
 * CSV file of journal entries for QuickBooks Online.
 * @throws RangeError for an account without a name
 */
export function quickBooksCsv(entries: readonly JournalEntry[], mapping: AccountMapping): string {
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
    lines.map(({ account, debitCents, creditCents }) => [
      number,
      `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`,
      nameOf(account, mapping),
      sideOf(debitCents),
      sideOf(creditCents),
      description,
      location,
    ]),
  );
  return byteOrderMark + [head, ...rows].map(csvLine).join('');
}

function nameOf(account: JournalAccount, mapping: AccountMapping): string {
  const name = mapping[account] ?? '';
  if (name.trim() === '') throw new RangeError(`The account ${account} has no name`);
  return name;
}
