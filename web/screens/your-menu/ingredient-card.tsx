import type { ReactNode } from 'react';
import { menuMessages } from '../../../rules/messages.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { IngredientPicture } from '../../components/ingredient-picture.tsx';
import { ingredientLevel } from '../../components/unit-drawing/levels.ts';
import { may } from '../../session/permissions.ts';
import type { MenuAction } from '../../ui/menu-action.ts';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { CardActions } from './card-actions.tsx';
import { useIsHighlighted, useIsLanded } from './highlight.ts';
import type { RestoreAt } from './ingredient-actions.ts';
import { LevelLine } from './level-line.tsx';
import type { MenuView } from './use-display.ts';
import { useIngredientActions } from './use-ingredient-actions.ts';
import styles from './ingredient-card.module.css';

/** Selection of ingredients for a drink. */
export interface CardChoice {
  readonly chosen: readonly string[];
  readonly onToggle: (ingredientId: string) => void;
}

interface IngredientCardProps {
  readonly ingredient: Ingredient;
  readonly handle: ReactNode;
  /** Moves by one, for the menu of a folded card. */
  readonly steps: readonly MenuAction[];
  readonly view: MenuView;
  /** True to show one action, and the others in a menu. */
  readonly isFolded: boolean;
  /** undefined when unavailable, null while loading. */
  readonly sold: number | null | undefined;
  readonly unitNumber: number;
  /** Location of a restore; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
  /** Drinks of the unit; undefined while loading and when unavailable. */
  readonly drinks: readonly Drink[] | undefined;
  readonly choice: CardChoice | null;
}

const positionsText = (positions: readonly string[]): string =>
  `${positions.length === 1 ? 'Position' : 'Positions'} ${positions.join(', ')}`;

const soldText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'serving' : 'servings'} sold`;

function Sold({ count }: { readonly count: number | null | undefined }) {
  if (count === null) return <SkeletonLine width={16} />;
  return count === undefined ? null : soldText(count);
}

/** Facts that a row has no room for, above its menu. */
const factsOf = ({ activeInUnit, positionInUnit }: Ingredient, sold: number | null | undefined) =>
  [
    ...(activeInUnit ? [positionsText(positionInUnit)] : []),
    ...(typeof sold === 'number' ? [soldText(sold)] : []),
  ].join(' · ');

/** An ingredient as a card, or as a row of a compact list. */
export function IngredientCard(props: IngredientCardProps) {
  const { ingredient, handle, steps, view, isFolded, sold, choice } = props;
  const { _id: id, name, activeInUnit } = ingredient;
  const { actions, isBusy, home } = useIngredientActions(ingredient, props);
  const isHighlighted = useIsHighlighted(id);
  const isLanded = useIsLanded(id);
  const level = ingredientLevel(ingredient);
  const isRow = view === 'rows';
  const isChoosable = choice !== null && activeInUnit;
  const doing = (
    <CardActions
      name={name}
      actions={actions}
      isBusy={isBusy}
      isFolded={isFolded}
      steps={steps}
      note={isRow && factsOf(ingredient, sold)}
    />
  );
  const levelLine = activeInUnit && level && <LevelLine {...level} />;
  const price = may('money.read') && (
    <span className={styles['price']}>{formatMoney(ingredient.price)}</span>
  );

  return (
    <article
      ref={home}
      aria-label={name}
      tabIndex={-1}
      className={styles[isRow ? 'row' : 'card']}
      data-ingredient={id}
      data-inactive={!activeInUnit}
      data-highlighted={isHighlighted}
      data-landed={isLanded}
    >
      {isRow && handle}
      <IngredientPicture ingredient={ingredient} small={isRow} />
      <div className={styles['words']}>
        <h3 className={styles['name']} data-choice={isChoosable}>
          {name}
        </h3>
        {!activeInUnit && <p className={styles['note']}>{menuMessages.notStocked}</p>}
        {isRow ? (
          activeInUnit && (
            <p className={styles['last']}>
              {levelLine}
              {price}
            </p>
          )
        ) : (
          <>
            {activeInUnit && (
              <p className={styles['fact']}>{positionsText(ingredient.positionInUnit)}</p>
            )}
            {levelLine}
            <p className={styles['last']}>
              {price}
              {/* Remounts the number, because its width differs from the placeholder's. */}
              <span key={sold === null ? 'waiting' : 'here'}>
                <Sold count={sold} />
              </span>
            </p>
          </>
        )}
      </div>
      {isChoosable && (
        <label className={styles['choose']}>
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={choice.chosen.includes(id)}
            onChange={() => choice.onToggle(id)}
          />
        </label>
      )}
      {isRow && doing}
      {!isRow && (actions.length > 0 || may('ingredients.write')) && (
        <div className={styles['actions']}>
          {handle}
          {doing}
        </div>
      )}
    </article>
  );
}
