import { IconPower } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { menuMessages } from '../../../../rules/drinks/menu-messages.ts';
import { errorMessages } from '../../../../rules/messages.ts';
import { type Drink, reorderDrinks, updateDrink } from '../../../api/drinks.ts';
import type { Ingredient } from '../../../api/ingredients.ts';
import type { Unit } from '../../../api/units.ts';
import { paths } from '../../../paths.ts';
import {
  attemptOnCard,
  type CardAction,
  CardActions,
  confirmRestore,
  restoreAll,
  type RestoreAt,
  useBusy,
} from '../ingredient-actions.tsx';
import { moveWithin, useOrder } from '../use-order.ts';
import { Panel, SkeletonCards } from './ingredient-panels.tsx';
import type { Display, MenuView } from './use-display.tsx';
import type { Menu } from '../use-menu.ts';
import { may } from '../../../session/permissions.ts';
import { ErrorLine } from '../../../ui/page.tsx';
import type { MenuAction } from '../../../ui/action-list.tsx';
import { Link } from '../../../ui/link.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { foundDrinks } from '../unit/find-field.tsx';
import styles from './drink-card.module.css';
import cardStyles from '../ingredient-card.module.css';
import yourMenuStyles from '../your-menu-screen.module.css';

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
  const { _id: id, name, price, active, soldOut, ingredients } = drink;
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
    {
      label: soldOut ? 'Back on offer' : 'Sold out until tomorrow',
      isInMenu: !soldOut,
      onSelect: () =>
        run('power', () =>
          attemptOnCard(`sell out ${id}`, () => updateDrink(drink, { soldOut: !soldOut })),
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
        <h3 title={name} className={isRow ? cardStyles['name'] : styles['name']}>
          {name}
        </h3>
        {may('money.read') && <span className={styles['price']}>{formatMoney(price)}</span>}
        {(!isRow || (isStocked && active && !soldOut)) && (
          <p className={styles['parts']}>{partNames}</p>
        )}
        {!isStocked && <p className={styles['noStock']}>{menuMessages.noStock}</p>}
        {!active && <p className={styles['off']}>{menuMessages.deactivated}</p>}
        {soldOut && <p className={styles['off']}>{menuMessages.soldOut}</p>}
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

interface DrinksPanelProps {
  readonly unit: Unit;
  readonly menu: Menu;
  /** Narrows the list; empty for all. */
  readonly search: string;
  readonly stock: readonly Ingredient[];
  readonly restoreAt: RestoreAt | null;
  readonly display: Display;
}

const idOf = ({ _id }: Drink): string => _id;
const nameOf = ({ name }: Drink): string => name;
/** A longer list is cut to what is shown at first, until all of it is asked for. */
const mostAtFirst = 20;
const shownAtFirst = 10;

const noDrinks: readonly Drink[] = [];

export const drinksTitle = ({ mixing }: Menu['flags']): string =>
  mixing ? 'Mixed Drinks' : 'Drinks';

/** Drinks of the unit as customers see them, in order. */
export function DrinksPanel(props: DrinksPanelProps) {
  const { unit, menu, search, stock, restoreAt, display } = props;
  const { drinks, drinksError, flags } = menu;
  const { items, status, problem, save } = useOrder(drinks ?? noDrinks, (ids, seen) =>
    reorderDrinks(unit.venueId, unit._id, ids, seen),
  );
  const title = drinksTitle(flags);
  const { view, isFolded } = display;
  const [isWhole, setWhole] = useState(false);
  const found = foundDrinks(items, search);
  const isCut = found.length > mostAtFirst;
  const shown = isCut && !isWhole ? found.slice(0, shownAtFirst) : found;
  return (
    <Panel title={title} status={status} problem={problem} view={view}>
      {drinksError !== undefined && (
        <div className={yourMenuStyles['problem']}>
          <ErrorLine hint={drinks ? undefined : drinksError} onRetry={menu.retry}>
            {drinks ? drinksError : errorMessages.lost('drinks')}
          </ErrorLine>
        </div>
      )}
      {!drinks && drinksError === undefined && <SkeletonCards drink count={3} view={view} />}
      {drinks?.length === 0 && <p className={yourMenuStyles['none']}>{menuMessages.noDrinks}</p>}
      <SortableList
        label={title}
        items={shown}
        getId={idOf}
        getName={nameOf}
        isFixed={search !== '' || !may('drinks.write')}
        hasMenus={isFolded}
        isDense={view === 'rows'}
        usualPx={view === 'rows' ? 64 : 118}
        onMove={(from, to) => {
          save(moveWithin(items.map(idOf), shown.map(idOf), from, to));
        }}
        renderItem={(drink, handle, steps) => (
          <DrinkCard
            drink={drink}
            handle={handle}
            steps={steps}
            view={view}
            isFolded={isFolded}
            stock={stock}
            restoreAt={restoreAt}
          />
        )}
      />
      {drinks && drinks.length > 0 && found.length === 0 && (
        <p className={yourMenuStyles['none']}>None matches.</p>
      )}
      {isCut && (
        <div className={yourMenuStyles['rest']}>
          <Button variant="default" size="compact-sm" onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? `Show the first ${shownAtFirst}`
              : `Show all ${found.length.toLocaleString('en-US')}`}
          </Button>
          {may('drinks.write') && <Link href={paths.drinkMenu}>Manage in Menu and prices</Link>}
        </div>
      )}
    </Panel>
  );
}
