import { formatMoney } from '../../../lib/money.ts';
import { msOf, runOutText } from '../../../rules/forecast/run-out-text.ts';
import { addRefill } from '../../api/refill-queue.ts';
import type { RefillItem } from '../../api/stock-forecast.ts';
import { useSession } from '../../session/session.ts';
import type { ListedUnit } from './listed-units.ts';
import { takeFocus } from '../../ui/keep-focus.ts';
import styles from './refill-screen.module.css';
import { sizeText } from './size-text.ts';

interface RefillRowProps {
  readonly item: RefillItem;
  readonly unit: Pick<ListedUnit, 'unitId' | 'unitNumber' | 'unitName'> & {
    readonly venueId: string;
  };
  readonly timezone: string;
  readonly nowMs: number;
  readonly disabled: boolean;
  /** True when it takes the place of a row whose Undo was pressed. */
  readonly takesFocus: boolean;
  readonly onPress: () => void;
}

/** A place to refill; its whole row is the tick. */
export function RefillRow(props: RefillRowProps) {
  const { item, unit, timezone, nowMs, disabled, takesFocus, onPress } = props;
  const userId = useSession()?.claims.sub ?? '';
  const { venueId, unitId, unitNumber, unitName } = unit;
  const { position, ingredientId, name, levelPercent, sizeMl, atRisk, note } = item;
  const isOut = item.odds === 1 && item.earliest === null;
  const times = { earliestMs: msOf(item.earliest), likelyMs: msOf(item.likely) };
  const tick = () => {
    onPress();
    addRefill({ userId, venueId, unitId, unitNumber, unitName, position, ingredientId, name });
  };
  return (
    <li>
      <label className={styles['row']} data-disabled={disabled}>
        <input
          type="checkbox"
          className={styles['tick']}
          checked={false}
          disabled={disabled}
          ref={takesFocus ? takeFocus : undefined}
          onChange={tick}
        />
        <span className={styles['position']}>
          <span className="sr-only">Position </span>
          {position}
        </span>
        <span className={styles['words']}>
          <span className={styles['name']}>
            {name} <span className={styles['dim']}>{sizeText(sizeMl)}</span>
          </span>
          <span className={styles['when']} data-out={isOut}>
            {runOutText(times, isOut, nowMs, timezone)}
          </span>
          {note !== null && <span className={styles['note']}>{note}</span>}
        </span>
        <span className={styles['numbers']}>
          <span>{levelPercent}%</span>
          {atRisk !== undefined && atRisk > 0 && (
            <span className={styles['dim']}>{formatMoney(atRisk)}</span>
          )}
        </span>
      </label>
    </li>
  );
}
