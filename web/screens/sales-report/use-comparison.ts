/** The comparison that the URL asks for. */
import { useQuery } from '@tanstack/react-query';
import { whyNotAgainst } from '../../../rules/compare/compared-nights.ts';
import { comparisonQuery } from '../../api/reports.ts';
import type { SalesComparison, SalesRange } from '../../api/reports.ts';
import type { Comparing } from './comparing.ts';
import type * as Lines from './comparison-lines.ts';
import { zoneOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';

export interface ShownComparison {
  /** unfit: the period cannot be compared so; lost: it could not be loaded. */
  readonly status: 'off' | 'loading' | 'ready' | 'unfit' | 'lost';
  readonly comparison: SalesComparison | undefined;
  /** Its texts, whose code is loaded with the first comparison. */
  readonly texts: typeof Lines | undefined;
  readonly retry: () => void;
}

/** @param range undefined while the report has none */
export function useComparison(
  { from, to, ...lookup }: Lookup,
  range: SalesRange | undefined,
  { against, sameUnits }: Comparing,
): ShownComparison {
  const days = { from: from ?? '', to: to ?? '' };
  // Days in the wrong order have no range.
  const isFit = against !== null && range !== undefined && !whyNotAgainst(against, days);
  const { data, error, isFetching, refetch } = useQuery({
    ...comparisonQuery({
      venueId: range?.venueId ?? '',
      unitId: range?.unitId,
      ...days,
      timezone: lookup.days === 'business' ? undefined : zoneOf({ ...lookup, from, to }),
      against: against ?? 'weekday',
      sameUnits: sameUnits ? undefined : 'false',
    }),
    enabled: isFit,
  });
  const texts = useQuery({
    queryKey: ['texts of comparisons'],
    queryFn: () => import('./comparison-lines.ts'),
    enabled: isFit,
    staleTime: Infinity,
  });
  const isLost = (error ?? texts.error) !== null && !isFetching && !texts.isFetching;
  const statusOf = (): ShownComparison['status'] => {
    if (against === null || !range) return 'off';
    if (!isFit) return 'unfit';
    if (isLost) return 'lost';
    return data && texts.data ? 'ready' : 'loading';
  };
  const status = statusOf();
  return {
    status,
    comparison: status === 'ready' ? data : undefined,
    texts: texts.data,
    retry: () => {
      void refetch();
      void texts.refetch();
    },
  };
}
