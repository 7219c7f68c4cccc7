/** What one owner may store, so that no account fills the disk or slows down the others. */

export const quotaNames = [
  'venues',
  'units',
  'unitKeys',
  'ingredients',
  'drinks',
  'imageBytes',
] as const;

export type QuotaName = (typeof quotaNames)[number];

export type Quotas = Record<QuotaName, number>;

/** Usual limits; a super admin can set others for an owner. */
export const usualQuotas: Quotas = {
  venues: 100,
  units: 1000,
  unitKeys: 2000,
  ingredients: 10_000,
  drinks: 20_000,
  /** Bytes of brand images, including uploads that are not saved yet. */
  imageBytes: 500_000_000,
};

/** Share of a limit from which it is announced. */
const nearShare = 0.9;

/** Limits that an owner has reached or nearly reached, in the order of `quotaNames`. */
export function nearlyFull(limits: Quotas, used: Quotas): QuotaName[] {
  return quotaNames.filter((name) => used[name] > 0 && used[name] >= nearShare * limits[name]);
}

/** Limits of an owner: those that were set, else the usual ones. */
export function quotasOf(set: Readonly<Record<string, unknown>> | null): Quotas {
  const limits: Quotas = { ...usualQuotas };
  for (const name of quotaNames) {
    const limit = set?.[name];
    if (typeof limit === 'number') limits[name] = limit;
  }
  return limits;
}

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
