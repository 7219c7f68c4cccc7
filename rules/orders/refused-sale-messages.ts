import { formatMoney } from '../../lib/money.ts';

/** User-visible messages about refused sales. */
export const refusedSaleMessages = {
  useBefore: 'Use before with the id of the last refused sale',
  noSuchSaleBefore: 'There is no such refused sale',
  book: (dollars: number | null | undefined) =>
    dollars === null || dollars === undefined ? 'Book' : `Book at ${formatMoney(dollars)}`,
  booked: 'The sale is in your books',
  askDismiss: 'Dismiss this sale? It stays out of your books.',
  left: 'The sale was dismissed',
  taken: 'This sale was booked already',
  dismissed: 'This sale was dismissed already',
  unreadable: 'This order cannot be read, so it cannot be booked. Enter the sale by hand.',
  cannotBeTaken: (reason: string) => `This sale cannot be booked: ${reason}`,
} as const;
