import { Button } from '@mantine/core';
import type { Ingredient } from '../../../api/ingredients.ts';
import type { Unit } from '../../../api/units.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { type DrawnPosition, drawnPositions } from '../../../components/unit-drawing/geometry.ts';
import { UnitDrawing } from '../../../components/unit-drawing/unit-drawing.tsx';
import { paths } from '../../../paths.ts';
import { highlighted, showCard } from './highlight.ts';
import { confirmRestore, restoreAll, type RestoreAt } from '../ingredient-actions.tsx';
import { type TimeLeftChoice, useTimeLeft } from '../use-menu.ts';
import { may } from '../../../session/permissions.ts';
import { Card, ProgressLine } from '../../../ui/page.tsx';
import type { MenuAction } from '../../../ui/action-list.tsx';
import { useSharedValue } from '../../../ui/hooks.ts';
import styles from '../your-menu-screen.module.css';

interface DrawnUnitProps {
  readonly unit: Unit;
  readonly ingredients: readonly Ingredient[] | undefined;
  readonly refreshing: boolean;
  /** Location of a restore; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
}

async function restore(ingredient: Ingredient, at: RestoreAt): Promise<void> {
  if (await confirmRestore([ingredient])) await restoreAll([ingredient], at);
}

function withTimeLeft(
  place: DrawnPosition,
  byIngredient: TimeLeftChoice['byIngredient'],
): DrawnPosition {
  const timeLeft = byIngredient?.get(place.ingredientId);
  return timeLeft ? { ...place, timeLeft } : place;
}

/** The drawing of the unit: every occupied place has a menu, and every free one leads to a new ingredient. */
export function DrawnUnit({ unit, ingredients, refreshing, restoreAt }: DrawnUnitProps) {
  const mayChange = may('ingredients.write');
  const pointedAt = useSharedValue(highlighted);
  const time = useTimeLeft(unit);
  const places = ingredients && drawnPositions(ingredients);
  const actionsOf = ({ ingredientId }: DrawnPosition): MenuAction[] => {
    const ingredient = ingredients?.find(({ _id }) => _id === ingredientId);
    const restoring =
      ingredient && restoreAt && !ingredient.isCapacityFull
        ? [{ label: 'Restore', onSelect: () => void restore(ingredient, restoreAt) }]
        : [];
    return [
      ...restoring,
      ...(mayChange
        ? [
            { label: 'Edit', href: paths.ingredient(ingredientId, unit._id) },
            { label: 'Move', href: paths.ingredientPositions(ingredientId, unit._id) },
          ]
        : []),
      { label: 'Show in the list', onSelect: () => showCard(ingredientId) },
    ];
  };
  return (
    <div className={styles['drawn']}>
      <ProgressLine active={refreshing || time.isLoading} />
      <Card>
        {restoreAt && (
          <Button
            className={styles['timeLeft']}
            size="compact-xs"
            variant="default"
            aria-pressed={time.isChosen}
            onClick={time.toggle}
          >
            Time left
          </Button>
        )}
        <UnitDrawing
          category={unit.category}
          unit={unit}
          places={places?.map((place) => withTimeLeft(place, time.byIngredient))}
          highlighted={pointedAt}
          onHighlight={highlighted.set}
          actionsOf={actionsOf}
          {...(mayChange ? { addAt: paths.createIngredientAt } : {})}
        />
        {time.note && <p className={styles['timeNote']}>{time.note}</p>}
        {time.error && <LoadError what="forecast" error={time.error} onRetry={time.retry} />}
      </Card>
    </div>
  );
}
