import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { accountNames } from './journal-messages.ts';
import { journalAccounts, type JournalLine } from './journal.ts';
import {
  accountsWithoutCode,
  entryDescription,
  entryNumber,
  journalCsvFormats,
  type JournalEntry,
  journalFile,
  mappedLines,
  unmappedAccounts,
} from './journal-files.ts';

const lines: JournalLine[] = [
  { account: 'clearing:stripe', debitCents: 123_456, creditCents: 0 },
  { account: 'sales:Liquor', debitCents: 0, creditCents: 123_456 },
];
/** Accounts of a bar that has one code of its own. */
const mapping = {
  ...Object.fromEntries(
    journalAccounts.map((account) => [account, { name: accountNames[account], code: '' }]),
  ),
  'sales:Liquor': { name: 'Sales:Bar, liquor', code: '410' },
};
const venueId = '7d9f1f3e-0000-4000-8000-00000000c0de';
const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  number: entryNumber(venueId, '2026-11-20', 1),
  night: '2026-11-20',
  date: '2026-11-20',
  description: entryDescription('2026-11-20', 1),
  location: 'Rooftop Bar',
  lines: mappedLines(lines, mapping),
  ...more,
});
const rowsOf = (file: string): string[][] => parse(file, { bom: true });

test('ACCT-05: a QuickBooks file has one JournalNo per night, blanks on the other side, and names as mapped', () => {
  const next = entry({ number: entryNumber(venueId, '2026-11-21', 1), date: '2026-11-21' });
  const [head, ...rows] = rowsOf(journalFile('quickbooks', [entry(), next]));
  expect(head?.join(' ')).toBe(
    'JournalNo JournalDate AccountName Debits Credits Description Location',
  );
  expect(rows).toEqual(
    [
      ['20261120-0000c0de-1', '11/20/2026'],
      ['20261121-0000c0de-1', '11/21/2026'],
    ].flatMap(([number, date]) => [
      [number, date, 'Stripe clearing', '1234.56', '', 'Sales of Fri Nov 20', 'Rooftop Bar'],
      [number, date, 'Sales:Bar, liquor', '', '1234.56', 'Sales of Fri Nov 20', 'Rooftop Bar'],
    ]),
  );
});

test('a Xero file has one narration per entry, codes, and amounts that add up to 0', () => {
  const late = entry({
    number: entryNumber(venueId, '2026-11-20', 2),
    date: '2026-11-22',
    description: entryDescription('2026-11-20', 2),
  });
  const [head, ...rows] = rowsOf(journalFile('xero', [late]));
  expect(head).toEqual([
    '*Narration',
    '*Date',
    'Description',
    '*AccountCode',
    '*TaxRate',
    '*Amount',
  ]);
  const narration = 'Late for Fri Nov 20, Rooftop Bar (20261120-0000c0de-2)';
  expect(rows).toEqual([
    [narration, '2026-11-22', 'Stripe clearing', '', 'Tax Exempt', '1234.56'],
    [narration, '2026-11-22', 'Sales:Bar, liquor', '410', 'Tax Exempt', '-1234.56'],
  ]);
  expect(accountsWithoutCode([late])).toEqual(['clearing:stripe']);
});

test('a JSON file has the entries', () => {
  expect(JSON.parse(journalFile('json', [entry()]))).toEqual([entry()]);
});

test.each(journalCsvFormats)('ACCT-07: no cell of a %s file is a formula', (format) => {
  const formulas = entry({
    description: '=1+1',
    location: '@Bar;=2',
    lines: mappedLines(lines, { ...mapping, 'sales:Liquor': { name: '-Liquor', code: '+4' } }),
  });
  const cells = rowsOf(journalFile(format, [formulas]))
    .slice(1)
    .flat();
  expect(cells.length).toBeGreaterThan(0);
  for (const cell of cells.filter((text) => !/^-?\d+\.\d\d$/.test(text)))
    expect(cell).not.toMatch(/(^|;)[=+\-@\t\r]/);
});

test('an account without a name is named, and makes no entry', () => {
  const blank = { ...mapping, 'sales:Liquor': { name: ' ', code: '' } };
  expect(unmappedAccounts(lines, blank)).toEqual(['sales:Liquor']);
  expect(() => mappedLines(lines, blank)).toThrow('The account sales:Liquor has no name');
});
