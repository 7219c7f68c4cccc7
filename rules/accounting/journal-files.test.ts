import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { accountNames } from './journal-messages.ts';
import type { JournalLine } from './journal.ts';
import { type JournalEntry, quickBooksCsv, unmappedAccounts } from './journal-files.ts';

const lines: JournalLine[] = [
  { account: 'clearing:stripe', debitCents: 123_456, creditCents: 0 },
  { account: 'sales:Liquor', debitCents: 0, creditCents: 123_456 },
];
const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  number: '20261120-1',
  date: '2026-11-20',
  description: 'Night of Fri, Nov 20',
  location: 'Rooftop Bar',
  lines,
  ...more,
});
const rowsOf = (file: string): string[][] => parse(file, { bom: true });

test('ACCT-05: a QuickBooks file has one JournalNo per night, blanks on the other side, and names as mapped', () => {
  const next = entry({ number: '20261121-1', date: '2026-11-21' });
  const mapping = { ...accountNames, 'sales:Liquor': 'Sales:Bar, liquor' };
  const [head, ...rows] = rowsOf(quickBooksCsv([entry(), next], mapping));
  expect(head?.join(' ')).toBe(
    'JournalNo JournalDate AccountName Debits Credits Description Location',
  );
  expect(rows).toEqual(
    [
      ['20261120-1', '11/20/2026'],
      ['20261121-1', '11/21/2026'],
    ].flatMap(([number, date]) => [
      [number, date, 'Stripe clearing', '1234.56', '', 'Night of Fri, Nov 20', 'Rooftop Bar'],
      [number, date, 'Sales:Bar, liquor', '', '1234.56', 'Night of Fri, Nov 20', 'Rooftop Bar'],
    ]),
  );
});

test('ACCT-07: no cell of a QuickBooks file is a formula', () => {
  const formulas = entry({ description: '=1+1', location: '@Bar;=2' });
  const file = quickBooksCsv([formulas], { ...accountNames, 'sales:Liquor': '-Liquor' });
  for (const cell of rowsOf(file).flat()) expect(cell).not.toMatch(/(^|;)[=+\-@\t\r]/);
});

test('an account without a name is named, and makes no file', () => {
  const mapping = { ...accountNames, 'sales:Liquor': ' ' };
  expect(unmappedAccounts([entry()], mapping)).toEqual(['sales:Liquor']);
  expect(() => quickBooksCsv([entry()], mapping)).toThrow('The account sales:Liquor has no name');
});
