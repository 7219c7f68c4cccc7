import type { ReportedPour } from '../diagnosis/diagnosis.ts';

/** Causes of a failed glass, the likeliest first; the last two where no pour shows it. */
export const causes = [
  'empty',
  'blocked',
  'timeout',
  'partial',
  'cancelled',
  'power',
  'unknown',
] as const;

export type Cause = (typeof causes)[number];

/** Cause of a case, and the pour that shows it. */
export interface FoundCause<Pour> {
  readonly cause: Cause;
  readonly pour: Pour | null;
}

/**
 * Cause of the failed glasses of a drink: the likeliest outcome among its pours. A drink without any pour had no power,
 * or was stopped by hand; one whose pours are all complete does not show why glasses are missing.
 */
export function causeOf<Pour extends Pick<ReportedPour, 'outcome'>>(
  pours: readonly Pour[],
): FoundCause<Pour> {
  if (pours.length === 0) return { cause: 'power', pour: null };
  for (const cause of causes) {
    const pour = pours.find(({ outcome }) => outcome === cause);
    if (pour !== undefined) return { cause, pour };
  }
  return { cause: 'unknown', pour: null };
}
