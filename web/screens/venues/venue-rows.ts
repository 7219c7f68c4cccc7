/** Venues of the list with their figures of today, searched and in order. */
import { matcherOf } from '../../../rules/search/search-words.ts';
import type { VenueComparison } from '../../api/reports.ts';
import type { Venue } from '../../api/venues.ts';

export type VenueToday = VenueComparison['venues'][number];

export interface VenueRow {
  readonly venue: Venue;
  /** Null while it is loading; undefined where it could not be loaded. */
  readonly today: VenueToday | null | undefined;
}

export const orderLabels = {
  oldest: 'Oldest first',
  name: 'Name',
  sales: 'Sales today',
  attention: 'Attention first',
} as const;
export type VenueOrder = keyof typeof orderLabels;

/** From more venues than these, one request would take long, and a few would be refused as too many. */
export const mostCompared = 200;

/**
 * Orders that can be chosen.
 * @param withToday whether the figures of today are requested
 */
export const ordersOf = (withToday: boolean, withMoney: boolean): VenueOrder[] => [
  'oldest',
  'name',
  ...(withToday && withMoney ? (['sales'] as const) : []),
  ...(withToday ? (['attention'] as const) : []),
];

/** The order of this name, or the first one. */
export const chosenOrder = (name: string | undefined, orders: readonly VenueOrder[]): VenueOrder =>
  orders.find((order) => order === name) ?? 'oldest';

/** Orders that the figures of today decide. */
export const needsToday = (order: VenueOrder): boolean =>
  order === 'sales' || order === 'attention';

const collator = new Intl.Collator('en-US', { numeric: true });

const compare: Readonly<Record<VenueOrder, (one: VenueRow, other: VenueRow) => number>> = {
  oldest: () => 0,
  name: (one, other) => collator.compare(one.venue.name, other.venue.name),
  sales: (one, other) => (other.today?.figures.gross ?? -1) - (one.today?.figures.gross ?? -1),
  attention: (one, other) =>
    (other.today?.issues.urgent ?? -1) - (one.today?.issues.urgent ?? -1) ||
    (other.today?.issues.all ?? -1) - (one.today?.issues.all ?? -1),
};

/** Those whose name or address has the text, in the order; equal ones stay oldest first. */
export function foundVenues(
  rows: readonly VenueRow[],
  text: string,
  order: VenueOrder,
): readonly VenueRow[] {
  const matches = matcherOf(text);
  return rows
    .filter(({ venue: { name, address } }) => matches(name, address))
    .toSorted(compare[order]);
}
