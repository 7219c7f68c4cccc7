import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import type { Leftover } from '../../../rules/stock/refill.ts';
import {
  changeRefill,
  type Refill,
  isServerReached,
  removeRefill,
} from '../../api/refill-queue.ts';
import { takeFocus } from '../../ui/keep-focus.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { useSharedValue } from '../../ui/shared-value.ts';
import styles from './refill-screen.module.css';

const leftovers: Readonly<Record<Leftover, string>> = {
  poured_over: 'Poured over',
  kept: 'Kept',
  thrown_away: 'Thrown away',
};

/** By percent. */
const levels = { 25: '25%', 50: '50%', 75: '75%', 100: 'Full' };

interface TickedRowProps {
  readonly refill: Refill & { readonly isWaiting: boolean };
  readonly timezone: string;
  /** True when it takes the place of a row that was ticked. */
  readonly takesFocus: boolean;
  readonly onPress: () => void;
}

/**
 * A place that was ticked. Until it is sent it can be taken back, and the new level and what became of the rest in the
 * old bottle can be chosen.
 */
export function TickedRow({ refill, timezone, takesFocus, onPress }: TickedRowProps) {
  const { key, position, name, leftover, levelPercent = 100, atMs, isWaiting, isSent } = refill;
  const isReached = useSharedValue(isServerReached);
  const time = timeThereText(atMs, timezone);
  const done = levelPercent === 100 ? 'Refilled' : `Refilled to ${levelPercent}%`;
  return (
    <li className={styles['ticked']}>
      <IconCheck className={styles['check']} size={22} stroke={2} aria-hidden="true" />
      <span className={styles['position']}>
        <span className="sr-only">Position </span>
        {position}
      </span>
      <span className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['dim']}>
          {isWaiting && !isReached ? `${done} at ${time}, not sent yet` : `${done} at ${time}`}
        </span>
      </span>
      {isWaiting && !isSent && (
        <span className={styles['rest']}>
          <SegmentedChoice
            label={`New level of ${name}`}
            options={levels}
            value={String(levelPercent)}
            onChange={(chosen) => changeRefill(key, { levelPercent: Number(chosen) })}
          />
          <SegmentedChoice<Leftover>
            label={`Rest of the old ${name}`}
            options={leftovers}
            value={leftover}
            onChange={(chosen) => changeRefill(key, { leftover: chosen })}
          />
          <Button
            size="compact-sm"
            variant="default"
            ref={takesFocus ? takeFocus : undefined}
            aria-label={`Undo the refill of ${name} at position ${position}`}
            onClick={() => {
              onPress();
              removeRefill(key);
            }}
          >
            Undo
          </Button>
        </span>
      )}
    </li>
  );
}
