import { fullDayName } from '../../lib/day-name.ts';
import type { JournalFormat } from './journal-files.ts';
import type { JournalAccount } from './journal.ts';

/** Usual names of the accounts of a bar. */
export const accountNames: Readonly<Record<JournalAccount, string>> = {
  'clearing:stripe': 'Stripe clearing',
  'clearing:shift4': 'Shift4 clearing',
  'clearing:demo': 'Demo card clearing',
  'clearing:card': 'Card clearing',
  'clearing:cash': 'Cash and other payments',
  fees: 'Card processing fees',
  returns: 'Sales returns',
  'sales:Beer': 'Beer sales',
  'sales:Liquor': 'Liquor sales',
  'sales:Wine': 'Wine sales',
  'sales:Syrup/Puree': 'Syrup and puree sales',
  'sales:Pre-mixed cocktails': 'Pre-mixed cocktail sales',
  'sales:Other': 'Other sales',
  tax: 'Sales tax payable',
  tips: 'Tips payable',
};

export const formatLabels: Readonly<Record<JournalFormat, string>> = {
  quickbooks: 'QuickBooks Online',
  xero: 'Xero',
  csv: 'CSV',
  json: 'JSON',
};

export const mostJournalNights = 31;

export const journalMessages = {
  empty: 'Nothing was sold or refunded in this night.',
  goesOn: 'This night goes on: its entry is that of now.',
  notOver: 'This night goes on: export it when it is over',
  needsName: (account: JournalAccount) =>
    `Name the account for ${accountNames[account].toLowerCase()}`,
  needsCode: (account: JournalAccount) =>
    `Xero needs the code of the account for ${accountNames[account].toLowerCase()}`,
  overlaps: (night: string) =>
    `This night shares hours with ${fullDayName(night)}, which was exported in another time zone: use that one`,
  tooManyNights: `Use at most ${mostJournalNights} nights`,
  openNote: 'Not exported yet: it changes while sales arrive.',
  lateNote: 'Arrived after the export: the next export adds it as an entry of its own.',
  accountsHint:
    'The names and codes that these accounts have in your accounting software, for all venues. Xero needs the codes.',
} as const;
