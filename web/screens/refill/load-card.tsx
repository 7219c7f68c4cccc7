import { formatMoney } from '../../../lib/money.ts';
import type { RefillList } from '../../api/stock-forecast.ts';
import { Card } from '../../ui/card.tsx';
import styles from './refill-screen.module.css';
import { sizeText } from './size-text.ts';

/** What to load for all units together, and what is at risk without it. */
export function LoadCard({
  load,
  atRisk,
}: Pick<RefillList, 'load'> & { readonly atRisk?: number }) {
  if (load.length === 0) return null;
  return (
    <Card title="To load">
      <ul className={styles['load']}>
        {load.map(({ name, sizeMl, bottles }) => (
          <li key={`${name} ${sizeMl}`}>
            <b>{bottles} ×</b> {name} <span className={styles['dim']}>{sizeText(sizeMl)}</span>
          </li>
        ))}
      </ul>
      {atRisk !== undefined && atRisk > 0 && (
        <p className={styles['risk']}>
          {formatMoney(atRisk)} of sales at risk if nothing is refilled and guests buy nothing else.
        </p>
      )}
    </Card>
  );
}
