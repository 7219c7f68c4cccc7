import { useState } from 'react';
import { updateUnitInventory } from '../../api/ingredients.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import type { Unit } from '../../api/units.ts';
import { may } from '../../session/permissions.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import { IngredientCard } from './ingredient-card.tsx';
import type { CardChoice } from './ingredient-card.tsx';
import type { RestoreAt } from './ingredient-actions.ts';
import { moveWithin } from './move.ts';
import { Panel } from './panel.tsx';
import type { Menu } from './use-menu.ts';
import { emptiestFirst } from './emptiest-first.ts';
import type { Display } from './use-display.ts';
import { useOrder } from './use-order.ts';
import styles from './your-menu-screen.module.css';

export interface PanelKind {
  readonly title: string;
  readonly holds: (ingredient: Pick<Ingredient, 'source'>) => boolean;
  readonly empty: string;
}

const bottles: PanelKind = {
  title: 'Bottles',
  holds: ({ source }) => source === 'carousel',
  empty: 'No bottles are loaded in this unit yet.',
};
const sodaGun: PanelKind = {
  title: 'Soda Gun',
  holds: ({ source }) => source === 'soda gun',
  empty: 'Nothing is on the soda gun yet.',
};
const beers: PanelKind = {
  title: 'Beers',
  holds: () => true,
  empty: 'No kegs are loaded in this unit yet.',
};

/** Panels by unit category. */
export const panelsOf = ({ category }: Pick<Unit, 'category'>): readonly PanelKind[] =>
  category === 'ROTENDER_CLASSIC' ? [bottles, sodaGun] : [beers];

interface IngredientPanelsProps {
  readonly unit: Unit;
  readonly ingredients: readonly Ingredient[];
  readonly menu: Menu;
  readonly restoreAt: RestoreAt | null;
  readonly choice: CardChoice | null;
  readonly display: Display;
}

const idOf = ({ _id }: Ingredient): string => _id;
const nameOf = ({ name }: Ingredient): string => name;

export function IngredientPanels(props: IngredientPanelsProps) {
  const { unit, ingredients, menu, restoreAt, choice, display } = props;
  const { view, sort, isFolded } = display;
  const { items, status, problem, save } = useOrder(ingredients, (ids, seen) =>
    updateUnitInventory(unit, ids, seen),
  );
  // The order is stored for the whole unit; its save state is shown in the panel that changed it.
  const [changed, setChanged] = useState('');
  const soldOf = ({ _id }: Ingredient): number | null | undefined => {
    if (menu.sales) return menu.sales.get(_id) ?? 0;
    return menu.salesPending ? null : undefined;
  };
  return panelsOf(unit).map(({ title, holds, empty }) => {
    const part = items.filter(holds);
    const isSorted = sort === 'level';
    return (
      <Panel
        key={title}
        title={title}
        status={changed === title ? status : 'clean'}
        problem={changed === title ? problem : undefined}
        view={view}
      >
        {part.length === 0 && <p className={styles['none']}>{empty}</p>}
        <SortableList
          label={title}
          items={isSorted ? emptiestFirst(part) : part}
          getId={idOf}
          getName={nameOf}
          isFixed={isSorted || !may('ingredients.write')}
          hasMenus={isFolded}
          isDense={view === 'rows'}
          usualPx={view === 'rows' ? 64 : 202}
          onMove={(from, to) => {
            setChanged(title);
            save(moveWithin(items.map(idOf), part.map(idOf), from, to));
          }}
          renderItem={(ingredient, handle, steps) => (
            <IngredientCard
              ingredient={ingredient}
              handle={handle}
              steps={steps}
              view={view}
              isFolded={isFolded}
              sold={soldOf(ingredient)}
              unitNumber={unit.unitNumber}
              restoreAt={restoreAt}
              drinks={menu.drinks}
              choice={choice}
            />
          )}
        />
      </Panel>
    );
  });
}
