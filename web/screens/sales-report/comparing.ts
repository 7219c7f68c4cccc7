/** What a report is compared with, and its URL form. */
import { type Against, againstNames } from '../../../rules/compare/compared-nights.ts';
import type { SalesReportSearch } from '../../paths.ts';

export interface Comparing {
  /** Null while no comparison is chosen. */
  readonly against: Against | null;
  /** Leaves out units that were not in contact on both sides. */
  readonly sameUnits: boolean;
}

export const readComparing = ({
  compare,
  sameUnits,
}: Pick<SalesReportSearch, 'compare' | 'sameUnits'>): Comparing => ({
  against: againstNames.find((name) => name === compare) ?? null,
  sameUnits: sameUnits !== 'false',
});

export const toComparingSearch = ({ against, sameUnits }: Comparing) => ({
  compare: against ?? undefined,
  sameUnits: against !== null && !sameUnits ? 'false' : undefined,
});
