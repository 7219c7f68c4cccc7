import { IconPower } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { menuMessages } from '../../../rules/messages.ts';
import { formatMoney } from '../../../lib/money.ts';
import { updateDrink } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { attemptOnCard } from './errors.ts';
import { confirmRestore, restoreAll } from './ingredient-actions.ts';
import type { RestoreAt } from './ingredient-actions.ts';
import { useBusy } from './use-busy.ts';
import cardStyles from './ingredient-card.module.css';
import styles from './drink-card.module.css';

interface DrinkCardProps {
  readonly drink: Drink;
  readonly handle: ReactNode;
  /** Ingredients in the unit. */
  readonly stock: readonly Ingredient[];
  /** Location for restoring its ingredients; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
}

export function DrinkCard({ drink, handle, stock, restoreAt }: DrinkCardProps) {
  const { _id: id, name, price, active, ingredients } = drink;
  const { busy, run, home } = useBusy<'restore' | 'power'>();
  const isStocked = ingredients.every(({ activeInUnit }) => activeInUnit);
  const used = new Set(ingredients.map(({ _id }) => _id));
  const toFill = stock.filter(({ _id, isCapacityFull }) => used.has(_id) && !isCapacityFull);
  const restore = async () => {
    const isSure = await confirmRestore(toFill);
    if (isSure && restoreAt) run('restore', () => restoreAll(toFill, restoreAt));
  };
  const of = (
    <>
      {' '}
      <span className="sr-only">{name}</span>
    </>
  );
  return (
    <article
      ref={home}
      aria-label={name}
      tabIndex={-1}
      className={styles['card']}
      data-inactive={!active || !isStocked}
    >
      <div className={styles['words']}>
        <h3 className={styles['name']}>{name}</h3>
        <span className={styles['price']}>{formatMoney(price)}</span>
        <p className={styles['parts']}>{ingredients.map(({ name: part }) => part).join(', ')}</p>
        {!isStocked && <p className={styles['noStock']}>{menuMessages.noStock}</p>}
        {!active && <p className={styles['off']}>{menuMessages.deactivated}</p>}
      </div>
      <div className={cardStyles['actions']}>
        {handle}
        <span className={cardStyles['doing']}>
          {restoreAt && !drink.isCapacityFull && toFill.length > 0 && (
            <button type="button" aria-disabled={busy !== null} onClick={() => void restore()}>
              {busy === 'restore' ? 'Restoring…' : 'Restore'}
              {of}
            </button>
          )}
          <Link plain href={paths.drinkInMenu(id)}>
            Edit{of}
          </Link>
          <button
            type="button"
            className={styles['power']}
            aria-disabled={busy !== null}
            onClick={() =>
              run('power', () =>
                attemptOnCard(`switch ${id}`, () => updateDrink(drink, { active: !active })),
              )
            }
          >
            <IconPower size={16} stroke={1.8} aria-hidden="true" />
            {active ? 'Deactivate' : 'Activate'}
            {of}
          </button>
        </span>
      </div>
    </article>
  );
}
