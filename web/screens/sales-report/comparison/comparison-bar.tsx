/** Choice of what the figures are compared with, and what the comparison has to be read with. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { againstText } from '../../../../rules/compare/compare-text.ts';
import {
  againstNames,
  type Days,
  whyNotAgainst,
} from '../../../../rules/compare/compared-nights.ts';
import { comparisonQuery, type SalesRange } from '../../../api/reports.ts';
import type { ComparisonBarProps } from './comparison-about.tsx';
import { type Lookup, zoneOf } from '../report/lookup.ts';
import { InlineSelect } from '../../../ui/fields.tsx';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import { SkeletonLine } from '../../../ui/page.tsx';
import type { Comparing, ShownComparison } from './comparing.ts';
import styles from '../comparison-bar.module.css';

/** Loaded with the first comparison. */
const ComparisonAbout = lazyPart(() => import('./comparison-about.tsx'));

const off = 'off';

/** A choice that does not fit the period says why. */
function choices(days: Days | null, isToday: boolean) {
  if (days === null || days.from > days.to) return [{ value: off, label: 'Nothing' }];
  const fitting = againstNames.map((against) => {
    const why = whyNotAgainst(against, days);
    const name = againstText({ ...days, against, soFar: isToday });
    return {
      value: against,
      label: why === null ? name : `${name} (${why.charAt(0).toLowerCase()}${why.slice(1)})`,
      disabled: why !== null,
    };
  });
  return [{ value: off, label: 'Nothing' }, ...fitting];
}

export function ComparisonBar(props: ComparisonBarProps) {
  const { days, isToday, comparing, onCompare } = props;
  return (
    <>
      <span className={styles['choice']}>
        <span aria-hidden="true">Compare with</span>
        <InlineSelect
          aria-label="Compare with"
          value={comparing.against ?? off}
          data={choices(days, isToday)}
          onChange={({ currentTarget }) => {
            const against = againstNames.find((name) => name === currentTarget.value) ?? null;
            onCompare({ against, sameUnits: true });
          }}
        />
      </span>
      {comparing.against !== null && (
        <div className={styles['about']} aria-live="polite">
          <Suspense fallback={<SkeletonLine width={36} />}>
            <ComparisonAbout {...props} against={comparing.against} />
          </Suspense>
        </div>
      )}
    </>
  );
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
    queryFn: () => import('../../../components/comparison/comparison-lines.ts'),
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
