import type { Level } from '../../components/unit-drawing/levels.ts';
import styles from './ingredient-card.module.css';

const words = { good: '', low: ' low', out: '' } as const;

/** Level as a bar and a number, with a label when action is needed. */
export function LevelLine({ percent, state }: Level) {
  return (
    <span className={styles['level']} data-state={state}>
      <span className={styles['track']} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={styles['percent']}>
        {state === 'out' ? '0% out' : `${percent}%${words[state]}`}
      </span>
    </span>
  );
}
