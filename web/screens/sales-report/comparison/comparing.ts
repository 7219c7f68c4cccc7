import { type Against, againstNames } from '../../../../rules/compare/compared-nights.ts';
import type { SalesComparison } from '../../../api/reports.ts';
import type { SalesReportSearch } from '../../../paths.ts';
import type * as Lines from '../../../components/comparison/comparison-lines.ts';

// What a report is compared with, and its URL form.

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

// The comparison that the URL asks for.

export interface ShownComparison {
  /** unfit: the period cannot be compared so; lost: it could not be loaded. */
  readonly status: 'off' | 'loading' | 'ready' | 'unfit' | 'lost';
  readonly comparison: SalesComparison | undefined;
  /** Its texts, whose code is loaded with the first comparison. */
  readonly texts: typeof Lines | undefined;
  readonly retry: () => void;
}
