/** Choice of what the figures are compared with, and what the comparison has to be read with. */
import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { againstText } from '../../../rules/compare/compare-text.ts';
import {
  type Against,
  againstNames,
  type Days,
  whyNotAgainst,
} from '../../../rules/compare/compared-nights.ts';
import { silentUnitsText } from '../../../rules/compare/silent-text.ts';
import type { SalesComparison } from '../../api/reports.ts';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import type { Comparing } from './comparing.ts';
import type { ShownComparison } from './use-comparison.ts';
import styles from './comparison-bar.module.css';

interface ComparisonBarProps {
  /** Null until they are known. */
  readonly days: Days | null;
  /** The period is the running day. */
  readonly isToday: boolean;
  readonly timezone: string;
  readonly comparing: Comparing;
  readonly shown: ShownComparison;
  readonly onCompare: (comparing: Comparing) => void;
}

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
    <div className={styles['bar']} data-comparing={comparing.against !== null}>
      <SelectField
        className={styles['choice'] ?? ''}
        label="Compare with"
        value={comparing.against ?? off}
        data={choices(days, isToday)}
        onChange={({ currentTarget }) => {
          const against = againstNames.find((name) => name === currentTarget.value) ?? null;
          onCompare({ against, sameUnits: true });
        }}
      />
      {comparing.against !== null && (
        <div className={styles['about']} aria-live="polite">
          <About {...props} against={comparing.against} />
        </div>
      )}
    </div>
  );
}

function About({
  days,
  timezone,
  comparing,
  shown: { status, comparison, retry },
  onCompare,
  against,
}: ComparisonBarProps & { readonly against: Against }) {
  if (status === 'unfit') return <p>{days && whyNotAgainst(against, days)}</p>;
  if (status === 'lost')
    return (
      <p role="alert">
        {compareMessages.lost}{' '}
        <button type="button" className={styles['link']} onClick={retry}>
          Try again
        </button>
      </p>
    );
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
