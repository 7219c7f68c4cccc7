import type { ReactNode } from 'react';
import { menuMessages } from '../../../rules/messages.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { Drink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { IngredientPicture } from '../../components/ingredient-picture.tsx';
import { ingredientLevel } from '../../components/unit-drawing/levels.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { useIsHighlighted } from './highlight.ts';
import { confirmDeactivate, confirmRestore, deactivate, restoreAll } from './ingredient-actions.ts';
import type { RestoreAt } from './ingredient-actions.ts';
import { LevelLine } from './level-line.tsx';
import { useBusy } from './use-busy.ts';
import styles from './ingredient-card.module.css';

/** Selection of ingredients for a drink. */
export interface CardChoice {
  readonly chosen: readonly string[];
  readonly onToggle: (ingredientId: string) => void;
}

interface IngredientCardProps {
  readonly ingredient: Ingredient;
  readonly handle: ReactNode;
  /** undefined when unavailable, null while loading. */
  readonly sold: number | null | undefined;
  /** Location of a restore; null when restoring is off. */
  readonly restoreAt: RestoreAt | null;
  /** Drinks of the unit. */
  readonly drinks: readonly Drink[];
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

export function IngredientCard(props: IngredientCardProps) {
  const { ingredient, handle, sold, restoreAt, drinks, choice } = props;
  const { _id: id, name, unitId, activeInUnit, isCapacityFull } = ingredient;
  const { busy, run, home } = useBusy<'restore' | 'deactivate'>();
  const isHighlighted = useIsHighlighted(id);
  const level = ingredientLevel(ingredient);
  const restore = async () => {
    const isSure = await confirmRestore([ingredient]);
    if (isSure && restoreAt) run('restore', () => restoreAll([ingredient], restoreAt));
  };
  const takeOut = async () => {
    const isSure = await confirmDeactivate(ingredient, drinks);
    if (isSure) run('deactivate', () => deactivate(ingredient));
  };
  const of = (
    <>
      {' '}
      <span className="sr-only">{name}</span>
    </>
  );
  return (
    <article
      ref={home}
      aria-label={name}
      tabIndex={-1}
      className={styles['card']}
      data-ingredient={id}
      data-inactive={!activeInUnit}
      data-highlighted={isHighlighted}
    >
      <IngredientPicture ingredient={ingredient} />
      <div className={styles['words']}>
        <h3 className={styles['name']} data-choice={choice !== null && activeInUnit}>
          {name}
        </h3>
        {activeInUnit ? (
          <p className={styles['fact']}>{positionsText(ingredient.positionInUnit)}</p>
        ) : (
          <p className={styles['note']}>{menuMessages.notStocked}</p>
        )}
        {activeInUnit && level && <LevelLine {...level} />}
        <p className={styles['last']}>
          <span className={styles['price']}>{formatMoney(ingredient.price)}</span>
          {/* Remounts the number, because its width differs from the placeholder's. */}
          <span key={sold === null ? 'waiting' : 'here'}>
            <Sold count={sold} />
          </span>
        </p>
      </div>
      {choice && activeInUnit && (
        <label className={styles['choose']}>
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={choice.chosen.includes(id)}
            onChange={() => choice.onToggle(id)}
          />
        </label>
      )}
      <div className={styles['actions']}>
        {handle}
        <span className={styles['doing']}>
          {restoreAt && !isCapacityFull && (
            <button type="button" aria-disabled={busy !== null} onClick={() => void restore()}>
              {busy === 'restore' ? 'Restoring…' : 'Restore'}
              {of}
            </button>
          )}
          <Link plain href={paths.ingredient(id, unitId)}>
            Edit{of}
          </Link>
          {activeInUnit && (
            <button type="button" aria-disabled={busy !== null} onClick={() => void takeOut()}>
              {busy === 'deactivate' ? 'Deactivating…' : 'Deactivate'}
              {of}
            </button>
          )}
        </span>
      </div>
    </article>
  );
}
