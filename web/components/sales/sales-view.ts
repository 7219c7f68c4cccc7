/** Which sales of a report are shown, and their URL form. */
import {
  type DrinkMark,
  isFilter,
  readPayment,
  type SaleFilter,
} from '../../../rules/reports/sale-filter.ts';
import type { SalesPage } from '../../api/reports.ts';
import type { SalesReportSearch } from '../../paths.ts';
import { readPage } from '../list-page.ts';

export const marks: readonly DrinkMark[] = ['failed', 'comp', 'refunded'];

type SearchText = Partial<Record<keyof SalesReportSearch, string | undefined>>;

/** Page 1 starts at the end of the range that is first; a later one next to a sale, else by its number. */
export function readView(search: SearchText): SalesPage {
  const { page, sort, later, earlier, show, drink, currentDrink, reader, payment, weekday, hour } =
    search;
  const filter = {
    show: marks.find((mark) => mark === show),
    drink: drink || undefined,
    currentDrink: currentDrink || undefined,
    reader: reader || undefined,
    payment: payment && readPayment(payment) ? payment : undefined,
    ...(weekday && hour && { weekday: Number(weekday), hour: Number(hour) }),
  };
  // Pages of a filter have no numbers: each continues from a sale.
  const current = isFilter(filter) && !later && !earlier ? 1 : readPage(page);
  return {
    page: current,
    sort: sort === 'newest' ? 'newest' : 'oldest',
    laterThan: (current > 1 && later) || undefined,
    earlierThan: (current > 1 && !later && earlier) || undefined,
    ...filter,
  };
}

/** Page 1 of the same filter and order, with these changes. */
export const fromStart = (
  { page: _page, laterThan: _later, earlierThan: _earlier, ...view }: SalesPage,
  changes: Partial<SalesPage> = {},
): SalesPage => ({ page: 1, ...view, ...changes });

const noFilter = {
  show: undefined,
  drink: undefined,
  currentDrink: undefined,
  reader: undefined,
  payment: undefined,
  weekday: undefined,
  hour: undefined,
} satisfies SaleFilter;

/** Names all parts of the address, so that what is not asked for any more leaves it. */
export const toViewSearch = ({ page, sort, laterThan, earlierThan, ...filter }: SalesPage) => ({
  ...noFilter,
  ...filter,
  page: page > 1 ? page : undefined,
  sort: sort === 'newest' ? sort : undefined,
  later: page > 1 ? laterThan : undefined,
  earlier: page > 1 ? earlierThan : undefined,
});
