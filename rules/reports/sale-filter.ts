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
  /** Of the night, 0 is Monday; together with hour. */
  readonly weekday?: number | undefined;
  /** Hour that the clock showed, 0 to 23. */
  readonly hour?: number | undefined;
}

/** Sales that are examined for a page: a filter that few sales match is continued from there. */
export const mostExamined = 1000;

/** False when all sales are asked for. */
export const isFilter = ({ show, drink, currentDrink, reader, hour }: SaleFilter): boolean =>
  [show, drink, currentDrink, reader, hour].some((asked) => asked !== undefined && asked !== '');

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
