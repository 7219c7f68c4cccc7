/**
 * Rows of a list that is returned as a whole, so that no response fills the memory of a process. Owners reach their
 * quotas first; super admins can raise these and exceed them.
 */
export const mostListed = {
  /** Of an owner. */
  venues: 5_000,
  /** Of a venue. */
  units: 5_000,
  /** Of a venue or one of its units, once per unit. */
  ingredients: 25_000,
  /** Of a venue or one of its units. */
  drinks: 25_000,
} as const;

export type ListName = keyof typeof mostListed;

/** Rows that the query of a list reads: one more than the list may have. */
export const mostRead = (name: ListName): number => mostListed[name] + 1;
