import { IconBottle } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { menuMessages } from '../../../rules/messages.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { LostFlags } from '../../components/lost-flags.tsx';
import { Lost } from '../../components/lost.tsx';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LinkButton } from '../../ui/link.tsx';
import { DrinksPanel, drinksTitle } from './drinks-panel.tsx';
import { DrawnUnit } from './drawn-unit.tsx';
import { followPointing } from './highlight.ts';
import { IngredientPanels, panelsOf } from './ingredient-panels.tsx';
import { chosenOf } from '../../components/new-drink.ts';
import { Panel, SkeletonCards } from './panel.tsx';
import { SectionTabs } from './section-tabs.tsx';
import type { Display, MenuView } from './use-display.ts';
import { useLanding } from './use-landing.ts';
import type { Menu } from './use-menu.ts';
import styles from './your-menu-screen.module.css';

const CreateBar = lazyPart(() => import('./create-bar.tsx'));

interface UnitMenuProps {
  readonly venue: Venue;
  readonly unit: Unit;
  readonly menu: Menu;
  readonly display: Display;
}

interface WaitingPanelsProps {
  readonly unit: Unit;
  readonly view: MenuView;
  readonly onRetry: (() => void) | null;
}

/** Skeleton while the ingredients load: the unit's inventory already has their number. */
function WaitingPanels({ unit, view, onRetry }: WaitingPanelsProps) {
  const entries = Object.values(unit.inventory).map(({ positionInUnit }) => ({
    source: positionInUnit.some((position) => Number(position) > 100)
      ? ('soda gun' as const)
      : ('carousel' as const),
  }));
  return panelsOf(unit).map(({ title, holds }) => (
    <Panel key={title} title={title} status="clean" problem={undefined} view={view}>
      {onRetry ? (
        <Lost what="ingredients" onRetry={onRetry} />
      ) : (
        <SkeletonCards count={entries.filter(holds).length} view={view} />
      )}
    </Panel>
  ));
}

function NothingStocked() {
  return (
    <Card>
      <EmptyState
        icon={<IconBottle size={22} stroke={1.6} />}
        action={
          <LinkButton variant="default" href={paths.createIngredient}>
            Add Ingredient
          </LinkButton>
        }
      >
        {menuMessages.nothingStocked}
      </EmptyState>
    </Card>
  );
}

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
  const kinds = panelsOf(unit);
  const drinks = drinksTitle(flags);
  const titles = useMemo(
    () => [...(isEmpty ? [] : panelsOf(unit).map(({ title }) => title)), drinks],
    [isEmpty, unit, drinks],
  );
  const countOf = (title: string) =>
    title === drinks
      ? menu.drinks?.length
      : ingredients?.filter((one) => kinds.find((kind) => kind.title === title)?.holds(one)).length;
  const isDimmed = stock.some(({ activeInUnit }) => !activeInUnit);
  return (
    <>
      <LostFlags venueId={venue.id} unitNumber={unit.unitNumber} />
      <div className={styles['columns']}>
        <DrawnUnit
          unit={unit}
          ingredients={ingredients}
          refreshing={menu.refreshing}
          restoreAt={restoreAt}
        />
        <div className={styles['lists']}>
          <SectionTabs titles={titles} countOf={countOf} />
          {/* Remounts panels of another length, so that they cause no layout shift. */}
          <div
            key={ingredients ? 'here' : 'waiting'}
            ref={followPointing}
            className={styles['panels']}
          >
            {!ingredients && (
              <WaitingPanels unit={unit} view={display.view} onRetry={isLost ? menu.retry : null} />
            )}
            {isEmpty && <NothingStocked />}
            {ingredients && ingredients.length > 0 && (
              <IngredientPanels
                unit={unit}
                ingredients={ingredients}
                menu={menu}
                restoreAt={restoreAt}
                choice={choice}
                display={display}
              />
            )}
            <DrinksPanel
              unit={unit}
              menu={menu}
              stock={stock}
              restoreAt={restoreAt}
              display={display}
            />
          </div>
        </div>
      </div>
      {isDimmed && <p className={styles['legend']}>{menuMessages.dimmed}</p>}
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
