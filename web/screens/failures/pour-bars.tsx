import type { PourCase } from '../../api/cases.ts';
import styles from './pour-bars.module.css';

type Pour = PourCase['pours'][number];

const outcomeLabels: Readonly<Record<Pour['outcome'], string>> = {
  poured: 'poured',
  partial: 'stopped early',
  empty: 'empty',
  blocked: 'blocked',
  timeout: 'too slow',
  cancelled: 'cancelled',
};

/** `12 of 45 ml`. */
const mlText = ({ ml, wantedMl }: Pour): string => {
  const poured = Math.round(ml * 10) / 10;
  return wantedMl === null ? `${poured} ml` : `${poured} of ${Math.round(wantedMl)} ml`;
};

/** Each pour of a drink as a bar of what was poured against what was wanted. */
export function PourBars({ pours }: { readonly pours: readonly Pour[] }) {
  return (
    <ul className={styles['pours']}>
      {pours.map((pour, index) => (
        // Pours have no ids, and do not move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles['pour']} data-failed={pour.outcome !== 'poured'}>
          <span className={styles['name']}>
            <bdi>{pour.ingredient}</bdi>
            <span className={styles['hint']}>{` · position ${pour.position}`}</span>
          </span>
          <span className={styles['numbers']}>
            {`${mlText(pour)} · ${outcomeLabels[pour.outcome]}`}
          </span>
          <span className={styles['well']} aria-hidden="true">
            <span
              className={styles['level']}
              style={{
                width: `${Math.min(100, (100 * pour.ml) / (pour.wantedMl || pour.ml || 1))}%`,
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
