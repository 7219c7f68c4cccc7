import { type ReactNode, useEffect, useState } from 'react';
import { menuMessages } from '../../../../rules/drinks/menu-messages.ts';
import { foundByName } from '../../../../rules/search/search-words.ts';
import { type Ingredient, updateUnitInventory } from '../../../api/ingredients.ts';
import type { Unit } from '../../../api/units.ts';
import { ingredientLevel } from '../../../components/unit-drawing/geometry.ts';
import { type CardChoice, IngredientCard } from './ingredient-card.tsx';
import type { RestoreAt } from '../ingredient-actions.tsx';
import { moveWithin, useOrder } from '../use-order.ts';
import type { Display, MenuView } from './use-display.tsx';
import type { Menu } from '../use-menu.ts';
import { may } from '../../../session/permissions.ts';
import { Card, ErrorLine } from '../../../ui/page.tsx';
import { SaveState, type SaveStatus } from '../../../ui/save-state.tsx';
import { onReveal } from '../../../ui/keep-focus.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import styles from '../your-menu-screen.module.css';

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

/** @param only title of the panel that is shown alone; null for all */
export const shownPanels = (unit: Unit, only: string | null): readonly PanelKind[] =>
  panelsOf(unit).filter(({ title }) => only === null || title === only);

interface IngredientPanelsProps {
  readonly unit: Unit;
  readonly ingredients: readonly Ingredient[];
  /** Narrows the lists; empty for all. */
  readonly search: string;
  /** Panel that is shown alone; null for all. */
  readonly only: string | null;
  readonly menu: Menu;
  readonly restoreAt: RestoreAt | null;
  readonly choice: CardChoice | null;
  readonly display: Display;
}

const idOf = ({ _id }: Ingredient): string => _id;
const nameOf = ({ name }: Ingredient): string => name;

export function IngredientPanels(props: IngredientPanelsProps) {
  const { unit, ingredients, search, only, menu, restoreAt, choice, display } = props;
  const { view, sort, isFolded, isLong } = display;
  const { items, status, problem, save } = useOrder(ingredients, (ids, seen) =>
    updateUnitInventory(unit, ids, seen),
  );
  // The order is stored for the whole unit; its save state is shown in the panel that changed it.
  const [changed, setChanged] = useState('');
  const soldOf = ({ _id }: Ingredient): number | null | undefined => {
    const sold = menu.sales?.get(_id);
    if (sold !== undefined) return sold;
    if (menu.salesPending) return null;
    return menu.sales && 0;
  };
  return shownPanels(unit, only).map(({ title, holds, empty }) => {
    const held = items.filter(holds);
    const part = foundByName(held, search);
    const isSorted = sort === 'level';
    const list = (label: string, listed: readonly Ingredient[]) => (
      <SortableList
        label={label}
        items={isSorted ? emptiestFirst(listed) : listed}
        getId={idOf}
        getName={nameOf}
        isFixed={isSorted || search !== '' || !may('ingredients.write')}
        hasMenus={isFolded}
        isDense={view === 'rows'}
        usualPx={view === 'rows' ? 64 : 202}
        onMove={(from, to) => {
          setChanged(title);
          save(moveWithin(items.map(idOf), listed.map(idOf), from, to));
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
    );
    // A short list stays as it is ordered; of a long one, what can be poured comes first.
    const loaded = isLong ? part.filter(({ activeInUnit }) => activeInUnit) : part;
    const away = isLong ? part.filter(({ activeInUnit }) => !activeInUnit) : [];
    return (
      <Panel
        key={title}
        title={title}
        status={changed === title ? status : 'clean'}
        problem={changed === title ? problem : undefined}
        view={view}
      >
        {loaded.length === 0 && (
          <p className={styles['none']}>
            {held.length === 0 ? empty : noneOf(search, away.length)}
          </p>
        )}
        {list(title, loaded)}
        {away.length > 0 && (
          // Another one for a search, which opens it, and closed again after it.
          <NotLoaded key={String(search === '')} ids={away.map(idOf)} startsOpen={search !== ''}>
            {list(`${title}, not loaded`, away)}
          </NotLoaded>
        )}
      </Panel>
    );
  });
}

const noneOf = (search: string, away: number): string => {
  if (search === '') return 'None of them is loaded.';
  return away > 0 ? 'None that is loaded matches.' : 'None matches.';
};

interface NotLoadedProps {
  readonly ids: readonly string[];
  readonly startsOpen: boolean;
  readonly children: ReactNode;
}

/** Ingredients of a long list that are not in the unit; opens when one of them is to be shown. */
function NotLoaded({ ids, startsOpen, children }: NotLoadedProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() =>
    onReveal((id) => {
      if (ids.includes(id)) setOpen(true);
    }),
  );
  return (
    <details
      className={styles['away']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{`Not loaded (${ids.length})`}</summary>
      {isOpen && children}
    </details>
  );
}

interface PanelProps {
  readonly title: string;
  /** Save state of the new order. */
  readonly status: SaveStatus;
  /** Save error. */
  readonly problem: string | undefined;
  readonly view: MenuView;
  readonly children: ReactNode;
}

/** Titled list of cards with the save state of its order. */
export function Panel({ title, status, problem, view, children }: PanelProps) {
  return (
    <Card title={title} flush={view === 'rows'} actions={<SaveState status={status} />}>
      <div className={styles['cards']} data-view={view} aria-busy={status === 'saving'}>
        {problem !== undefined && (
          <div className={styles['problem']}>
            <ErrorLine hint={menuMessages.orderNotSaved}>{problem}</ErrorLine>
          </div>
        )}
        {children}
      </div>
    </Card>
  );
}

interface SkeletonCardsProps {
  readonly count: number;
  readonly drink?: boolean;
  readonly view: MenuView;
}

/** Skeleton cards or rows, as many as will be loaded. */
export function SkeletonCards({ count, drink = false, view }: SkeletonCardsProps) {
  return (
    <div aria-hidden="true" className={styles['skeletons']} data-view={view}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['skeleton']} data-drink={drink} />
      ))}
    </div>
  );
}

type Leveled = Pick<Ingredient, '_id' | 'name' | 'places' | 'threshold'>;

/** By level, the emptiest first; equal levels keep their order, and ingredients that are not stocked come last. */
export const emptiestFirst = <Item extends Leveled>(ingredients: readonly Item[]): Item[] =>
  ingredients
    .map((ingredient) => ({ ingredient, percent: ingredientLevel(ingredient)?.percent ?? 101 }))
    .toSorted((a, b) => a.percent - b.percent)
    .map(({ ingredient }) => ingredient);
