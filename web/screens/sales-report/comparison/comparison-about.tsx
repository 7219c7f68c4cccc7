import { compareMessages } from '../../../../rules/compare/compare-messages.ts';
import {
  type Against,
  type Days,
  whyNotAgainst,
} from '../../../../rules/compare/compared-nights.ts';
import { silentUnitsText } from '../../../../rules/compare/compare-text.ts';
import type { SalesComparison } from '../../../api/reports.ts';
import { LoadError } from '../../../components/load-error.tsx';
import type { Comparing, ShownComparison } from './comparing.ts';
import { SkeletonLine } from '../../../ui/page.tsx';
import styles from '../comparison-bar.module.css';

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

interface SilentUnitsProps {
  readonly comparison: SalesComparison;
  readonly timezone: string;
  readonly onSameUnits: (sameUnits: boolean) => void;
}

/** Units that are left out, or are compared all the same, by name. */
function SilentUnits({
  comparison: { leftOut, broughtBack, current },
  timezone,
  onSameUnits,
}: SilentUnitsProps) {
  const isOut = leftOut.length > 0;
  const units = isOut ? leftOut : broughtBack;
  if (units.length === 0) return null;
  const text = silentUnitsText(units, { nowMs: Date.parse(current.asOf), timezone });
  return (
    <p>
      {isOut ? compareMessages.without(text) : compareMessages.withSilent(text)}
      {'. '}
      <button type="button" className={styles['link']} onClick={() => onSameUnits(!isOut)}>
        {isOut ? compareMessages.bringBack : compareMessages.leaveOut}
      </button>
    </p>
  );
}
