/** Rows of the transactions table: one per drink of each sale. */
import { toCents, toDollars } from '../../../lib/money.ts';
import { isRefunded } from '../../../rules/refunds/is-refunded.ts';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import type { Sale, SoldDrink } from '../../api/reports.ts';

export interface SaleRow {
  readonly key: string;
  readonly sale: Sale;
  readonly drink: SoldDrink;
  /** Ordinal in the sale, from 0. */
  readonly index: number;
}

export const toRows = (sales: readonly Sale[]): SaleRow[] =>
  sales.flatMap((sale) =>
    sale.drinks.map((drink, index) => ({ key: `${sale.id} ${index}`, sale, drink, index })),
  );

/** Displayed status of a drink: refunded first, then 'comp' for free drinks, then its own status. */
export function shownStatus(drink: SoldDrink): string {
  if (isRefunded(drink)) return 'refunded';
  return drink.price === 0 ? 'comp' : drink.status;
}

/** Price of all drinks of the line, in dollars. */
export const lineTotal = ({ price, quantity }: SoldDrink): number =>
  toDollars(toCents(price) * quantity);

/** Text of the status of a refunded drink. */
export function refundedText({ refund }: SoldDrink): string {
  if (refund === 'cash') return refundMessages.inCash;
  return refund === 'unsent' ? refundMessages.withoutCard : 'Refunded';
}
