import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatCents } from '../../../lib/money.ts';
import { drinkCents, drinkName } from './order-draft.ts';
import type { DraftDrink, Offer } from './order-draft.ts';
import styles from './ready-drinks.module.css';

interface ReadyDrinksProps {
  readonly drinks: readonly DraftDrink[];
  readonly offer: Offer;
  readonly problems: ReadonlyMap<number, string>;
  readonly onRemove: (index: number) => void;
}

/** Completed drinks of the order. */
export function ReadyDrinks({ drinks, offer, problems, onRemove }: ReadyDrinksProps) {
  if (drinks.length === 0) return null;
  return (
    <ul aria-label="Drinks of the order" className={styles['drinks']}>
      {drinks.map((drink, index) => {
        const name = drinkName(offer, drink);
        const problem = problems.get(index);
        return (
          // Two drinks may be identical; their index distinguishes them.
          <li key={`${index} ${name}`} className={styles['drink']}>
            <span className={styles['name']}>
              {drink.quantity} × {name}
              {problem !== undefined && (
                <span role="alert" className={styles['problem']}>
                  {problem}
                </span>
              )}
            </span>
            <span className={styles['price']}>{formatCents(drinkCents(offer, drink))}</span>
            <ActionIcon aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
