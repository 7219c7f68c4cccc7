import { compareMessages } from '../../../rules/compare/compare-messages.ts';
import { silentUnitsText } from '../../../rules/compare/silent-units-text.ts';
import type { SalesComparison } from '../../api/reports.ts';
import styles from './silent-units.module.css';

interface SilentUnitsProps {
  readonly comparison: Pick<SalesComparison, 'leftOut' | 'broughtBack' | 'current'>;
  /** IANA name. */
  readonly timezone: string;
  readonly onSameUnits: (sameUnits: boolean) => void;
}

/** Units that are left out, or are compared all the same, by name. */
export function SilentUnits({
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
