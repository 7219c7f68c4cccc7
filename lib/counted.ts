/**
 * A number with what it counts: `1 unit`, `3 units`.
 * @param singular with a plural in s
 */
export const counted = (count: number, singular: string): string =>
  `${count} ${singular}${count === 1 ? '' : 's'}`;
