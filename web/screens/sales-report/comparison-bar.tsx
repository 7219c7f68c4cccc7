/** Choice of what the figures are compared with, and what the comparison has to be read with. */
import { Suspense } from 'react';
import { againstText } from '../../../rules/compare/compare-text.ts';
import { againstNames, type Days, whyNotAgainst } from '../../../rules/compare/compared-nights.ts';
import { SelectField } from '../../ui/fields.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import type { ComparisonBarProps } from './comparison-about.tsx';
import styles from './comparison-bar.module.css';

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
          <Suspense fallback={<SkeletonLine width={36} />}>
            <ComparisonAbout {...props} against={comparing.against} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
