import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { menuMessages } from '../../../../rules/drinks/menu-messages.ts';
import type { Drink } from '../../../api/drinks.ts';
import type { Ingredient } from '../../../api/ingredients.ts';
import { ingredientLevel, type Level } from '../../../components/unit-drawing/geometry.ts';
import { CardActions, type RestoreAt, useIngredientActions } from '../ingredient-actions.tsx';
import { useIsHighlighted, useIsLanded } from '../unit/highlight.ts';
import type { MenuView } from './use-display.tsx';
import { may } from '../../../session/permissions.ts';
import type { MenuAction } from '../../../ui/action-list.tsx';
import { SkeletonLine } from '../../../ui/page.tsx';
import styles from './ingredient-card.module.css';
import ingredientCardStyles from '../ingredient-card.module.css';

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
    <span className={ingredientCardStyles['price']}>{formatMoney(ingredient.price)}</span>
  );

  return (
    <article
      ref={home}
      aria-label={name}
      tabIndex={-1}
      className={ingredientCardStyles[isRow ? 'row' : 'card']}
      data-ingredient={id}
      data-inactive={!activeInUnit}
      data-highlighted={isHighlighted}
      data-landed={isLanded}
    >
      {isRow && handle}
      <IngredientPicture ingredient={ingredient} small={isRow} />
      <div className={ingredientCardStyles['words']}>
        <h3 title={name} className={ingredientCardStyles['name']} data-choice={isChoosable}>
          {name}
        </h3>
        {!activeInUnit && <p className={ingredientCardStyles['note']}>{menuMessages.notStocked}</p>}
        {isRow ? (
          activeInUnit && (
            <p className={ingredientCardStyles['last']}>
              {levelLine}
              {price}
            </p>
          )
        ) : (
          <>
            {activeInUnit && (
              <p className={ingredientCardStyles['fact']}>
                {positionsText(ingredient.positionInUnit)}
              </p>
            )}
            {levelLine}
            <p className={ingredientCardStyles['last']}>
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
        <label className={ingredientCardStyles['choose']}>
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
        <div className={ingredientCardStyles['actions']}>
          {handle}
          {doing}
        </div>
      )}
    </article>
  );
}

const words = { good: '', low: ' low', out: '' } as const;

/** Level as a bar and a number, with a label when action is needed. */
export function LevelLine({ percent, state }: Level) {
  return (
    <span className={ingredientCardStyles['level']} data-state={state}>
      <span className={ingredientCardStyles['track']} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={ingredientCardStyles['percent']}>
        {state === 'out' ? '0% out' : `${percent}%${words[state]}`}
      </span>
    </span>
  );
}

// Picture of an ingredient, or the outline of its container when it has none.

type Vessel = 'bottle' | 'keg' | 'gun';

/** Soda-gun lines show the gun, beer a keg, everything else a bottle. */
function vesselOf({ source, category }: Pick<Ingredient, 'source' | 'category'>): Vessel {
  if (source === 'soda gun') return 'gun';
  return category === 'Beer' ? 'keg' : 'bottle';
}

interface IngredientPictureProps {
  /** imageURL is the key of its picture, empty for none. */
  readonly ingredient: Pick<Ingredient, 'name' | 'imageURL' | 'source' | 'category'>;
  /** A square of 40 pixels, for rows. */
  readonly small?: boolean;
}

/** 100 wide; the height depends on the container. */
export function IngredientPicture({ ingredient, small = false }: IngredientPictureProps) {
  const { name, imageURL } = ingredient;
  const [brokenURL, setBrokenURL] = useState('');
  const hasPicture = imageURL !== '' && imageURL !== brokenURL;
  return (
    <img
      src={hasPicture ? `/files/${imageURL}` : `/vessels/${vesselOf(ingredient)}.svg`}
      alt={name}
      width={small ? 40 : 100}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={styles['picture']}
      data-outline={!hasPicture}
      data-small={small}
      onError={() => hasPicture && setBrokenURL(imageURL)}
    />
  );
}
