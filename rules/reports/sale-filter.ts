/** Filters of the sales of a report. A sale is shown with its drinks that have all of what is asked for. */
import { isRefunded } from '../refunds/is-refunded.ts';

/** failed: poured fewer than ordered; comp: free of charge; refunded: at least one glass. */
export type DrinkMark = 'failed' | 'comp' | 'refunded';

export interface SaleFilter {
  readonly show?: DrinkMark | undefined;
  /** Name of a drink, as it was sold. */
  readonly drink?: string | undefined;
  /** Name that a drink has now. */
  readonly currentDrink?: string | undefined;
  /** Name of a card reader, as the unit reported it. */
  readonly reader?: string | undefined;
  /** Amount that was charged, or the last digits of the card: `$14.50`, `4242`; see `readPayment`. */
  readonly payment?: string | undefined;
  /** Of the night, 0 is Monday; together with hour. */
  readonly weekday?: number | undefined;
  /** Hour that the clock showed, 0 to 23. */
  readonly hour?: number | undefined;
}

/** Sales that are examined for a page: a filter that few sales match is continued from there. */
export const mostExamined = 1000;

/** False when all sales are asked for. */
export const isFilter = ({
  show,
  drink,
  currentDrink,
  reader,
  payment,
  hour,
}: SaleFilter): boolean =>
  [show, drink, currentDrink, reader, payment, hour].some(
    (asked) => asked !== undefined && asked !== '',
  );

/** What a guest knows of a payment: the last digits of the card, or the amount with tax and tip. */
export type PaymentSearch = { readonly last4: string } | { readonly cents: number };

/**
 * Reads what was typed: four digits are those of a card, other numbers dollars; `$1400` is an amount. Null for anything
 * else.
 */
export function readPayment(text: string): PaymentSearch | null {
  const typed = text.trim();
  if (/^\d{4}$/.test(typed)) return { last4: typed };
  const [, dollars, cents = ''] = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  return dollars === undefined ? null : { cents: Number(`${dollars}${cents.padEnd(2, '0')}`) };
}

interface FilteredDrink {
  readonly name: string;
  readonly quantity: number;
  readonly successQuantity: number;
  readonly price: number;
  readonly status: string;
  readonly refundedQuantity?: number | undefined;
  readonly isCurrentDrink?: boolean | undefined;
}

const isMarked: Readonly<Record<DrinkMark, (drink: FilteredDrink) => boolean>> = {
  failed: ({ quantity, successQuantity }) => successQuantity < quantity,
  comp: ({ price }) => price === 0,
  refunded: (drink) => isRefunded(drink) || (drink.refundedQuantity ?? 0) > 0,
};

/** Whether a drink of a matching sale is one of those asked for. */
export const isDrinkShown = (
  { show, drink: name, currentDrink }: SaleFilter,
  drink: FilteredDrink,
): boolean =>
  (!show || isMarked[show](drink)) &&
  (!name || drink.name === name) &&
  (!currentDrink || drink.isCurrentDrink === true);
