/** Accounting journal of a night: what was sold in it and the refunds that were settled in it. Amounts are in cents. */
import type { TimeRange } from '../reports/rollup-cover.ts';

/** Who owes the money of a sale: a card provider, card for a card without a known one, or cash for all else. */
export const clearings = ['stripe', 'shift4', 'demo', 'card', 'cash'] as const;
export type Clearing = (typeof clearings)[number];

/** Categories of ingredients; Other for lines without a known ingredient. */
export const salesCategories = [
  'Beer',
  'Liquor',
  'Wine',
  'Syrup/Puree',
  'Pre-mixed cocktails',
  'Other',
] as const;
export type SalesCategory = (typeof salesCategories)[number];

export type JournalAccount =
  | `clearing:${Clearing}`
  | `sales:${SalesCategory}`
  | 'fees'
  | 'returns'
  | 'tax'
  | 'tips';

/** Accounts in the order of an entry. */
export const journalAccounts: readonly JournalAccount[] = [
  ...clearings.map((clearing) => `clearing:${clearing}` as const),
  'fees',
  'returns',
  ...salesCategories.map((category) => `sales:${category}` as const),
  'tax',
  'tips',
];

/** A line of an entry: one of the two is 0, and the other is above it. */
export interface JournalLine {
  readonly account: JournalAccount;
  readonly debitCents: number;
  readonly creditCents: number;
}

/** Price of all glasses of a line, with its tax and tip. */
interface LineAmounts {
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
}

export interface BookedSale extends LineAmounts {
  readonly soldMs: number;
  readonly clearing: Clearing;
  /** Null where none is known. */
  readonly feeCents: number | null;
  /** Parts of the price, which add up to it. */
  readonly categories: readonly (readonly [SalesCategory, number])[];
  /** Of all its glasses that are refunded now, whenever that was. */
  readonly refunded: LineAmounts;
}

export interface BookedRefund extends LineAmounts {
  /** Of the sale. */
  readonly soldMs: number;
  readonly settledMs: number;
  readonly clearing: Clearing;
}

/** Clearing of a payment; a sale without one that names a card reader was paid by card. */
export function clearingOf({
  provider,
  paymentId,
  reader,
}: {
  readonly provider: 'stripe' | 'shift4' | 'demo' | null;
  readonly paymentId: string | null;
  readonly reader: string;
}): Clearing {
  return provider ?? (paymentId !== null || reader !== '' ? 'card' : 'cash');
}

const isWithin = (ms: number, { startMs, endMs }: TimeRange): boolean =>
  ms >= startMs && ms < endMs;

const sumOf = ({ priceCents, taxCents, tipCents }: LineAmounts): number =>
  priceCents + taxCents + tipCents;

/**
 * Journal of a night: its sales, and the refunds that were settled in it, of whatever night their sales are.
 * @returns lines in the order of the accounts, debit before credit
 * @throws RangeError where debits and credits differ, as where categories do not add up to a price
 */
export function journalOf(
  night: TimeRange,
  {
    sales,
    refunds,
  }: { readonly sales: readonly BookedSale[]; readonly refunds: readonly BookedRefund[] },
): JournalLine[] {
  const debits = new Map<JournalAccount, number>();
  const credits = new Map<JournalAccount, number>();
  const add = (side: Map<JournalAccount, number>, account: JournalAccount, cents: number) =>
    side.set(account, (side.get(account) ?? 0) + cents);
  for (const sale of sales.filter(({ soldMs }) => isWithin(soldMs, night))) {
    add(debits, `clearing:${sale.clearing}`, sumOf(sale));
    for (const [category, cents] of sale.categories) add(credits, `sales:${category}`, cents);
    add(credits, 'tax', sale.taxCents);
    add(credits, 'tips', sale.tipCents);
    add(debits, 'fees', sale.feeCents ?? 0);
    add(credits, `clearing:${sale.clearing}`, sale.feeCents ?? 0);
  }
  for (const refund of refunds.filter(({ settledMs }) => isWithin(settledMs, night))) {
    add(debits, 'returns', refund.priceCents);
    add(debits, 'tax', refund.taxCents);
    add(debits, 'tips', refund.tipCents);
    add(credits, `clearing:${refund.clearing}`, sumOf(refund));
  }
  return balanced(
    journalAccounts.flatMap((account) => [
      { account, debitCents: debits.get(account) ?? 0, creditCents: 0 },
      { account, debitCents: 0, creditCents: credits.get(account) ?? 0 },
    ]),
  );
}

/** Lines without those of 0. */
function balanced(lines: readonly JournalLine[]): JournalLine[] {
  const { debitCents, creditCents } = totalsOf(lines);
  if (debitCents !== creditCents)
    throw new RangeError(
      `Debits of ${debitCents} cents differ from credits of ${creditCents} cents`,
    );
  return lines.filter((line) => line.debitCents > 0 || line.creditCents > 0);
}

export function totalsOf(lines: readonly JournalLine[]): {
  debitCents: number;
  creditCents: number;
} {
  return {
    debitCents: lines.reduce((sum, line) => sum + line.debitCents, 0),
    creditCents: lines.reduce((sum, line) => sum + line.creditCents, 0),
  };
}

/** Debits of an account less its credits. */
const balanceOf = (lines: readonly JournalLine[], account: JournalAccount): number =>
  lines.reduce(
    (sum, line) => (line.account === account ? sum + line.debitCents - line.creditCents : sum),
    0,
  );

/**
 * Entry of what changed since entries of a night were exported; empty where nothing did.
 * @param exported lines of all entries of the night so far
 */
export function lateEntryOf(
  exported: readonly JournalLine[],
  current: readonly JournalLine[],
): JournalLine[] {
  return balanced(
    journalAccounts.map((account) => {
      const cents = balanceOf(current, account) - balanceOf(exported, account);
      return { account, debitCents: Math.max(cents, 0), creditCents: Math.max(-cents, 0) };
    }),
  );
}

/** The sales report of a night beside its journal, each without refunds; processing fees are part of neither. */
export interface Reconciliation {
  /** Sales, taxes and tips of the sales of the night, without what is refunded of them. */
  readonly reportCents: number;
  /** The same of the journal of the night. */
  readonly journalCents: number;
  /** Of entries that were added after the first. */
  readonly lateCents: number;
  /** Refunds of sales of this night that were settled in others. */
  readonly settledElsewhereCents: number;
  /** Refunds of sales of other nights that were settled in this one. */
  readonly ofOtherNightsCents: number;
  /** report - (journal + late - settled elsewhere + of other nights); 0 where all agree. */
  readonly remainderCents: number;
}

const isIncome = (account: JournalAccount): boolean =>
  account !== 'fees' && !account.startsWith('clearing:');

/** Sales, taxes and tips of entries, less the refunds. */
const incomeOf = (lines: readonly JournalLine[]): number =>
  lines.reduce(
    (sum, line) => (isIncome(line.account) ? sum + line.creditCents - line.debitCents : sum),
    0,
  );

/**
 * @param first the entry of the night
 * @param late lines of the entries that were added to it
 */
export function reconcile(
  night: TimeRange,
  {
    sales,
    refunds,
    first,
    late = [],
  }: {
    readonly sales: readonly BookedSale[];
    readonly refunds: readonly BookedRefund[];
    readonly first: readonly JournalLine[];
    readonly late?: readonly JournalLine[];
  },
): Reconciliation {
  const refundsWhere = (soldHere: boolean): number =>
    refunds
      .filter(({ soldMs, settledMs }) => {
        const isOfNight = isWithin(soldMs, night);
        return isOfNight !== isWithin(settledMs, night) && isOfNight === soldHere;
      })
      .reduce((sum, refund) => sum + sumOf(refund), 0);
  const reportCents = sales
    .filter(({ soldMs }) => isWithin(soldMs, night))
    .reduce((sum, sale) => sum + sumOf(sale) - sumOf(sale.refunded), 0);
  const journalCents = incomeOf(first);
  const lateCents = incomeOf(late);
  const settledElsewhereCents = refundsWhere(true);
  const ofOtherNightsCents = refundsWhere(false);
  return {
    reportCents,
    journalCents,
    lateCents,
    settledElsewhereCents,
    ofOtherNightsCents,
    remainderCents:
      reportCents - (journalCents + lateCents - settledElsewhereCents + ofOtherNightsCents),
  };
}
