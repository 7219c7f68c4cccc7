/** The units of all venues of an owner in one list. */
import { matcherOf } from '../search/search-words.ts';

/** As a unit is now; maintenance is first, as nothing is found wrong with a unit while it lasts. */
export const listedStates = ['maintenance', 'offline', 'new', 'online'] as const;
export type ListedState = (typeof listedStates)[number];

/** attention: those that an alert is open about. */
export const listFilters = ['attention', ...listedStates] as const;
export type ListFilter = (typeof listFilters)[number];

/** Within each venue. */
export const listOrders = ['attention', 'number', 'name', 'state'] as const;
export type ListOrder = (typeof listOrders)[number];

export interface ListedUnit {
  readonly unitNumber: number;
  readonly unitName: string | null;
  readonly state: ListedState;
  readonly needsAttention: boolean;
}

const collator = new Intl.Collator('en-US', { numeric: true });

const comparisons: Readonly<Record<ListOrder, (one: ListedUnit, other: ListedUnit) => number>> = {
  attention: (one, other) => Number(other.needsAttention) - Number(one.needsAttention),
  number: () => 0,
  name: (one, other) => collator.compare(one.unitName ?? '', other.unitName ?? ''),
  state: (one, other) => listedStates.indexOf(one.state) - listedStates.indexOf(other.state),
};

/** Those of equal rank are in the order of their numbers. */
export const compareListed =
  (order: ListOrder) =>
  (one: ListedUnit, other: ListedUnit): number =>
    comparisons[order](one, other) || one.unitNumber - other.unitNumber;

/** @param text words of the name and the number */
export function isListed(
  text: string,
  filter: ListFilter | undefined,
): (unit: ListedUnit) => boolean {
  const matches = matcherOf(text);
  return ({ unitNumber, unitName, state, needsAttention }) =>
    matches(String(unitNumber), unitName ?? '') &&
    (filter === undefined || (filter === 'attention' ? needsAttention : state === filter));
}
