import { errorMessages, menuMessages } from '../../../rules/messages.ts';
import { reorderDrinks } from '../../api/drinks.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';
import { may } from '../../session/permissions.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { DrinkCard } from './drink-card.tsx';
import type { RestoreAt } from './ingredient-actions.ts';
import { moveWithin } from './move.ts';
import { Panel, SkeletonCards } from './panel.tsx';
import type { Menu } from './use-menu.ts';
import type { Display } from './use-display.ts';
import { useOrder } from './use-order.ts';
import styles from './your-menu-screen.module.css';

interface DrinksPanelProps {
  readonly unit: Unit;
  readonly menu: Menu;
  readonly stock: readonly Ingredient[];
  readonly restoreAt: RestoreAt | null;
  readonly display: Display;
}

const idOf = ({ _id }: Drink): string => _id;
const nameOf = ({ name }: Drink): string => name;
const noDrinks: readonly Drink[] = [];

export const drinksTitle = ({ mixing }: Menu['flags']): string =>
  mixing ? 'Mixed Drinks' : 'Drinks';

/** Drinks of the unit as customers see them, in order. */
export function DrinksPanel({ unit, menu, stock, restoreAt, display }: DrinksPanelProps) {
  const { drinks, drinksError, flags } = menu;
  const { items, status, problem, save } = useOrder(drinks ?? noDrinks, (ids, seen) =>
    reorderDrinks(unit.venueId, unit._id, ids, seen),
  );
  const title = drinksTitle(flags);
  const { view, isFolded } = display;
  return (
    <Panel title={title} status={status} problem={problem} view={view}>
      {drinksError !== undefined && (
        <div className={styles['problem']}>
          <ErrorLine hint={drinks ? undefined : drinksError} onRetry={menu.retry}>
            {drinks ? drinksError : errorMessages.lost('drinks')}
          </ErrorLine>
        </div>
      )}
      {!drinks && drinksError === undefined && <SkeletonCards drink count={3} view={view} />}
      {drinks?.length === 0 && <p className={styles['none']}>{menuMessages.noDrinks}</p>}
      <SortableList
        label={title}
        items={items}
        getId={idOf}
        getName={nameOf}
        isFixed={!may('drinks.write')}
        hasMenus={isFolded}
        isDense={view === 'rows'}
        usualPx={view === 'rows' ? 64 : 118}
        onMove={(from, to) => {
          const ids = items.map(idOf);
          save(moveWithin(ids, ids, from, to));
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
    </Panel>
  );
}
