import { Fragment } from 'react';
import { IconPower } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { menuMessages } from '../../../rules/messages.ts';
import { formatMoney } from '../../../lib/money.ts';
import { updateDrink } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import type { MenuAction } from '../../ui/menu-action.ts';
import { CardActions } from './card-actions.tsx';
import type { CardAction } from './card-actions.tsx';
import { attemptOnCard } from './errors.ts';
import { confirmRestore, restoreAll } from './ingredient-actions.ts';
import type { RestoreAt } from './ingredient-actions.ts';
import { useBusy } from './use-busy.ts';
import type { MenuView } from './use-display.ts';
import cardStyles from './ingredient-card.module.css';
import styles from './drink-card.module.css';

interface DrinkCardProps {
  readonly drink: Drink;
  readonly handle: ReactNode;
  /** Moves by one, for the menu of a folded card. */
  readonly steps: readonly MenuAction[];
  readonly view: MenuView;
  /** True to show one action, and the others in a menu. */
  readonly isFolded: boolean;
  /** Ingredients in the unit. */
  readonly stock: readonly Ingredient[];
  /** Location for restoring its ingredients; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
}

export function DrinkCard(props: DrinkCardProps) {
  const { drink, handle, steps, view, isFolded, stock, restoreAt } = props;
  const { _id: id, name, price, active, ingredients } = drink;
  const { busy, run, home } = useBusy<'restore' | 'power'>();
  const isStocked = ingredients.every(({ activeInUnit }) => activeInUnit);
  const used = new Set(ingredients.map(({ _id }) => _id));
  const toFill = stock.filter(({ _id, isCapacityFull }) => used.has(_id) && !isCapacityFull);
  const restore = async (at: RestoreAt) => {
    const isSure = await confirmRestore(toFill);
    if (isSure) run('restore', () => restoreAll(toFill, at));
  };
  const actions: CardAction[] = [
    ...(may('drinks.write') ? [{ label: 'Edit', href: paths.drinkInMenu(id) }] : []),
    {
      label: active ? 'Deactivate' : 'Activate',
      icon: <IconPower size={16} stroke={1.8} aria-hidden="true" />,
      onSelect: () =>
        run('power', () =>
          attemptOnCard(`switch ${id}`, () => updateDrink(drink, { active: !active })),
        ),
    },
  ];
  if (restoreAt && !drink.isCapacityFull && toFill.length > 0) {
    actions.unshift({
      label: busy === 'restore' ? 'Restoring…' : 'Restore',
      onSelect: () => void restore(restoreAt),
    });
  }
  const isRow = view === 'rows';
  const partNames = ingredients.map(({ _id, name: part }, index) => (
    <Fragment key={_id}>
      {index > 0 && ', '}
      <bdi>{part}</bdi>
    </Fragment>
  ));
  const doing = (
    <CardActions
      name={name}
      actions={actions}
      isBusy={busy !== null}
      isFolded={isFolded}
      steps={steps}
      note={isRow && partNames}
    />
  );

  return (
    <article
      ref={home}
      aria-label={name}
      tabIndex={-1}
      className={isRow ? cardStyles['row'] : styles['card']}
      data-drink={id}
      data-inactive={!active || !isStocked}
    >
      {isRow && handle}
      <div className={isRow ? styles['rowWords'] : styles['words']}>
        <h3 className={isRow ? cardStyles['name'] : styles['name']}>{name}</h3>
        {may('money.read') && <span className={styles['price']}>{formatMoney(price)}</span>}
        {(!isRow || (isStocked && active)) && <p className={styles['parts']}>{partNames}</p>}
        {!isStocked && <p className={styles['noStock']}>{menuMessages.noStock}</p>}
        {!active && <p className={styles['off']}>{menuMessages.deactivated}</p>}
      </div>
      {isRow ? (
        doing
      ) : (
        <div className={cardStyles['actions']}>
          {handle}
          {doing}
        </div>
      )}
    </article>
  );
}
