/** What was taken out of positions without being sold. */

export const discardResults = ['discarded', 'moved'] as const;

export const mostDiscardedMl = 100_000;

/** As bars count, and as sizes are named. */
const mlPerOunce = 30;

export const volumeUnits = { ml: 'ml', oz: 'oz' } as const;
export type VolumeUnit = keyof typeof volumeUnits;

/** Millilitres, to two decimals. */
export const toMl = (amount: number, unit: VolumeUnit): number =>
  Math.round(amount * (unit === 'oz' ? mlPerOunce : 1) * 100) / 100;
