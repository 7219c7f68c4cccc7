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

export const journalMessages = {
  empty: 'Nothing was sold or refunded in this night.',
  goesOn: 'This night goes on: its entry is that of now.',
} as const;
