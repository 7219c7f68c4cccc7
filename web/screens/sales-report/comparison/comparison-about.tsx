import {
  type Against,
  type Days,
  whyNotAgainst,
} from '../../../../rules/compare/compared-nights.ts';
import { SilentUnits } from '../../../components/comparison/silent-units.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import type { Comparing, ShownComparison } from './comparing.ts';
import { SkeletonLine } from '../../../ui/page.tsx';

export interface ComparisonBarProps {
  /** Null until they are known. */
  readonly days: Days | null;
  /** The period is the running day. */
  readonly isToday: boolean;
  readonly timezone: string;
  readonly comparing: Comparing;
  readonly shown: ShownComparison;
  readonly onCompare: (comparing: Comparing) => void;
}

/** What a comparison has to be read with, or why there is none. */
export default function ComparisonAbout({
  days,
  timezone,
  comparing,
  shown: { status, comparison, retry },
  onCompare,
  against,
}: ComparisonBarProps & { readonly against: Against }) {
  if (status === 'unfit') return <p>{days && whyNotAgainst(against, days)}</p>;
  if (status === 'lost') return <LoadError what="comparison" onRetry={retry} />;
  if (!comparison) return <SkeletonLine width={36} />;
  const sameUnits = (to: boolean) => onCompare({ ...comparing, sameUnits: to });
  return (
    <>
      {comparison.notes.length > 0 && <p>{comparison.notes.join(' · ')}</p>}
      <SilentUnits comparison={comparison} timezone={timezone} onSameUnits={sameUnits} />
    </>
  );
}
