/** The rows of the transactions table: one per drink of each sale. */
import type { Sale, SoldDrink } from '../../calls/reports.ts';

export interface SaleRow {
  readonly key: string;
  readonly sale: Sale;
  readonly drink: SoldDrink;
}

export const toRows = (sales: readonly Sale[]): SaleRow[] =>
  sales.flatMap((sale) =>
    sale.drinks.map((drink, index) => ({ key: `${sale.id} ${index}`, sale, drink })),
  );

/** How a drink is reported: refunded first, then free drinks as 'comp', then what its status says. */
export function shownStatus({ status, price }: SoldDrink): string {
  if (status.toLowerCase() === 'refunded') return 'refunded';
  return price === 0 ? 'comp' : status;
}
