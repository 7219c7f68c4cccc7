import { IconBottle } from '@tabler/icons-react';
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { menuMessages } from '../../../../rules/drinks/menu-messages.ts';
import { foundByName } from '../../../../rules/search/search-words.ts';
import type { Unit } from '../../../api/units.ts';
import type { Venue } from '../../../api/venues.ts';
import { LoadError, LostFlags } from '../../../components/load-error.tsx';
import { chosenOf } from '../../../components/new-drink.ts';
import { paths } from '../../../paths.ts';
import { DrinksPanel, drinksTitle } from '../cards/drink-card.tsx';
import {
  IngredientPanels,
  Panel,
  panelsOf,
  shownPanels,
  SkeletonCards,
} from '../cards/ingredient-panels.tsx';
import { NothingYet } from '../cards/nothing-yet.tsx';
import { FindField, foundDrinks } from './find-field.tsx';
import { followPointing } from './highlight.ts';
import { DrawnUnit } from './drawn-unit.tsx';
import type { Display, MenuView } from '../cards/use-display.tsx';
import { type Menu, useLanding } from '../use-menu.ts';
import { may } from '../../../session/permissions.ts';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import { useMedia } from '../../../ui/hooks.ts';
import { onReveal } from '../../../ui/keep-focus.ts';
import styles from './unit-menu.module.css';
import yourMenuStyles from '../your-menu-screen.module.css';

const CreateBar = lazyPart(() => import('../create-bar.tsx'));

interface UnitMenuProps {
  readonly venue: Venue;
  readonly unit: Unit;
  readonly menu: Menu;
  readonly display: Display;
}

interface WaitingPanelsProps {
  readonly unit: Unit;
  readonly view: MenuView;
  /** Panel that is shown alone; null for all. */
  readonly only: string | null;
  readonly onRetry: (() => void) | null;
}

/** Skeleton while the ingredients load: the unit's inventory already has their number. */
function WaitingPanels({ unit, view, only, onRetry }: WaitingPanelsProps) {
  const entries = Object.values(unit.inventory).map(({ positionInUnit }) => ({
    source: positionInUnit.some((position) => Number(position) > 100)
      ? ('soda gun' as const)
      : ('carousel' as const),
  }));
  return shownPanels(unit, only).map(({ title, holds }) => (
    <Panel key={title} title={title} status="clean" problem={undefined} view={view}>
      {onRetry ? (
        <LoadError what="ingredients" onRetry={onRetry} />
      ) : (
        <SkeletonCards count={entries.filter(holds).length} view={view} />
      )}
    </Panel>
  ));
}

/** From this number of ingredients and drinks on there is a search field. */
const searchedFrom = 21;

/** One unit: the drawing, its ingredients and its drinks. */
export function UnitMenu({ venue, unit, menu, display }: UnitMenuProps) {
  const { ingredients, flags, isLost } = menu;
  useLanding(ingredients !== undefined);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
  const restoreAt = flags.inventory ? { unitNumber: unit.unitNumber, venueName: venue.name } : null;
  const isMixing = flags.mixing && may('drinks.write');
  const choice = isMixing ? { chosen, onToggle: toggle } : null;
  const stock = ingredients ?? [];
  const isEmpty = ingredients?.length === 0;
  const parts = chosenOf(stock, chosen);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const shown = useMemo(
    () => ({
      ingredients: ingredients && foundByName(ingredients, search),
      drinks: menu.drinks && foundDrinks(menu.drinks, search),
    }),
    [ingredients, menu.drinks, search],
  );
  const entries =
    (ingredients?.length ?? Object.keys(unit.inventory).length) + (menu.drinks?.length ?? 0);
  const isSearched = entries >= searchedFrom;
  const kinds = panelsOf(unit);
  const drinks = drinksTitle(flags);
  const titles = useMemo(
    () => [...(isEmpty ? [] : panelsOf(unit).map(({ title }) => title)), drinks],
    [isEmpty, unit, drinks],
  );
  const countOf = (title: string) =>
    title === drinks
      ? shown.drinks?.length
      : shown.ingredients?.filter((one) => kinds.find((kind) => kind.title === title)?.holds(one))
          .length;
  const isPhone = useMedia('(max-width: 47.99em)');
  const [tab, setTab] = useState<string>();
  // Long lists one below the other would be too far to scroll on a phone.
  const only =
    isPhone && display.isLong ? (titles.find((title) => title === tab) ?? titles[0] ?? null) : null;
  // An ingredient that is to be shown is in the lists again.
  useEffect(() =>
    onReveal((id) => {
      const ingredient = stock.find(({ _id }) => _id === id);
      if (!ingredient) return;
      setTyped('');
      setTab(kinds.find(({ holds }) => holds(ingredient))?.title);
    }),
  );
  const isDimmed = stock.some(({ activeInUnit }) => !activeInUnit);
  return (
    <>
      <LostFlags venueId={venue.id} unitNumber={unit.unitNumber} />
      <div className={yourMenuStyles['columns']}>
        <DrawnUnit
          unit={unit}
          ingredients={ingredients}
          refreshing={menu.refreshing}
          restoreAt={restoreAt}
        />
        {/* Remounts panels of another length, so that they cause no layout shift. */}
        <div
          key={`${ingredients ? 'here' : 'waiting'} ${display.view} ${isSearched} ${only !== null}`}
          className={yourMenuStyles['lists']}
        >
          {isSearched && (
            <FindField
              value={typed}
              onChange={setTyped}
              found={
                search === ''
                  ? undefined
                  : {
                      ingredients: shown.ingredients?.length ?? 0,
                      drinks: shown.drinks?.length ?? 0,
                    }
              }
            />
          )}
          <SectionTabs titles={titles} countOf={countOf} only={only} onOnly={setTab} />
          <div ref={followPointing} className={yourMenuStyles['panels']}>
            {!ingredients && (
              <WaitingPanels
                unit={unit}
                view={display.view}
                only={only}
                onRetry={isLost ? menu.retry : null}
              />
            )}
            {isEmpty && (
              <NothingYet icon={IconBottle} add="Add Ingredient" href={paths.createIngredient}>
                {menuMessages.nothingStocked}
              </NothingYet>
            )}
            {ingredients && ingredients.length > 0 && (
              <IngredientPanels
                unit={unit}
                ingredients={ingredients}
                search={search}
                only={only}
                menu={menu}
                restoreAt={restoreAt}
                choice={choice}
                display={display}
              />
            )}
            {(only === null || only === drinks) && (
              <DrinksPanel
                unit={unit}
                menu={menu}
                search={search}
                stock={stock}
                restoreAt={restoreAt}
                display={display}
              />
            )}
          </div>
        </div>
      </div>
      {isDimmed && <p className={yourMenuStyles['legend']}>{menuMessages.dimmed}</p>}
      {isMixing && (
        <Suspense>
          <CreateBar
            parts={parts}
            drinks={menu.drinks ?? []}
            doubles={flags.doubles}
            onCreated={() => setChosen([])}
          />
        </Suspense>
      )}
    </>
  );
}

interface SectionTabsProps {
  /** Titles of the panels, in order. */
  readonly titles: readonly string[];
  /** Number of entries by title; undefined while loading. */
  readonly countOf: (title: string) => number | undefined;
  /** Panel that is shown alone; null for all. */
  readonly only: string | null;
  readonly onOnly: (title: string) => void;
}

const sectionOf = (title: string): HTMLElement | null =>
  document.querySelector(`section[aria-label="${CSS.escape(title)}"]`);

/** Title of the topmost panel in the upper part of the window. */
function useCurrent(titles: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(titles[0]);
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const title = target.getAttribute('aria-label') ?? '';
          if (isIntersecting) visible.add(title);
          else visible.delete(title);
        }
        const first = titles.find((title) => visible.has(title));
        if (first !== undefined) setCurrent(first);
      },
      { rootMargin: '-130px 0px -50% 0px' },
    );
    for (const title of titles) {
      const section = sectionOf(title);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [titles]);
  return current;
}

/** Moves the focus to a panel, and scrolls to it where its top is above the window. */
function goTo(title: string): void {
  const section = sectionOf(title);
  if (!section) return;
  if (section.getBoundingClientRect().top < 0) section.scrollIntoView();
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

/** Sticky row of buttons that scroll to the panels, for windows with one panel below the other, or show one alone. */
export function SectionTabs({ titles, countOf, only, onOnly }: SectionTabsProps) {
  const inView = useCurrent(titles);
  const current = only ?? inView;
  return (
    <nav aria-label="Sections" className={styles['tabs']}>
      {titles.map((title) => {
        const count = countOf(title);
        return (
          <button
            key={title}
            type="button"
            aria-current={title === current}
            onClick={() => {
              if (only !== null) {
                onOnly(title);
                requestAnimationFrame(() => goTo(title));
                return;
              }
              const section = sectionOf(title);
              section?.scrollIntoView();
              section?.setAttribute('tabindex', '-1');
              section?.focus({ preventScroll: true });
            }}
          >
            {title}
            {count !== undefined && <span>{count}</span>}
          </button>
        );
      })}
    </nav>
  );
}
